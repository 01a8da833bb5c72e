/** The fields of Stripe's objects that are read; times are seconds, nested lists are complete. */
export interface StripeFacts {
  customerId: string;
  isDeleted: boolean;
  subscriptions: StripeSubscription[];
  invoices: StripeInvoice[];
  /** Every payment intent of the customer with its latest charge. */
  intents: StripeIntent[];
  /** Disputes of charges marked as disputed. */
  disputes: StripeDispute[];
}

export type Reference = string | { id: string };

export const idOf = (reference: Reference): string =>
  typeof reference === 'string' ? reference : reference.id;

export interface StripeSubscription {
  id: string;
  status: string;
  created: number;
  ended_at: number | null;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  items: { data: { current_period_end: number; price: { id: string } }[] };
}

export interface StripeInvoice {
  id: string;
  status: string | null;
  created: number;
  amount_due: number;
  amount_paid: number;
  attempted: boolean;
  /** `send_invoice`: sent to be paid until `due_date`; else charged automatically. */
  collection_method?: string | null;
  due_date?: number | null;
  hosted_invoice_url?: string | null;
  parent: { subscription_details: { subscription: Reference } | null } | null;
  lines: StripeLine[];
  /** The payments that tried it. */
  payments: { status: string; payment: { payment_intent?: Reference } }[];
  status_transitions: {
    paid_at: number | null;
    voided_at: number | null;
    marked_uncollectible_at: number | null;
  };
}

export interface StripeLine {
  amount: number;
  discount_amounts?: { amount: number }[] | null;
  period: { start: number; end: number };
  pricing: { price_details?: { price: Reference } } | null;
}

export interface StripeIntent {
  id: string;
  status: string;
  created: number;
  next_action: {
    type: string;
    boleto_display_details?: { expires_at?: number | null };
    pix_display_qr_code?: { expires_at?: number };
  } | null;
  latest_charge: string | StripeCharge | null;
}

export interface StripeCharge {
  id: string;
  created: number;
  status: string;
  amount_refunded: number;
  disputed: boolean;
  refunds: { created: number; status: string | null }[];
}

export interface StripeDispute {
  status: string;
  created: number;
  payment_intent: Reference | null;
}

export interface StripeSession {
  id: string;
  /** Null when it is no longer open. */
  url: string | null;
  metadata: Record<string, string> | null;
}
