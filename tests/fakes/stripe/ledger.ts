import { randomBytes } from 'node:crypto';
import { addMonths } from '#platform/calendar.ts';
import {
  type Charge,
  type Customer,
  type Dispute,
  type Intent,
  type Invoice,
  type InvoicePayment,
  listOf,
  newCharge,
  newSubscription,
  type Price,
  type Refund,
  type Session,
  type StripeEvent,
  type Subscription,
  type Thing,
} from './objects.ts';

export type Method = 'card' | 'boleto' | 'pix';

const monthsOf = ({ recurring }: Price) =>
  recurring.interval_count * (recurring.interval === 'year' ? 12 : 1);
const newest = <T extends { created: number }>(things: T[]): T | undefined =>
  things.toSorted((a, b) => b.created - a.created)[0];

/** The state of the stand-in: purchases, charges, and an event for every change. */
export class StripeLedger {
  readonly customers = new Map<string, Customer>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly invoicePayments = new Map<string, InvoicePayment>();
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly sessions = new Map<string, Session>();
  readonly prices = new Map<string, Price>();
  readonly events: StripeEvent[] = [];
  /** Customers whose card is declined. */
  readonly refused = new Set<string>();
  readonly #clock: () => Date;
  readonly #base: () => string;
  readonly #tell: (event: StripeEvent) => void;

  constructor(options: { clock: () => Date; base: () => string; tell: (event: StripeEvent) => void }) {
    this.#clock = options.clock;
    this.#base = options.base;
    this.#tell = options.tell;
  }

  now(): number {
    return Math.floor(this.#clock().getTime() / 1000);
  }

  id(kind: string): string {
    return `${kind}_teste_${randomBytes(8).toString('hex')}`;
  }

  tell(type: string, object: Thing): void {
    const event: StripeEvent = {
      id: this.id('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.now(),
      livemode: false,
      type,
      data: { object: structuredClone(object) },
    };
    this.events.push(event);
    this.#tell(event);
  }

  addPrice(id: string, cents: number, months: number): void {
    const recurring =
      months % 12 === 0
        ? ({ interval: 'year', interval_count: months / 12 } as const)
        : ({ interval: 'month', interval_count: months } as const);
    this.prices.set(id, {
      id,
      object: 'price',
      active: true,
      currency: 'brl',
      unit_amount: cents,
      recurring,
    });
  }

  createCustomer(email: string, metadata: Record<string, string>): Customer {
    const id = this.id('cus');
    const customer: Customer = { id, object: 'customer', created: this.now(), email, metadata, balance: 0 };
    this.customers.set(id, customer);
    this.tell('customer.created', customer);
    return customer;
  }

  /** Deletes a customer and ends their subscriptions. */
  deleteCustomer(id: string): void {
    const customer = this.customers.get(id)!;
    for (const each of this.subscriptionsOf(id)) this.cancelNow(each.id);
    customer.deleted = true;
    this.tell('customer.deleted', customer);
  }

  createSession(
    order: Pick<Session, 'customer' | 'price' | 'success_url' | 'cancel_url' | 'metadata'>,
  ): Session {
    const id = this.id('cs');
    const session: Session = {
      id,
      object: 'checkout.session',
      mode: 'subscription',
      status: 'open',
      payment_status: 'unpaid',
      created: this.now(),
      subscription: null,
      ...order,
      url: `${this.#base()}/checkout/${id}`,
      success_url: order.success_url.replace('{CHECKOUT_SESSION_ID}', id),
    };
    this.sessions.set(id, session);
    return session;
  }

  expireSession(id: string): void {
    const session = this.sessions.get(id)!;
    Object.assign(session, { status: 'expired', url: null });
    this.tell('checkout.session.expired', session);
  }

  /** Pays a checkout by card, or issues a boleto or Pix; false when it is over or the card is declined. */
  pay(sessionId: string, method: Method): boolean {
    const session = this.sessions.get(sessionId)!;
    if (session.status !== 'open' || (method === 'card' && this.refused.has(session.customer))) return false;
    const price = this.prices.get(session.price)!;
    const now = this.now();
    const ids = { id: this.id('sub'), item: this.id('si') };
    const period = { start: now, end: this.after(now, price) };
    const subscription = newSubscription(ids, session.customer, price, period);
    this.subscriptions.set(subscription.id, subscription);
    this.tell('customer.subscription.created', subscription);
    const invoice = this.bill(subscription, price.unit_amount);
    this.attempt(invoice, method);
    const isPaid = invoice.status === 'paid';
    if (isPaid) subscription.status = 'active';
    const payment_status = isPaid ? 'paid' : 'unpaid';
    Object.assign(session, { status: 'complete', payment_status, url: null, subscription: subscription.id });
    this.tell('checkout.session.completed', session);
    if (isPaid) this.tell('customer.subscription.updated', subscription);
    return true;
  }

  /** Creates the invoice of a subscription's current period. */
  bill(subscription: Subscription, amount: number, credit = 0): Invoice {
    const item = subscription.items.data[0]!;
    const customer = this.customers.get(subscription.customer)!;
    const total = amount - credit + customer.balance;
    customer.balance = Math.min(0, total);
    const line = (cents: number) => ({
      id: this.id('il'),
      object: 'line_item' as const,
      amount: cents,
      period: { start: item.current_period_start, end: item.current_period_end },
      pricing: { type: 'price_details' as const, price_details: { price: item.price.id } },
    });
    const id = this.id('in');
    const invoice: Invoice = {
      id,
      object: 'invoice',
      customer: subscription.customer,
      status: 'open',
      created: this.now(),
      currency: 'brl',
      amount_due: Math.max(0, total),
      amount_paid: 0,
      attempted: false,
      hosted_invoice_url: `${this.#base()}/invoice/${id}`,
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      lines: listOf([...(credit > 0 ? [line(-credit)] : []), line(amount)]),
      status_transitions: {
        finalized_at: this.now(),
        paid_at: null,
        voided_at: null,
        marked_uncollectible_at: null,
      },
    };
    this.invoices.set(id, invoice);
    subscription.latest_invoice = id;
    return invoice;
  }

  /** Charges an open invoice: by card at once; boleto or Pix wait for payment. */
  attempt(invoice: Invoice, method: Method): void {
    invoice.attempted = true;
    if (invoice.amount_due === 0) {
      this.settle(invoice, null);
      return;
    }
    const intent = this.intentFor(invoice);
    if (method !== 'card') {
      const type = method === 'boleto' ? 'boleto_display_details' : 'pix_display_qr_code';
      const expires_at = this.now() + (method === 'boleto' ? 3 : 1) * 86_400;
      Object.assign(intent, { status: 'requires_action', next_action: { type, [type]: { expires_at } } });
      return;
    }
    const isRefused = this.refused.has(invoice.customer);
    const charge = newCharge(this.id('ch'), intent, isRefused ? 'failed' : 'succeeded', this.now());
    this.charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
    if (!isRefused) {
      this.settle(invoice, intent);
      return;
    }
    intent.status = 'requires_payment_method';
    this.tell('invoice.payment_failed', invoice);
  }

  settle(invoice: Invoice, intent: Intent | null): void {
    Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due });
    invoice.status_transitions.paid_at = this.now();
    if (intent) {
      Object.assign(intent, { status: 'succeeded', next_action: null });
      this.invoicePayments.get(`${invoice.id}:${intent.id}`)!.status = 'paid';
    }
    this.tell('invoice.paid', invoice);
  }

