import { idOf, type Reference } from './facts.ts';

/** An event as far as it is read: what it is about, in whatever form. */
interface StripeEvent {
  data: { object: object };
}

interface About {
  id?: string;
  object?: string;
  customer?: Reference | null;
  payment_intent?: Reference | null;
}

/** The customer that an event names; null when it names none. */
export function customerOf(event: StripeEvent): string | null {
  const about = event.data.object as About;
  if (about.object === 'customer') return about.id ?? null;
  return about.customer ? idOf(about.customer) : null;
}

/** The payment of an event that names no customer (disputes, refunds). */
export function paymentOf(event: StripeEvent): string | undefined {
  const about = event.data.object as About;
  return !customerOf(event) && about.payment_intent ? idOf(about.payment_intent) : undefined;
}
