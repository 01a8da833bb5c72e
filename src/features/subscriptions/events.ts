import { z } from 'zod';
import { AppError } from '#platform/errors.ts';
import type { PaymentEvent } from './model.ts';

/** What a provider calls something. Anything else is refused before a table sees it. */
const name = z.string().regex(/^[\x21-\x7e]{1,255}$/);
/** A thing, or only its id when it was not expanded. */
const reference = z.union([name, z.object({ id: name }).transform(({ id }) => id)]).nullish();

/** An event as far as it is read: what it is about, in whatever form. */
const eventSchema = z.object({
  id: name,
  type: name,
  data: z.object({
    object: z.object({
      id: name.nullish(),
      object: z.string().nullish(),
      customer: reference,
      payment_intent: reference,
    }),
  }),
});

/**
 * What an event tells whose signature was checked: the customer it is about, or else the payment (disputes, refunds).
 * @throws AppError `invalid` for one that has no id, no kind or not the form of an event.
 */
export function parseEvent(rawBody: string): PaymentEvent {
  try {
    const { id, type, data } = eventSchema.parse(JSON.parse(rawBody));
    const about = data.object;
    const customerId = (about.object === 'customer' ? about.id : about.customer) ?? null;
    return { id, type, customerId, paymentId: (!customerId && about.payment_intent) || undefined };
  } catch (cause) {
    throw new AppError('invalid', 'Evento ilegível.', { cause });
  }
}
