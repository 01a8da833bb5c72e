import Stripe from 'stripe';
import { AppError, GatewayError } from '#platform/errors.ts';
import type { CustomerState, OpenCheckout, PaymentEvent, PaymentGateway } from '../model.ts';
import { toRefund } from '../refunds.ts';
import { customerOf, paymentOf } from './events.ts';
import { idOf, type StripeFacts } from './facts.ts';
import { intentOf, subscriptionOf, toCustomerState, toOpenCheckout } from './truth.ts';

/** Oldest event that is believed, in seconds; a copy caught on the way is worthless afterwards. */
const maxAgeSeconds = 300;
/** Most things of one kind that are read of one customer. */
const most = { limit: 1000 };

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Another address of the interface, for a stand-in. */
  apiBaseUrl?: string;
  /** Milliseconds that one try may take. */
  timeout?: number;
}

/** Stripe, and nothing else of the program knows its words. Every call is safe to repeat. */
export class StripePayments implements PaymentGateway {
  readonly kind = 'stripe';
  readonly #stripe: Stripe;
  readonly #webhookSecret: string;

  constructor(options: StripeOptions) {
    const base = options.apiBaseUrl ? new URL(options.apiBaseUrl) : null;
    this.#webhookSecret = options.webhookSecret;
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
    const idempotencyKey = ['customer', userId, email, replaced ?? 'first'].join(':');
    const order = { email, metadata: { userId }, preferred_locales: ['pt-BR'] };
    return (await asked(() => this.#stripe.customers.create(order, { idempotencyKey }))).id;
  }

  async changeEmail(customerId: string, email: string): Promise<void> {
    await asked(() => this.#stripe.customers.update(customerId, { email }), ['resource_missing']);
  }

  /** The account's settings decide which ways to pay the page offers. */
  async createCheckout(order: Parameters<PaymentGateway['createCheckout']>[0]): Promise<OpenCheckout> {
    const made = await asked(() =>
      this.#stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: order.customerId,
          line_items: [{ price: order.priceId, quantity: 1 }],
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
          locale: 'pt-BR',
          metadata: { price: order.priceId, turn: String(order.turn) },
        },
        { idempotencyKey: `checkout:${order.customerId}:${order.turn}` },
      ),
    );
    const page = toOpenCheckout(made);
    if (!page) throw new GatewayError('Stripe made a checkout without an address', { retryable: false });
    return page;
  }

  async listOpenCheckouts(customer: string): Promise<OpenCheckout[]> {
    const { sessions } = this.#stripe.checkout;
    const order = { customer, status: 'open', limit: 100 } as const;
    const open = await asked(() => sessions.list(order), ['resource_missing']);
    return (open?.data ?? []).flatMap((each) => toOpenCheckout(each) ?? []);
  }

  async closeCheckout(id: string): Promise<'closed' | 'concluded'> {
    const { sessions } = this.#stripe.checkout;
    // Refused without a code where it is no longer open: then it tells itself what became of it.
    const expired = await asked(() => sessions.expire(id), [refused, 'resource_missing']);
    const session = expired ?? (await asked(() => sessions.retrieve(id), ['resource_missing']));
    return session?.status === 'complete' ? 'concluded' : 'closed';
  }

  async createPortal(customerId: string, returnUrl: string): Promise<{ url: string }> {
    const order = { customer: customerId, return_url: returnUrl, locale: 'pt-BR' } as const;
    return { url: (await asked(() => this.#stripe.billingPortal.sessions.create(order))).url };
  }

  async fetchCustomer(customerId: string): Promise<CustomerState> {
    return toCustomerState(await this.#fetchFacts(customerId));
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    const order = { invoice_now: false, prorate: false };
    await asked(() => this.#stripe.subscriptions.cancel(subscriptionId, order), ['resource_missing']);
  }

  async refundInFull(subscriptionId: string): Promise<{ refundedCents: number }> {
    const { customer } = await asked(() => this.#stripe.subscriptions.retrieve(subscriptionId));
    await this.cancelNow(subscriptionId);
    const facts = await this.#fetchFacts(idOf(customer));
    const covered = toRefund(toCustomerState(facts).payments, subscriptionId);
    for (const payment of covered) {
      if (payment.refundedCents >= payment.amountCents) continue;
      const invoice = facts.invoices.find(({ id }) => id === payment.id)!;
      const intent = intentOf(invoice, facts.intents);
      if (!intent) throw new GatewayError(`invoice ${payment.id} has no payment`, { retryable: false });
      const idempotencyKey = `refund:${payment.id}:${payment.refundedCents}`;
      const order = { payment_intent: intent.id, reason: 'requested_by_customer' } as const;
      await asked(() => this.#stripe.refunds.create(order, { idempotencyKey }), ['charge_already_refunded']);
    }
    const refundedCents = covered.reduce((sum, each) => sum + each.amountCents, 0);
    // Credit that another subscription's change left stays where it is.
    const left = facts.invoices
      .filter((each) => subscriptionOf(each) === subscriptionId)
      .map(({ lines }) => lines.data.reduce((sum, line) => sum + line.amount, 0))
      .reduce((sum, cents) => sum + Math.max(0, -cents), 0);
    const back = Math.min(refundedCents, left);
    if (covered[0]) await this.#takeCreditBack(idOf(customer), covered[0].id, back);
    return { refundedCents };
  }

  /**
   * A change to a shorter plan leaves what was not used as credit, which would buy the next plan for nothing: as much of
   * it as was given back in money is taken away. Safe to repeat: once for each payment.
   */
  async #takeCreditBack(customerId: string, paymentId: string, refundedCents: number): Promise<void> {
    const { customers } = this.#stripe;
    const customer = await asked(() => customers.retrieve(customerId), ['resource_missing']);
    const credit = customer && !customer.deleted ? Math.max(0, -customer.balance) : 0;
    if (credit === 0 || refundedCents === 0) return;
    const order = {
      amount: Math.min(credit, refundedCents),
      currency: 'brl',
      description: 'Valor devolvido em dinheiro',
    };
    const idempotencyKey = `credit:${paymentId}`;
    // The key was used with another amount: that was the first time, and it is done.
    await asked(() => customers.createBalanceTransaction(customerId, order, { idempotencyKey }), [usedKey]);
  }

  async findCustomerOfPayment(paymentId: string): Promise<string | null> {
    const found = await asked(() => this.#stripe.paymentIntents.retrieve(paymentId), ['resource_missing']);
    return found?.customer ? idOf(found.customer) : null;
  }

  async fetchPrice(priceId: string): Promise<{ cents: number; months: number } | null> {
    const price = await asked(() => this.#stripe.prices.retrieve(priceId), ['resource_missing']);
    if (!price?.active || price.currency !== 'brl' || price.unit_amount === null || !price.recurring)
      return null;
    const { interval, interval_count } = price.recurring;
    const months = { month: 1, year: 12 }[interval as string];
    return months ? { cents: price.unit_amount, months: months * interval_count } : null;
  }

  verifyEvent(rawBody: string, signature: string | null, now: Date): PaymentEvent {
    try {
      const event = this.#stripe.webhooks.constructEvent(
        rawBody,
        signature ?? '',
        this.#webhookSecret,
        maxAgeSeconds,
        undefined,
        now.getTime(),
      );
      const { id, type } = event;
      return { id, type, customerId: customerOf(event), paymentId: paymentOf(event) };
    } catch (cause) {
      throw new AppError('invalid', 'Assinatura inválida.', { cause });
    }
  }

  /** Everything about a customer, asked for at once. */
  async #fetchFacts(customerId: string): Promise<StripeFacts> {
    const stripe = this.#stripe;
    const of = { customer: customerId, limit: 100 };
    const gone = ['resource_missing'];
    const [customer, subscriptions, invoices, intents] = await Promise.all([
      asked(() => stripe.customers.retrieve(customerId), gone),
      asked(() => stripe.subscriptions.list({ ...of, status: 'all' }).autoPagingToArray(most), gone),
      asked(() => stripe.invoices.list({ ...of, expand: ['data.payments'] }).autoPagingToArray(most), gone),
      asked(
        () =>
          stripe.paymentIntents
            .list({ ...of, expand: ['data.latest_charge.refunds'] })
            .autoPagingToArray(most),
        gone,
      ),
    ]);
    const disputed = (intents ?? []).filter(
      ({ latest_charge: charge }) => charge && typeof charge === 'object' && charge.disputed,
    );
    const disputes = await Promise.all(
      disputed.map(({ id }) => asked(() => stripe.disputes.list({ payment_intent: id, limit: 100 }))),
    );
    return {
      customerId,
      isDeleted: !customer || customer.deleted === true,
      subscriptions: subscriptions ?? [],
      invoices: invoices ?? [],
      intents: intents ?? [],
      disputes: disputes.flatMap(({ data }) => data),
    };
  }
}

/** Stands for the code of a refusal that has none: what was asked for makes no sense in the state of things. */
const refused = 'refused';

/** Stands for the refusal of an Idempotency-Key that was used for something else. */
const usedKey = 'used-key';

function codeOf(error: Stripe.errors.StripeError): string | undefined {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return usedKey;
  return error.code ?? (error instanceof Stripe.errors.StripeInvalidRequestError ? refused : undefined);
}

/** Calls Stripe; its errors become GatewayErrors, and those whose code is expected become null. */
async function asked<T>(call: () => Promise<T>): Promise<T>;
async function asked<T>(call: () => Promise<T>, expected: string[]): Promise<T | null>;
async function asked<T>(call: () => Promise<T>, expected: string[] = []): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (expected.includes(codeOf(error) ?? '')) return null;
    const { type, code = 'none', statusCode = 0, requestId = 'none' } = error;
    throw new GatewayError(`Stripe: ${type} (${code}, ${statusCode}, ${requestId}): ${error.message}`, {
      retryable: isPassing(error),
      cause: error,
    });
  }
}

/** Whether the same call may succeed a little later: no answer, too many calls, a conflict, or Stripe's own fault. */
const isPassing = (error: Stripe.errors.StripeError): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error.statusCode === 409 ||
  (error.statusCode ?? 500) >= 500;
