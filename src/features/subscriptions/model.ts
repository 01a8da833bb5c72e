import type { PaymentStatus, SubscriptionStatus } from '#db/schema/subscriptions.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { isPaidPlan, type PlanType } from '#features/plans/plans.ts';

/** A user's one current subscription as pages and gates see it; dates are ISO strings. */
export interface Subscription {
  planType: PlanType;
  status: SubscriptionStatus;
  expiresAt: string | null;
  cancelAtPeriodEnd: boolean;
  paymentPending: boolean;
  lastPaymentAt: string | null;
}

/** The last renewal was declined, or the first payment of a purchase was missed. */
export type PaymentTrouble = 'renewal-refused' | 'first-missed';

export function hasOpenPlan(
  subscription: Pick<Subscription, 'planType' | 'status' | 'expiresAt'> | null,
  now: Date,
): boolean {
  if (subscription?.status !== 'active' || !isPaidPlan(subscription.planType)) return false;
  return subscription.expiresAt === null || new Date(subscription.expiresAt) > now;
}

/** The one rule that opens the library: an open plan, or an administrator's role. */
export const isEntitled = (
  role: string,
  subscription: Parameters<typeof hasOpenPlan>[0],
  now: Date,
): boolean => isAdmin({ role }) || hasOpenPlan(subscription, now);

export interface SubscriptionCheck {
  subscribed: boolean;
  plan_type: PlanType | null;
  status: SubscriptionStatus | null;
  subscription_end: string | null;
  cancel_at_period_end: boolean;
  payment_pending: boolean;
}

/** A charge that the provider made or tried: an invoice. Money in centavos. */
export interface ProviderPayment {
  id: string;
  subscriptionId: string | null;
  priceId: string | null;
  status: PaymentStatus;
  amountCents: number;
  /** The price of the whole period, before credit for unused time; null: unknown. */
  priceCents: number | null;
  /** Returned by refund or by a lost dispute. */
  refundedCents: number;
  /** The period that the amount pays for. */
  periodStart: Date | null;
  periodEnd: Date | null;
  createdAt: Date;
  /** The last moment at which a pending boleto or Pix is not overdue; null: none waits. */
  dueAt: Date | null;
  paidAt: Date | null;
  failedAt: Date | null;
  refundedAt: Date | null;
  /** The provider's page to pay a pending charge; null when there is none. */
  payUrl: string | null;
}

/** A charge that is new or has changed. */
export interface PaymentChange {
  payment: ProviderPayment;
  /** Null: it is new. */
  was: PaymentStatus | null;
  /** Null: none of our plans. */
  planType: PlanType | null;
  /** Whether its subscription was never paid, by any charge. */
  isFirst: boolean;
}

/** A snapshot of one customer in the provider's words, as little as we need. */
export interface CustomerState {
  customerId: string;
  isDeleted: boolean;
  subscriptions: {
    id: string;
    priceId: string;
    /** active | trialing | past_due | unpaid | incomplete | incomplete_expired | canceled | paused */
    status: string;
    /** End of the last paid period, or the due time of the boleto or Pix that renews it. */
    currentPeriodEnd: Date;
    cancelAtPeriodEnd: boolean;
    /** A boleto or Pix is issued and not confirmed yet. */
    paymentPending: boolean;
    lastPaymentAt: Date | null;
    createdAt: Date;
    /** When it ended for good; null while it lives. */
    endedAt: Date | null;
  }[];
  payments: ProviderPayment[];
}

export type ProviderSubscription = CustomerState['subscriptions'][number];

/** An event is only trusted to say that something changed for this customer. */
export interface PaymentEvent {
  id: string;
  type: string;
  customerId: string | null;
  /** The payment of an event that names no customer, such as a dispute. */
  paymentId?: string;
}

export interface OpenCheckout {
  id: string;
  priceId: string;
  turn: number;
  url: string;
}

/** A payment provider: simulated, or Stripe. Failures are thrown as PaymentError (faults.ts). */
export interface PaymentGateway {
  readonly kind: 'simulated' | 'stripe';
  /** Creates the customer; `replaced` is one deleted there, who gets a successor. Safe to repeat for one user. */
  createCustomer(user: { userId: string; email: string }, replaced?: string): Promise<string>;
  /** Updates the customer's e-mail. Safe to repeat; ignored for a deleted customer. */
  changeEmail(customerId: string, email: string): Promise<void>;
  /** Creates a checkout page that redirects to `successUrl` or `cancelUrl`; the turn numbers the customer's pages. */
  createCheckout(order: {
    customerId: string;
    priceId: string;
    successUrl: string;
    cancelUrl: string;
    turn: number;
  }): Promise<OpenCheckout>;
  listOpenCheckouts(customerId: string): Promise<OpenCheckout[]>;
  /** Expires a checkout page; `concluded`: it was paid before. Safe to repeat. */
  closeCheckout(id: string): Promise<'closed' | 'concluded'>;
  /** The customer portal for card, plan and cancellation; null: unknown customer. */
  createPortal(customerId: string, returnUrl: string): Promise<{ url: string } | null>;
  fetchCustomer(customerId: string): Promise<CustomerState>;
  /** Voids all open invoices of a subscription. Safe to repeat. */
  voidOwed(subscriptionId: string): Promise<void>;
  /** Cancels a subscription at once, so that nothing more is charged or payable. Safe to repeat. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Refunds `toRefund` in full and ends the subscription; returns the total refunded. Safe to repeat. */
  refundInFull(subscriptionId: string): Promise<{ refundedCents: number }>;
  /** The customer of a payment; null for a stranger's. */
  findCustomerOfPayment(paymentId: string): Promise<string | null>;
  /** The amount of a price; null when it does not exist. */
  fetchPrice(priceId: string): Promise<{ cents: number; months: number } | null>;
  /** Verifies signature, age and form of an event. @throws AppError `invalid` */
  verifyEvent(rawBody: string, signature: string | null, now: Date): PaymentEvent;
}

/** Response of create-checkout and customer-portal; `portal`: a subscription already runs, manage it there. */
export interface CheckoutAnswer {
  url: string;
  portal?: true;
}
