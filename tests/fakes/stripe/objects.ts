/** The stand-in's objects in Stripe's format; times are seconds, money is centavos. */

export interface Price {
  id: string;
  object: 'price';
  active: boolean;
  currency: string;
  unit_amount: number;
  recurring: { interval: 'month' | 'year'; interval_count: number };
}

export interface Customer {
  id: string;
  object: 'customer';
  created: number;
  email: string;
  metadata: Record<string, string>;
  /** Negative: the customer's credit. */
  balance: number;
  deleted?: true;
}

interface Item {
  id: string;
  object: 'subscription_item';
  current_period_start: number;
  current_period_end: number;
  price: Price;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  customer: string;
  status: string;
  created: number;
  ended_at: number | null;
  canceled_at: number | null;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  items: List<Item>;
  latest_invoice: string | null;
}

interface Line {
  id: string;
  object: 'line_item';
  amount: number;
  period: { start: number; end: number };
  pricing: { type: 'price_details'; price_details: { price: string } };
}

export interface Invoice {
  id: string;
  object: 'invoice';
  customer: string;
  status: 'draft' | 'open' | 'paid' | 'void';
  created: number;
  currency: 'brl';
  amount_due: number;
  amount_paid: number;
  attempted: boolean;
  hosted_invoice_url: string;
  parent: { type: string; subscription_details: { subscription: string } };
  lines: List<Line>;
  status_transitions: {
    finalized_at: number | null;
    paid_at: number | null;
    voided_at: number | null;
    marked_uncollectible_at: number | null;
  };
}

/** Links a payment to an invoice; exposed as `invoice.payments` on request. */
export interface InvoicePayment {
  id: string;
  object: 'invoice_payment';
  invoice: string;
  status: 'open' | 'paid' | 'canceled';
  payment: { type: 'payment_intent'; payment_intent: string };
}

export interface Intent {
  id: string;
  object: 'payment_intent';
  customer: string;
  status: string;
  created: number;
  amount: number;
  next_action: { type: string; boleto_display_details?: { expires_at: number } } | null;
  latest_charge: string | null;
}

export interface Charge {
  id: string;
  object: 'charge';
  customer: string;
  payment_intent: string;
  created: number;
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  disputed: boolean;
  status: 'succeeded' | 'failed';
}

export interface Refund {
  id: string;
  object: 'refund';
  charge: string;
  payment_intent: string;
  created: number;
  amount: number;
  status: 'succeeded';
}

export interface Dispute {
  id: string;
  object: 'dispute';
  charge: string;
  payment_intent: string;
  created: number;
  amount: number;
  status: 'needs_response' | 'lost' | 'won';
}

export interface Session {
  id: string;
  object: 'checkout.session';
  mode: 'subscription';
  customer: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  url: string | null;
  success_url: string;
  cancel_url: string;
  metadata: Record<string, string>;
  created: number;
  subscription: string | null;
  /** Ours: the price on sale. */
  price: string;
}

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export const listOf = <T>(data: T[], url = ''): List<T> => ({ object: 'list', data, has_more: false, url });

/** Any object of an event. */
export type Thing = Customer | Subscription | Invoice | Charge | Refund | Dispute | Session;

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  livemode: false;
  type: string;
  data: { object: Thing };
}

/** A charge of a payment's full amount. */
export const newCharge = (id: string, intent: Intent, status: Charge['status'], created: number): Charge => ({
  id,
  object: 'charge',
  customer: intent.customer,
  payment_intent: intent.id,
  created,
  amount: intent.amount,
  amount_refunded: 0,
  refunded: false,
  disputed: false,
  status,
});

/** A subscription that starts now, unpaid. */
export const newSubscription = (
  ids: { id: string; item: string },
  customer: string,
  price: Price,
  period: { start: number; end: number },
): Subscription => ({
  id: ids.id,
  object: 'subscription',
  customer,
  status: 'incomplete',
  created: period.start,
  ended_at: null,
  canceled_at: null,
  cancel_at: null,
  cancel_at_period_end: false,
  items: listOf([
    {
      id: ids.item,
      object: 'subscription_item',
      current_period_start: period.start,
      current_period_end: period.end,
      price,
    },
  ]),
  latest_invoice: null,
});
