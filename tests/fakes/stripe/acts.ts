import type { StripeBooks } from './books.ts';
import {
  type Charge,
  type Dispute,
  type Invoice,
  newCharge,
  type Refund,
  type Subscription,
} from './objects.ts';

/** Events in a subscription's life. Each returns false when the state does not allow it. */
export class StripeActs {
  readonly books: StripeBooks;

  constructor(books: StripeBooks) {
    this.books = books;
  }

  /** Starts and charges the next period now; a declined card leaves it unpaid. */
  renew(id: string): boolean {
    const subscription = this.#running(id);
    if (!subscription || subscription.cancel_at_period_end) return false;
    const item = subscription.items.data[0]!;
    item.current_period_start = item.current_period_end;
    item.current_period_end = this.books.after(item.current_period_start, item.price);
    const invoice = this.books.bill(subscription, item.price.unit_amount);
    this.books.attempt(invoice, 'card');
    this.#follow(subscription, invoice);
    return true;
  }

  /** The same with a card declined once. */
  failRenewal(id: string): boolean {
    const customer = this.books.subscriptions.get(id)?.customer ?? '';
    const wasRefused = this.books.refused.has(customer);
    this.books.refused.add(customer);
    const done = this.renew(id);
    if (!wasRefused) this.books.refused.delete(customer);
    return done;
  }

  /** Pays the open invoice by card: a new card, or the bank now accepts. */
  recover(id: string): boolean {
    const subscription = this.books.subscriptions.get(id);
    const invoice = this.#open(id);
    if (!subscription || !invoice || subscription.ended_at !== null) return false;
    this.books.attempt(invoice, 'card');
    this.#follow(subscription, invoice);
    return invoice.status === 'paid';
  }

  /** A boleto or Pix is paid; the period starts with it. */
  payVoucher(id: string): boolean {
    const subscription = this.books.subscriptions.get(id);
    const invoice = this.#open(id);
    const intent = invoice && this.books.intentsOf(invoice).find((each) => each.next_action);
    if (!subscription || !invoice || !intent) return false;
    const charge = newCharge(this.books.id('ch'), intent, 'succeeded', this.books.now());
    this.books.charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
    this.books.settle(invoice, intent);
    this.#follow(subscription, invoice);
    this.#tellSession(subscription, 'checkout.session.async_payment_succeeded');
    return true;
  }

  /** A boleto or Pix expires; by account settings and method the subscription ends or stays payable. */
  expireVoucher(
    id: string,
    status: 'incomplete_expired' | 'incomplete' | 'past_due' = 'incomplete_expired',
  ): boolean {
    const subscription = this.books.subscriptions.get(id);
    const invoice = this.#open(id);
    const intent = invoice && this.books.intentsOf(invoice).find((each) => each.next_action);
    if (!subscription || !intent) return false;
    if (status === 'incomplete_expired') this.books.end(subscription, status);
    else {
      Object.assign(intent, { status: 'requires_payment_method', next_action: null });
      subscription.status = status;
      this.books.tell('customer.subscription.updated', subscription);
    }
    this.#tellSession(subscription, 'checkout.session.async_payment_failed');
    return true;
  }

  /** Changes the plan now; credits the rest of the old one, charges the difference. */
  changePlan(id: string, priceId: string): boolean {
    const subscription = this.#running(id);
    const price = this.books.prices.get(priceId);
    const item = subscription?.items.data[0];
    if (!subscription || !price || !item || item.price.id === priceId) return false;
    const now = this.books.now();
    const whole = item.current_period_end - item.current_period_start;
    const left = Math.max(0, item.current_period_end - now) / whole;
    const credit = subscription.status === 'active' ? Math.round(item.price.unit_amount * left) : 0;
    const current_period_end = this.books.after(now, price);
    Object.assign(item, { price, current_period_start: now, current_period_end });
    const invoice = this.books.bill(subscription, price.unit_amount, credit);
    this.books.attempt(invoice, 'card');
    this.#follow(subscription, invoice);
    return true;
  }

