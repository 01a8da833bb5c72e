import { isPaidPlan, type PlanType } from '#features/plans/plans.ts';

/** A user's one current subscription as pages and gates see it; dates are ISO strings. */
export interface Subscription {
  planType: PlanType;
  status: 'active' | 'inactive';
  expiresAt: string | null;
  cancelAtPeriodEnd: boolean;
  paymentPending: boolean;
  lastPaymentAt: string | null;
}

/** The last renewal was refused, or the first payment of what was wanted did not come. */
export type PaymentTrouble = 'renewal-refused' | 'first-missed';

/** The one rule that opens the library, by the server's clock. */
export function isEntitled(
  role: string,
  subscription: Pick<Subscription, 'planType' | 'status' | 'expiresAt'> | null,
  now: Date,
): boolean {
  if (role === 'admin') return true;
  if (subscription?.status !== 'active' || !isPaidPlan(subscription.planType)) return false;
  return subscription.expiresAt === null || new Date(subscription.expiresAt) > now;
}

/** What check-subscription answers. */
export interface SubscriptionCheck {
  subscribed: boolean;
  plan_type: PlanType | null;
  status: 'active' | 'inactive' | null;
  subscription_end: string | null;
  cancel_at_period_end: boolean;
  payment_pending: boolean;
}

/** What became of a charge. `disputed`: contested by the card's holder, or lost to him. */
export type PaymentStatus = 'paid' | 'failed' | 'pending' | 'refunded' | 'disputed';

/** One charge that the provider made or tried: an invoice. Money in centavos. */
export interface ProviderPayment {
  /** The provider's id of the invoice. */
  id: string;
  subscriptionId: string | null;
  priceId: string | null;
  status: PaymentStatus;
  amountCents: number;
  /** The price of the whole period, before credit for unused time; null: the provider does not say. */
  priceCents: number | null;
  /** What went back to the payer, by refund or by a lost dispute. */
  refundedCents: number;
  /** The time that the amount pays for. */
  periodStart: Date | null;
  periodEnd: Date | null;
  createdAt: Date;
  paidAt: Date | null;
  failedAt: Date | null;
  refundedAt: Date | null;
  /** A page of the provider where a charge that waits is paid; null when there is none. */
  payUrl: string | null;
}

/** A charge that is new to us, or whose fate has changed. */
export interface PaymentChange {
  payment: ProviderPayment;
  /** Null: it is new. */
  was: PaymentStatus | null;
  /** Null: not a plan of ours. */
  planType: PlanType | null;
  /** Whether its subscription was never paid, by this or another charge. */
  isFirst: boolean;
}

/** The provider's truth about one customer, in the provider's words, as little as we need. */
export interface CustomerState {
  customerId: string;
  /** The provider does not know this customer any more. */
  isDeleted: boolean;
  /** Newest first. */
  subscriptions: {
    id: string;
    priceId: string;
    /** active | trialing | past_due | unpaid | incomplete | incomplete_expired | canceled | paused */
    status: string;
    /** End of the last period that was paid for. */
    currentPeriodEnd: Date;
    cancelAtPeriodEnd: boolean;
    /** A boleto or Pix was issued and is not confirmed yet. */
    paymentPending: boolean;
    lastPaymentAt: Date | null;
    createdAt: Date;
    /** When it ended for good; null while it lives. */
    endedAt: Date | null;
  }[];
  /** Every charge, newest first. */
  payments: ProviderPayment[];
}

export type ProviderSubscription = CustomerState['subscriptions'][number];

/** The only thing an event is trusted for: that something changed for this customer. */
export interface PaymentEvent {
  id: string;
  type: string;
  customerId: string | null;
  /** The provider's payment that an event is about which names no customer, as disputes do. */
  paymentId?: string;
}

/** A page of the provider that can be paid. */
export interface OpenCheckout {
  id: string;
  priceId: string;
  turn: number;
  url: string;
}

/** A payment provider: the simulated one, or Stripe. What it does not do is thrown as a PaymentError (faults.ts). */
export interface PaymentGateway {
  readonly kind: 'simulated' | 'stripe';
  /**
   * Makes the customer at the provider. Safe to repeat for one user; `replaced` names a customer that was deleted
   * there, in whose place another one is made.
   */
  createCustomer(user: { userId: string; email: string }, replaced?: string): Promise<string>;
  /** Notes the address that the person has now. Safe to repeat; nothing happens to a customer that was deleted. */
  changeEmail(customerId: string, email: string): Promise<void>;
  /**
   * Makes a page of the provider where this price is paid; afterwards it leads to `successUrl` or `cancelUrl`. The turn
   * numbers the customer's pages.
   */
  createCheckout(order: {
    customerId: string;
    priceId: string;
    successUrl: string;
    cancelUrl: string;
    turn: number;
  }): Promise<OpenCheckout>;
  /** The customer's pages that can still be paid. */
  listOpenCheckouts(customerId: string): Promise<OpenCheckout[]>;
  /** Makes sure that a page cannot be paid any more; `concluded`: that came too late. Safe to repeat. */
  closeCheckout(id: string): Promise<'closed' | 'concluded'>;
  /** A page of the provider where the customer manages card, plan and cancellation; null: it does not know him. */
  createPortal(customerId: string, returnUrl: string): Promise<{ url: string } | null>;
  fetchCustomer(customerId: string): Promise<CustomerState>;
  /** Makes sure that nothing which is owed for a subscription can be paid any more. Safe to repeat. */
  voidOwed(subscriptionId: string): Promise<void>;
  /** Ends a subscription at once, so that nothing more is charged or can be paid. Safe to repeat. */
  cancelNow(subscriptionId: string): Promise<void>;
  /**
   * The guarantee of seven days: gives the last payment back in full (`toRefund`) and ends the subscription.
   * Tells what has gone back altogether. Safe to repeat: nothing is given back twice.
   */
  refundInFull(subscriptionId: string): Promise<{ refundedCents: number }>;
  /** Whose payment that is; null for a stranger's. */
  findCustomerOfPayment(paymentId: string): Promise<string | null>;
  /** What the provider charges for a price; null when it has no such price. */
  fetchPrice(priceId: string): Promise<{ cents: number; months: number } | null>;
  /** Checks signature, age and form of an event. @throws AppError `invalid` */
  verifyEvent(rawBody: string, signature: string | null, now: Date): PaymentEvent;
}

/** What create-checkout and customer-portal answer; `portal`: a subscription already runs, manage it there. */
export interface CheckoutAnswer {
  url: string;
  portal?: true;
}
