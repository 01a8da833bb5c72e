import { addDays, dayOf } from '#platform/calendar.ts';
import { endOfBoleto } from '#platform/workdays.ts';
import type { StripeIntent, StripeInvoice } from './stripe-facts.ts';

/** Days until a voucher that names no expiry is overdue: Stripe's defaults. */
const defaultDays = { boleto_display_details: 3, pix_display_qr_code: 1 };
type Voucher = keyof typeof defaultDays;

const voucherOf = (intent: StripeIntent | null): Voucher | null => {
  const type = intent?.status === 'requires_action' ? intent.next_action?.type : undefined;
  return type && type in defaultDays ? (type as Voucher) : null;
};

/** An invoice that Stripe sends to be paid until its due date, instead of charging it. */
const isSent = (invoice: StripeInvoice): boolean => invoice.collection_method === 'send_invoice';

/** Whether a boleto or Pix is issued, a bank is processing, or an invoice was sent. */
export const isWaiting = (invoice: StripeInvoice, intent: StripeIntent | null): boolean =>
  intent?.status === 'processing' || voucherOf(intent) !== null || (isSent(invoice) && !invoice.attempted);

/**
 * Until when a waiting payment is not overdue. A boleto's due date is a day in São Paulo, and moves to the next
 * day with banks; Pix works on every day. Null: nothing that waits.
 */
export function dueOf(invoice: StripeInvoice, intent: StripeIntent | null): Date | null {
  if (!isWaiting(invoice, intent)) return null;
  const voucher = voucherOf(intent);
  const since = new Date(Math.max(intent?.created ?? 0, invoice.created) * 1000);
  const given =
    (voucher && intent?.next_action?.[voucher]?.expires_at) ?? (isSent(invoice) && invoice.due_date);
  const due = given ? new Date(given * 1000) : null;
  if (voucher === 'pix_display_qr_code') return due ?? new Date(since.getTime() + 24 * 3_600_000);
  return endOfBoleto(due ? dayOf(due) : addDays(dayOf(since), defaultDays.boleto_display_details));
}
