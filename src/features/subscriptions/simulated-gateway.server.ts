import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { simulatedCheckouts, simulatedSubscriptions } from '#db/schema/subscriptions.ts';
import type { Clock } from '#platform/clock.ts';
import type { Settings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { secretOf } from '#platform/secret.server.ts';
import { parseEvent } from './events.ts';
import type { CustomerState, OpenCheckout, PaymentEvent, PaymentGateway } from './model.ts';
import { type PriceTable, planOfPrice, pricesOf } from './prices.ts';
import { refundSimulated, voidPending } from './simulated-charges.server.ts';
import { listSimulatedPayments } from './simulated-payments.server.ts';

/** Maximum age of an event in seconds, against replays. */
const maxAgeSeconds = 300;

/**
 * A payment provider that charges nobody. It has its own tables and signs events as Stripe does; the rest of the
 * program treats it like Stripe.
 */
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

  /** It sends no mails. */
  async changeEmail(): Promise<void> {}

  async createCheckout(order: Parameters<PaymentGateway['createCheckout']>[0]): Promise<OpenCheckout> {
    const createdAt = this.#clock.now();
    const id = newId(createdAt.getTime());
    const successUrl = order.successUrl.replace('{CHECKOUT_SESSION_ID}', id);
    await this.#db.insert(simulatedCheckouts).values({ ...order, id, successUrl, createdAt });
    return this.#toOpen({ ...order, id });
  }

  async listOpenCheckouts(customerId: string): Promise<OpenCheckout[]> {
    const rows = await this.#db
      .select()
      .from(simulatedCheckouts)
      .where(and(eq(simulatedCheckouts.customerId, customerId), eq(simulatedCheckouts.status, 'open')));
    return rows.map((row) => this.#toOpen(row));
  }

  async closeCheckout(id: string): Promise<'closed' | 'concluded'> {
    const own = eq(simulatedCheckouts.id, id);
    await this.#db
      .update(simulatedCheckouts)
      .set({ status: 'canceled' })
      .where(and(own, eq(simulatedCheckouts.status, 'open')));
    const [row] = await this.#db.select().from(simulatedCheckouts).where(own);
    return row && row.status !== 'canceled' ? 'concluded' : 'closed';
  }

  #toOpen({ id, priceId, turn }: Omit<OpenCheckout, 'url'>): OpenCheckout {
    return { id, priceId, turn, url: `${this.#publicUrl}/checkout-simulado/${id}` };
  }

  async createPortal(customerId: string): Promise<{ url: string }> {
    return { url: `${this.#publicUrl}/portal-simulado/${customerId}` };
  }

  async fetchCustomer(customerId: string): Promise<CustomerState> {
    const subscriptions = await this.#db
      .select()
      .from(simulatedSubscriptions)
      .where(eq(simulatedSubscriptions.customerId, customerId))
      .orderBy(desc(simulatedSubscriptions.createdAt), desc(simulatedSubscriptions.id));
    const payments = await listSimulatedPayments(this.#db, customerId);
    return { customerId, isDeleted: false, subscriptions, payments };
  }

  async voidOwed(subscriptionId: string): Promise<void> {
    await voidPending(this.#db, subscriptionId, this.#clock.now());
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    await this.#db
      .update(simulatedSubscriptions)
      .set({ status: 'canceled', endedAt: this.#clock.now(), paymentPending: false })
      .where(and(eq(simulatedSubscriptions.id, subscriptionId), isNull(simulatedSubscriptions.endedAt)));
    await this.voidOwed(subscriptionId);
  }

  async refundInFull(subscriptionId: string): Promise<{ refundedCents: number }> {
    const refunded = await refundSimulated(this.#db, subscriptionId, this.#clock.now());
    return { refundedCents: refunded?.refundedCents ?? 0 };
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

  /** A signed event: body and signature header. */
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

function isEqual(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