  cancelAtPeriodEnd(id: string): boolean {
    const subscription = this.#running(id);
    if (!subscription || subscription.cancel_at_period_end) return false;
    Object.assign(subscription, { cancel_at_period_end: true, canceled_at: this.books.now() });
    this.books.tell('customer.subscription.updated', subscription);
    return true;
  }

  reactivate(id: string): boolean {
    const subscription = this.#running(id);
    if (!subscription?.cancel_at_period_end) return false;
    Object.assign(subscription, { cancel_at_period_end: false, canceled_at: null });
    this.books.tell('customer.subscription.updated', subscription);
    return true;
  }

  /** Refunds a charge, fully or in part. */
  refund(intentId: string, amount?: number): Refund | null {
    const charge = this.#charge(intentId);
    if (!charge || charge.refunded) return null;
    const part = amount ?? charge.amount - charge.amount_refunded;
    charge.amount_refunded += part;
    charge.refunded = charge.amount_refunded >= charge.amount;
    const refund: Refund = {
      id: this.books.id('re'),
      object: 'refund',
      charge: charge.id,
      payment_intent: intentId,
      created: this.books.now(),
      amount: part,
      status: 'succeeded',
    };
    this.books.refunds.set(refund.id, refund);
    this.books.tell('charge.refunded', charge);
    return refund;
  }

  /** The cardholder disputes the last charge. Like Stripe's, the event names no customer. */
  dispute(id: string): boolean {
    const charge = this.#charge(this.lastIntent(id) ?? '');
    if (!charge || charge.disputed) return false;
    charge.disputed = true;
    const dispute: Dispute = {
      id: this.books.id('dp'),
      object: 'dispute',
      charge: charge.id,
      payment_intent: charge.payment_intent,
      created: this.books.now(),
      amount: charge.amount,
      status: 'needs_response',
    };
    this.books.disputes.set(dispute.id, dispute);
    this.books.tell('charge.dispute.created', dispute);
    return true;
  }

  closeDispute(id: string, status: 'lost' | 'won'): boolean {
    const intent = this.lastIntent(id);
    const dispute = [...this.books.disputes.values()].find(
      (each) => each.payment_intent === intent && each.status === 'needs_response',
    );
    if (!dispute) return false;
    dispute.status = status;
    this.books.tell('charge.dispute.closed', dispute);
    return true;
  }

  /** Runs what is due: renewals, and scheduled ends. */
  elapse(): void {
    const now = this.books.now();
    for (const subscription of this.books.subscriptions.values()) {
      const isDue = () => subscription.items.data[0]!.current_period_end <= now;
      while (subscription.status === 'active' && isDue()) {
        if (!subscription.cancel_at_period_end) this.renew(subscription.id);
        else {
          this.books.end(subscription, 'canceled');
          subscription.ended_at = subscription.items.data[0]!.current_period_end;
        }
      }
    }
  }

  /** The last successful payment of a subscription. */
  lastIntent(id: string): string | null {
    const paid = this.books
      .invoicesOf(id)
      .filter((invoice) => invoice.status === 'paid' && invoice.amount_paid > 0);
    const last = paid.at(-1);
    return (last && this.books.intentsOf(last).find((each) => each.status === 'succeeded')?.id) ?? null;
  }

  #running(id: string): Subscription | null {
    const subscription = this.books.subscriptions.get(id);
    return subscription && ['active', 'past_due'].includes(subscription.status) ? subscription : null;
  }

  #open = (id: string): Invoice | undefined =>
    this.books
      .invoicesOf(id)
      .filter((each) => each.status === 'open')
      .at(-1);

  #charge = (intentId: string): Charge | undefined =>
    this.books.charges.get(this.books.intents.get(intentId)?.latest_charge ?? '');

  /** A subscription's status follows its newest invoice. */
  #follow(subscription: Subscription, invoice: Invoice): void {
    if (subscription.ended_at !== null) return;
    subscription.status = invoice.status === 'paid' ? 'active' : 'past_due';
    this.books.tell('customer.subscription.updated', subscription);
  }

  #tellSession(subscription: Subscription, type: string): void {
    const session = [...this.books.sessions.values()].find((each) => each.subscription === subscription.id);
    if (!session) return;
    if (type.endsWith('succeeded')) session.payment_status = 'paid';
    this.books.tell(type, session);
  }
}
