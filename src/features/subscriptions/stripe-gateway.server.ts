import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { AppError } from '#platform/errors.ts';
import { parseEvent } from './events.ts';
import { PaymentError } from './faults.ts';
import type { CustomerState, OpenCheckout, PaymentEvent, PaymentGateway } from './model.ts';
import { toRefund } from './refunds.ts';
import { idOf } from './stripe-facts.ts';
import { type Ask, readFacts } from './stripe-reading-gateway.server.ts';
import { faultOf } from './stripe-refusals.ts';
import { intentOf, subscriptionOf, toCustomerState, toOpenCheckout } from './stripe-truth.ts';

/** Maximum age of an event in seconds, against replays. */
const maxAgeSeconds = 300;
/** Page size of a list, and the most entries read. */
const page = { limit: 100 };
const most = { limit: 10_000 };

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Base URL of a stand-in, for tests. */
  apiBaseUrl?: string;
  /** Timeout of one attempt in milliseconds. */
  timeout?: number;
  /** Called on every failure of Stripe. */
  onFault?: (error: PaymentError) => void;
}

/** Stripe; no other code knows its vocabulary. Every call is safe to repeat. */
export class StripePayments implements PaymentGateway {
  readonly kind = 'stripe';
  readonly #stripe: Stripe;
  readonly #webhookSecret: string;
  readonly #ask: Ask;