  intentFor(invoice: Invoice): Intent {
    const known = newest(this.intentsOf(invoice).filter(({ status }) => status !== 'canceled'));
    if (known) return known;
    const intent: Intent = {
      id: this.id('pi'),
      object: 'payment_intent',
      customer: invoice.customer,
      status: 'requires_payment_method',
      created: this.now(),
      amount: invoice.amount_due,
      next_action: null,
      latest_charge: null,
    };
    this.intents.set(intent.id, intent);
    this.invoicePayments.set(`${invoice.id}:${intent.id}`, {
      id: this.id('inpay'),
      object: 'invoice_payment',
      invoice: invoice.id,
      status: 'open',
      payment: { type: 'payment_intent', payment_intent: intent.id },
    });
    return intent;
  }

  /** Ends a subscription at once. Open invoices stay payable unless nothing was ever paid. */
  cancelNow(subscriptionId: string): boolean {
    const subscription = this.subscriptions.get(subscriptionId);
    if (!subscription || subscription.ended_at !== null) return false;
    this.end(subscription, subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled');
    return true;
  }

  /** Ends a subscription for good; voids the first invoice of one that never began. */
  end(subscription: Subscription, status: 'canceled' | 'incomplete_expired'): void {
    Object.assign(subscription, { status, ended_at: this.now(), canceled_at: this.now() });
    if (status === 'incomplete_expired') {
      for (const invoice of this.invoicesOf(subscription.id)) this.voidInvoice(invoice);
    }
    this.tell('customer.subscription.deleted', subscription);
  }

  /** Voids an open invoice; without other debts the subscription becomes active again, as at Stripe. */
  voidInvoice(invoice: Invoice): boolean {
    if (invoice.status !== 'open') return false;
    invoice.status = 'void';
    invoice.status_transitions.voided_at = this.now();
    for (const each of this.intentsOf(invoice))
      Object.assign(each, { status: 'canceled', next_action: null });
    this.tell('invoice.voided', invoice);
    const owner = this.subscriptions.get(invoice.parent.subscription_details.subscription);
    if (owner?.status === 'incomplete') this.end(owner, 'incomplete_expired');
    if (owner?.status === 'past_due') owner.status = 'active';
    return true;
  }

  after = (from: number, price: Price): number =>
    Math.floor(addMonths(new Date(from * 1000), monthsOf(price)).getTime() / 1000);

  subscriptionsOf = (customer: string): Subscription[] =>
    [...this.subscriptions.values()].filter((each) => each.customer === customer);

  invoicesOf = (subscription: string): Invoice[] =>
    [...this.invoices.values()].filter(
      (each) => each.parent.subscription_details.subscription === subscription,
    );

  intentsOf = (invoice: Invoice): Intent[] =>
    [...this.invoicePayments.values()]
      .filter((each) => each.invoice === invoice.id)
      .map((each) => this.intents.get(each.payment.payment_intent)!);
}
