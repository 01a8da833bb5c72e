import type Stripe from 'stripe';
import type { StripeCharge, StripeFacts, StripeIntent, StripeInvoice } from './stripe-facts.ts';

/** Calls Stripe; an expected error code becomes null, any other error a PaymentError. */
export interface Ask {
  <T>(call: () => Promise<T>): Promise<T>;
  <T>(call: () => Promise<T>, expected: string[]): Promise<T | null>;
}

/** Most entries of one kind that are read per customer; the maximum of Stripe's library. */
const most = { limit: 10_000 };
const limit = 100;
const gone = ['resource_missing'];

/** Reads everything about a customer, each list completely. @throws PaymentError */
export async function readFacts(stripe: Stripe, ask: Ask, customerId: string): Promise<StripeFacts> {
  const of = { customer: customerId, limit };
  const [customer, subscriptions, invoices, intents] = await Promise.all([
    ask(() => stripe.customers.retrieve(customerId), gone),
    ask(() => stripe.subscriptions.list({ ...of, status: 'all' }).autoPagingToArray(most), gone),
    ask(() => stripe.invoices.list({ ...of, expand: ['data.payments'] }).autoPagingToArray(most), gone),
    ask(() => listIntents(stripe, of).autoPagingToArray(most), gone),
  ]);
  const whole: StripeFacts = {
    customerId,
    isDeleted: !customer || customer.deleted === true,
    subscriptions: subscriptions ?? [],
    invoices: [],
    intents: [],
    disputes: [],
  };
  for (const invoice of invoices ?? []) whole.invoices.push(await ask(() => wholeInvoice(stripe, invoice)));
  for (const intent of intents ?? []) whole.intents.push(await ask(() => wholeIntent(stripe, intent)));
  for (const { id, latest_charge: charge } of whole.intents) {
    if (!charge || typeof charge !== 'object' || !charge.disputed) continue;
    const order = { payment_intent: id, limit };
    whole.disputes.push(...(await ask(() => stripe.disputes.list(order).autoPagingToArray(most))));
  }
  return whole;
}

const listIntents = (stripe: Stripe, of: { customer: string; limit: number }) =>
  stripe.paymentIntents.list({ ...of, expand: ['data.latest_charge.refunds'] });

async function wholeInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<StripeInvoice> {
  const { id } = invoice;
  const lines = await toEnd(invoice.lines, () => stripe.invoices.listLineItems(id, { limit }));
  const payments = await toEnd(invoice.payments, () => stripe.invoicePayments.list({ invoice: id, limit }));
  return { ...invoice, lines, payments };
}

async function wholeIntent(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<StripeIntent> {
  const charge = intent.latest_charge;
  if (!charge || typeof charge === 'string') return { ...intent, latest_charge: charge };
  const refunds = await toEnd(charge.refunds, () => stripe.refunds.list({ charge: charge.id, limit }));
  return { ...intent, latest_charge: { ...charge, refunds } satisfies StripeCharge };
}

/** A nested list: as it is when complete, else fetched from its beginning. */
async function toEnd<T>(
  inside: Stripe.ApiList<T> | null | undefined,
  list: () => Stripe.ApiListPromise<T>,
): Promise<T[]> {
  return inside?.has_more ? list().autoPagingToArray(most) : (inside?.data ?? []);
}
