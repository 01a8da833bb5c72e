import type { Method, StripeLedger } from './ledger.ts';
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
  readonly ledger: StripeLedger;

  constructor(ledger: StripeLedger) {
    this.ledger = ledger;
  }

  /** Starts and charges the next period now; a declined card, or a boleto or Pix, leaves it unpaid. */
  renew(id: string, method: Method = 'card'): boolean {
    const subscription = this.#running(id);
    if (!subscription || subscription.cancel_at_period_end) return false;
    const item = subscription.items.data[0]!;
    item.current_period_start = item.current_period_end;
    item.current_period_end = this.ledger.after(item.current_period_start, item.price);
    const invoice = this.ledger.bill(subscription, item.price.unit_amount);
    this.ledger.attempt(invoice, method);
    this.#follow(subscription, invoice);
    return true;
  }

  /** The same with a card declined once. */
  failRenewal(id: string): boolean {
    const customer = this.ledger.subscriptions.get(id)?.customer ?? '';
    const wasRefused = this.ledger.refused.has(customer);
    this.ledger.refused.add(customer);
    const done = this.renew(id);
    if (!wasRefused) this.ledger.refused.delete(customer);
    return done;
  }

  /** Pays the open invoice by card: a new card, or the bank now accepts. */
  recover(id: string): boolean {
    const subscription = this.ledger.subscriptions.get(id);
    const invoice = this.#open(id);
    if (!subscription || !invoice || subscription.ended_at !== null) return false;
    this.ledger.attempt(invoice, 'card');
    this.#follow(subscription, invoice);
    return invoice.status === 'paid';
  }

  /** A boleto or Pix is paid; the period starts with it. */
  payVoucher(id: string): boolean {
    const subscription = this.ledger.subscriptions.get(id);
    const invoice = this.#open(id);
    const intent = invoice && this.ledger.intentsOf(invoice).find((each) => each.next_action);
    if (!subscription || !invoice || !intent) return false;
    const charge = newCharge(this.ledger.id('ch'), intent, 'succeeded', this.ledger.now());
    this.ledger.charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
    this.ledger.settle(invoice, intent);
    this.#follow(subscription, invoice);
    this.#tellSession(subscription, 'checkout.session.async_payment_succeeded');
    return true;
  }

  /** A boleto or Pix expires; by account settings and method the subscription ends or stays payable. */
  expireVoucher(
    id: string,
    status: 'incomplete_expired' | 'incomplete' | 'past_due' = 'incomplete_expired',
  ): boolean {
    const subscription = this.ledger.subscriptions.get(id);
    const invoice = this.#open(id);
    const intent = invoice && this.ledger.intentsOf(invoice).find((each) => each.next_action);
    if (!subscription || !intent) return false;
    if (status === 'incomplete_expired') this.ledger.end(subscription, status);
    else {
      Object.assign(intent, { status: 'requires_payment_method', next_action: null });
      subscription.status = status;
      this.ledger.tell('customer.subscription.updated', subscription);
    }
    this.#tellSession(subscription, 'checkout.session.async_payment_failed');
    return true;
  }

  /** Changes the plan now; credits the rest of the old one, charges the difference. */
  changePlan(id: string, priceId: string): boolean {
    const subscription = this.#running(id);
    const price = this.ledger.prices.get(priceId);
    const item = subscription?.items.data[0];
    if (!subscription || !price || !item || item.price.id === priceId) return false;
    const now = this.ledger.now();
    const whole = item.current_period_end - item.current_period_start;
    const left = Math.max(0, item.current_period_end - now) / whole;
    const credit = subscription.status === 'active' ? Math.round(item.price.unit_amount * left) : 0;
    const current_period_end = this.ledger.after(now, price);
    Object.assign(item, { price, current_period_start: now, current_period_end });
    const invoice = this.ledger.bill(subscription, price.unit_amount, credit);
    this.ledger.attempt(invoice, 'card');
    this.#follow(subscription, invoice);
    return true;
  }

  cancelAtPeriodEnd(id: string): boolean {
    const subscription = this.#running(id);
    if (!subscription || subscription.cancel_at_period_end) return false;
    Object.assign(subscription, { cancel_at_period_end: true, canceled_at: this.ledger.now() });
    this.ledger.tell('customer.subscription.updated', subscription);
    return true;
  }

  reactivate(id: string): boolean {
    const subscription = this.#running(id);
    if (!subscription?.cancel_at_period_end) return false;
    Object.assign(subscription, { cancel_at_period_end: false, canceled_at: null });
    this.ledger.tell('customer.subscription.updated', subscription);
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
      id: this.ledger.id('re'),
      object: 'refund',
      charge: charge.id,
      payment_intent: intentId,
      created: this.ledger.now(),
      amount: part,
      status: 'succeeded',
    };
    this.ledger.refunds.set(refund.id, refund);
    this.ledger.tell('charge.refunded', charge);
    return refund;
  }

  /** The cardholder disputes the last charge. Like Stripe's, the event names no customer. */
  dispute(id: string): boolean {
    const charge = this.#charge(this.lastIntent(id) ?? '');
    if (!charge || charge.disputed) return false;
    charge.disputed = true;
    const dispute: Dispute = {
      id: this.ledger.id('dp'),
      object: 'dispute',
      charge: charge.id,
      payment_intent: charge.payment_intent,
      created: this.ledger.now(),
      amount: charge.amount,
      status: 'needs_response',
    };
    this.ledger.disputes.set(dispute.id, dispute);
    this.ledger.tell('charge.dispute.created', dispute);
    return true;
  }

  closeDispute(id: string, status: 'lost' | 'won'): boolean {
    const intent = this.lastIntent(id);
    const dispute = [...this.ledger.disputes.values()].find(
      (each) => each.payment_intent === intent && each.status === 'needs_response',
    );
    if (!dispute) return false;
    dispute.status = status;
    this.ledger.tell('charge.dispute.closed', dispute);
    return true;
  }

  /** Runs what is due: renewals, and scheduled ends. */
  elapse(): void {
    const now = this.ledger.now();
    for (const subscription of this.ledger.subscriptions.values()) {
      const isDue = () => subscription.items.data[0]!.current_period_end <= now;
      while (subscription.status === 'active' && isDue()) {
        if (!subscription.cancel_at_period_end) this.renew(subscription.id);
        else {
          this.ledger.end(subscription, 'canceled');
          subscription.ended_at = subscription.items.data[0]!.current_period_end;
        }
      }
    }
  }

  /** The last successful payment of a subscription. */
  lastIntent(id: string): string | null {
    const paid = this.ledger
      .invoicesOf(id)
      .filter((invoice) => invoice.status === 'paid' && invoice.amount_paid > 0);
    const last = paid.at(-1);
    return (last && this.ledger.intentsOf(last).find((each) => each.status === 'succeeded')?.id) ?? null;
  }

  #running(id: string): Subscription | null {
    const subscription = this.ledger.subscriptions.get(id);
    return subscription && ['active', 'past_due'].includes(subscription.status) ? subscription : null;
  }

  #open = (id: string): Invoice | undefined =>
    this.ledger
      .invoicesOf(id)
      .filter((each) => each.status === 'open')
      .at(-1);

  #charge = (intentId: string): Charge | undefined =>
    this.ledger.charges.get(this.ledger.intents.get(intentId)?.latest_charge ?? '');

  /** A subscription's status follows its newest invoice. */
  #follow(subscription: Subscription, invoice: Invoice): void {
    if (subscription.ended_at !== null) return;
    subscription.status = invoice.status === 'paid' ? 'active' : 'past_due';
    this.ledger.tell('customer.subscription.updated', subscription);
  }

  #tellSession(subscription: Subscription, type: string): void {
    const session = [...this.ledger.sessions.values()].find((each) => each.subscription === subscription.id);
    if (!session) return;
    if (type.endsWith('succeeded')) session.payment_status = 'paid';
    this.ledger.tell(type, session);
  }
}
