import type { StripeActs } from './acts.ts';

const times = new Set([
  'created',
  'ended_at',
  'expires_at',
  'canceled_at',
  'current_period_start',
  'current_period_end',
  'finalized_at',
  'paid_at',
  'voided_at',
  'start',
  'end',
]);

/** Shifts a customer's objects into the past, because the site's clock runs normally, then runs what is due. */
export function letTimePass(acts: StripeActs, customerId: string, seconds: number): void {
  const { ledger } = acts;
  const kinds = [ledger.subscriptions, ledger.invoices, ledger.intents, ledger.charges, ledger.sessions];
  for (const things of kinds) {
    for (const thing of things.values()) {
      if (thing.customer === customerId) shift(thing as unknown as Record<string, unknown>, seconds);
    }
  }
  acts.elapse();
}

function shift(thing: Record<string, unknown>, seconds: number): void {
  for (const [name, value] of Object.entries(thing)) {
    if (typeof value === 'number' && times.has(name)) thing[name] = value - seconds;
    else if (Array.isArray(value)) for (const each of value) shift(each as Record<string, unknown>, seconds);
    else if (value && typeof value === 'object') shift(value as Record<string, unknown>, seconds);
  }
}