  constructor(options: StripeOptions) {
    const base = options.apiBaseUrl ? new URL(options.apiBaseUrl) : null;
    this.#webhookSecret = options.webhookSecret;
    this.#ask = asking(options.onFault);
    this.#stripe = new Stripe(options.secretKey, {
      timeout: options.timeout ?? 8000,
      maxNetworkRetries: 2,
      telemetry: false,
      appInfo: { name: 'Sonoteca' },
      ...(base && {
        host: base.hostname,
        port: base.port || (base.protocol === 'https:' ? 443 : 80),
        protocol: base.protocol === 'https:' ? 'https' : 'http',
      }),
    });
  }

  async createCustomer(user: { userId: string; email: string }, replaced?: string): Promise<string> {
    const { userId, email } = user;
    const idempotencyKey = keyOf('customer', userId, email, replaced ?? 'first');
    const order = { email, metadata: { userId }, preferred_locales: ['pt-BR'] };
    return (await this.#ask(() => this.#stripe.customers.create(order, { idempotencyKey }))).id;
  }

  async changeEmail(customerId: string, email: string): Promise<void> {
    await this.#ask(() => this.#stripe.customers.update(customerId, { email }), ['resource_missing']);
  }

  /** The account's settings decide which payment methods the page offers. */
  async createCheckout(order: Parameters<PaymentGateway['createCheckout']>[0]): Promise<OpenCheckout> {
    // No Idempotency-Key of ours: Stripe would repeat the first response for a day, even after the page has expired.
    // Its library sends its own key for the retries of each call.
    const made = await this.#ask(() =>
      this.#stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: order.customerId,
        line_items: [{ price: order.priceId, quantity: 1 }],
        success_url: order.successUrl,
        cancel_url: order.cancelUrl,
        locale: 'pt-BR',
        metadata: { price: order.priceId, turn: String(order.turn) },
      }),
    );
    const open = toOpenCheckout(made);
    if (!open) throw new PaymentError('order', 'Stripe made a checkout without an address');
    return open;
  }

  async listOpenCheckouts(customer: string): Promise<OpenCheckout[]> {
    const { sessions } = this.#stripe.checkout;
    const order = { customer, status: 'open', ...page } as const;
    const open = await this.#ask(() => sessions.list(order).autoPagingToArray(most), ['resource_missing']);
    return (open ?? []).flatMap((each) => toOpenCheckout(each) ?? []);
  }

  async closeCheckout(id: string): Promise<'closed' | 'concluded'> {
    const { sessions } = this.#stripe.checkout;
    // Refused without a code when the page is no longer open: then fetch its status.
    const expired = await this.#ask(() => sessions.expire(id), [refused, 'resource_missing']);
    const session = expired ?? (await this.#ask(() => sessions.retrieve(id), ['resource_missing']));
    return session?.status === 'complete' ? 'concluded' : 'closed';
  }

  async createPortal(customerId: string, returnUrl: string): Promise<{ url: string } | null> {
    const order = { customer: customerId, return_url: returnUrl, locale: 'pt-BR' } as const;
    return this.#ask(() => this.#stripe.billingPortal.sessions.create(order), ['resource_missing']);
  }

  async fetchCustomer(customerId: string): Promise<CustomerState> {
    return toCustomerState(await readFacts(this.#stripe, this.#ask, customerId));
  }

  async voidOwed(subscription: string): Promise<void> {
    const { invoices } = this.#stripe;
    const all = await this.#ask(
      () => invoices.list({ subscription, ...page }).autoPagingToArray(most),
      ['resource_missing'],
    );
    for (const { id, status } of all ?? []) {
      if (status !== 'open' && status !== 'uncollectible') continue;
      // Refused when it was just paid, or a bank is processing it.
      await this.#ask(
        () => invoices.voidInvoice(id),
        ['invoice_not_editable', 'payment_intent_unexpected_state', refused],
      );
    }
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    // Stripe ends the subscription but leaves its invoices payable.
    await this.voidOwed(subscriptionId);
    const order = { invoice_now: false, prorate: false };
    await this.#ask(() => this.#stripe.subscriptions.cancel(subscriptionId, order), ['resource_missing']);
  }

  async refundInFull(subscriptionId: string): Promise<{ refundedCents: number }> {
    const { customer } = await this.#ask(() => this.#stripe.subscriptions.retrieve(subscriptionId));
    await this.cancelNow(subscriptionId);
    const facts = await readFacts(this.#stripe, this.#ask, idOf(customer));
    const covered = toRefund(toCustomerState(facts).payments, subscriptionId);
    for (const payment of covered) {
      if (payment.refundedCents >= payment.amountCents) continue;
      const invoice = facts.invoices.find(({ id }) => id === payment.id);
      const intent = invoice && intentOf(invoice, facts.intents);
      if (!intent) throw new PaymentError('order', `invoice ${payment.id} has no payment`);
      const idempotencyKey = keyOf('refund', payment.id, String(payment.refundedCents));
      const order = { payment_intent: intent.id, reason: 'requested_by_customer' } as const;
      await this.#ask(
        () => this.#stripe.refunds.create(order, { idempotencyKey }),
        ['charge_already_refunded'],
      );
    }
    const refundedCents = covered.reduce((sum, each) => sum + each.amountCents, 0);
    // Credit left by another subscription's change stays.
    const left = facts.invoices
      .filter((each) => subscriptionOf(each) === subscriptionId)
      .map(({ lines }) => lines.reduce((sum, line) => sum + line.amount, 0))
      .reduce((sum, cents) => sum + Math.max(0, -cents), 0);
    const back = Math.min(refundedCents, left);
    if (covered[0]) await this.#takeCreditBack(idOf(customer), covered[0].id, back);
    return { refundedCents };
  }

  /**
   * A change to a shorter plan leaves credit for unused time, which would buy the next plan for nothing: deducts as
   * much of it as was refunded in money. Safe to repeat: once per payment.
   */
  async #takeCreditBack(customerId: string, paymentId: string, refundedCents: number): Promise<void> {
    const { customers } = this.#stripe;
    const customer = await this.#ask(() => customers.retrieve(customerId), ['resource_missing']);
    const credit = customer && !customer.deleted ? Math.max(0, -customer.balance) : 0;
    if (credit === 0 || refundedCents === 0) return;
    const order = {
      amount: Math.min(credit, refundedCents),
      currency: 'brl',
      description: 'Valor devolvido em dinheiro',
    };
    const idempotencyKey = keyOf('credit', paymentId);
    // The key was used with another amount: the deduction was made before.
    await this.#ask(
      () => customers.createBalanceTransaction(customerId, order, { idempotencyKey }),
      [usedKey],
    );
  }

  async findCustomerOfPayment(paymentId: string): Promise<string | null> {
    const found = await this.#ask(
      () => this.#stripe.paymentIntents.retrieve(paymentId),
      ['resource_missing'],
    );
    return found?.customer ? idOf(found.customer) : null;
  }

  async fetchPrice(priceId: string): Promise<{ cents: number; months: number } | null> {
    const price = await this.#ask(() => this.#stripe.prices.retrieve(priceId), ['resource_missing']);
    if (!price?.active || price.currency !== 'brl' || price.unit_amount === null || !price.recurring)
      return null;
    const { interval, interval_count } = price.recurring;
    const months = { month: 1, year: 12 }[interval as string];
    return months ? { cents: price.unit_amount, months: months * interval_count } : null;
  }

  verifyEvent(rawBody: string, signature: string | null, now: Date): PaymentEvent {
    try {
      const { webhooks } = this.#stripe;
      const secret = this.#webhookSecret;
      webhooks.constructEvent(rawBody, signature ?? '', secret, maxAgeSeconds, undefined, now.getTime());
    } catch (cause) {
      throw new AppError('invalid', 'Assinatura inválida.', { cause });
    }
    return parseEvent(rawBody);
  }
}

/** An Idempotency-Key of any parts; hashed, because Stripe accepts 255 characters and an e-mail may be longer. */
const keyOf = (kind: string, ...parts: string[]): string =>
  `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;

const refused = 'refused';

/** Code of a refused Idempotency-Key that was used for something else. */
const usedKey = 'used-key';

function codeOf(error: Stripe.errors.StripeError): string | undefined {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return usedKey;
  return error.code ?? (error instanceof Stripe.errors.StripeInvalidRequestError ? refused : undefined);
}

/** Every call to Stripe goes through this. */
function asking(onFault: StripeOptions['onFault']): Ask {
  return async <T>(call: () => Promise<T>, expected: string[] = []) => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      if (expected.includes(codeOf(error) ?? '')) return null as T;
      const { type, code = 'none', statusCode = 0, requestId = 'none' } = error;
      const message = `Stripe: ${type} (${code}, ${statusCode}, ${requestId}): ${error.message}`;
      const failure = new PaymentError(faultOf(error), message, error);
      onFault?.(failure);
      throw failure;
    }
  };
}
