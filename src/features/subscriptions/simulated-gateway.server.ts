import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '#db/open.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Settings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { secretOf } from '#platform/secret.server.ts';
import { parseEvent } from './events.ts';
import type { CustomerState, OpenCheckout, PaymentEvent, PaymentGateway } from './model.ts';
import { type PriceTable, planOfPrice, pricesOf } from './prices.ts';
import { changeLedger, changeLedgerWith, readLedger } from './simulated-ledger.server.ts';
import {
  cancelCheckout,
  endNow,
  refundInFull,
  type SimulatedLedger,
  voidPending,
} from './simulated-rules.ts';

/** Maximum age of an event in seconds, against replays. */
const maxAgeSeconds = 300;

/** A payment provider that charges nobody. It signs events as Stripe does and is treated like Stripe. */
export class SimulatedPayments implements PaymentGateway {
  readonly kind = 'simulated';
  readonly prices: PriceTable;
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #publicUrl: string;
  readonly #secret: string;

  constructor(
    db: Database,
    clock: Clock,
    options: { publicUrl: string; secret: string; prices: PriceTable },
  ) {
    this.#db = db;
    this.#clock = clock;
    this.#publicUrl = options.publicUrl;
    this.#secret = options.secret;
    this.prices = options.prices;
  }

  async createCustomer(user: { userId: string }): Promise<string> {
    return `cus_simulado_${user.userId}`;
  }

  async changeEmail(): Promise<void> {}

  async createCheckout({
    customerId,
    ...order
  }: Parameters<PaymentGateway['createCheckout']>[0]): Promise<OpenCheckout> {
    const id = newId(this.#clock.now().getTime());
    const successUrl = order.successUrl.replace('{CHECKOUT_SESSION_ID}', id);
    await changeLedger(this.#db, customerId, ({ checkouts }) =>
      checkouts.unshift({ ...order, id, successUrl, status: 'open' }),
    );
    return this.#toOpen({ ...order, id });
  }

  async listOpenCheckouts(customerId: string): Promise<OpenCheckout[]> {
    const { checkouts } = await readLedger(this.#db, customerId);
    return checkouts.filter(({ status }) => status === 'open').map((each) => this.#toOpen(each));
  }

  async closeCheckout(id: string): Promise<'closed' | 'concluded'> {
    const fate = await changeLedgerWith(this.#db, 'checkouts', id, (ledger) => cancelCheckout(ledger, id));
    return fate === null || fate === 'canceled' ? 'closed' : 'concluded';
  }

  #toOpen({ id, priceId, turn }: Omit<OpenCheckout, 'url'>): OpenCheckout {
    return { id, priceId, turn, url: `${this.#publicUrl}/checkout-simulado/${id}` };
  }

  async createPortal(customerId: string): Promise<{ url: string }> {
    return { url: `${this.#publicUrl}/portal-simulado/${customerId}` };
  }

  async fetchCustomer(customerId: string): Promise<CustomerState> {
    const { subscriptions, payments } = await readLedger(this.#db, customerId);
    return { customerId, isDeleted: false, subscriptions, payments };
  }

  /** Changes the state that holds a subscription. */
  #change<T>(id: string, change: (ledger: SimulatedLedger, id: string, now: Date) => T): Promise<T | null> {
    const now = this.#clock.now();
    return changeLedgerWith(this.#db, 'subscriptions', id, (ledger) => change(ledger, id, now));
  }

  async voidOwed(subscriptionId: string): Promise<void> {
    await this.#change(subscriptionId, voidPending);
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    await this.#change(subscriptionId, (...args) => {
      endNow(...args);
      voidPending(...args);
    });
  }

  async refundInFull(subscriptionId: string): Promise<{ refundedCents: number }> {
    return { refundedCents: (await this.#change(subscriptionId, refundInFull)) ?? 0 };
  }

  /** Its events always name their customer. */
  async findCustomerOfPayment(): Promise<null> {
    return null;
  }

  async fetchPrice(priceId: string): Promise<{ cents: number; months: number } | null> {
    const plan = planOfPrice(this.prices, priceId);
    return plan && { cents: plan.priceCents, months: plan.months };
  }

  verifyEvent(rawBody: string, signature: string | null, now: Date): PaymentEvent {
    const parts = (signature ?? '').split(',').map((part) => part.trim().split('='));
    const time = parts.find(([name]) => name === 't')?.[1] ?? '';
    const expected = this.#sign(time, rawBody);
    const matches = parts.some(([name, value]) => name === 'v1' && isEqual(value ?? '', expected));
    if (!/^\d{1,12}$/.test(time) || !matches) throw new AppError('invalid', 'Assinatura inválida.');
    if (Math.abs(now.getTime() / 1000 - Number(time)) > maxAgeSeconds) {
      throw new AppError('invalid', 'Evento antigo demais.');
    }
    return parseEvent(rawBody);
  }

  makeEvent(type: string, customerId: string, now: Date): { body: string; signature: string } {
    const created = Math.floor(now.getTime() / 1000);
    const body = JSON.stringify({
      id: `evt_simulado_${newId(now.getTime())}`,
      object: 'event',
      type,
      created,
      livemode: false,
      data: { object: { customer: customerId } },
    });
    return { body, signature: `t=${created},v1=${this.#sign(String(created), body)}` };
  }

  #sign(time: string, body: string): string {
    return createHmac('sha256', this.#secret).update(`${time}.${body}`).digest('hex');
  }
}

/** The simulated provider in the program's own database; its secret is a setting or kept in DATA_DIR. */
export function openSimulatedPayments(deps: {
  db: Database;
  settings: Settings;
  clock: Clock;
}): SimulatedPayments {
  const { db, settings, clock } = deps;
  return new SimulatedPayments(db, clock, {
    publicUrl: settings.PUBLIC_URL,
    secret: settings.STRIPE_WEBHOOK_SECRET ?? secretOf(settings.DATA_DIR, 'payment-webhook-secret'),
    prices: pricesOf(settings),
  });
}

/** The simulated provider, for its own pages. @throws AppError `not-found` when a real one is configured */
export function requireSimulated(payments: PaymentGateway): SimulatedPayments {
  if (payments instanceof SimulatedPayments) return payments;
  throw new AppError('not-found', 'Página não encontrada.');
}

function isEqual(actual: string, expected: string): boolean {
  const a = Buffer.from(actual);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
