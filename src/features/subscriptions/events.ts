import { z } from 'zod';
import { AppError } from '#platform/errors.ts';
import type { PaymentEvent } from './model.ts';

/** An id of the provider; malformed ones never reach a table. */
const name = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const reference = z.union([name, z.object({ id: name }).transform(({ id }) => id)]).nullish();

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

/** A verified event's customer, or else payment (disputes, refunds). @throws AppError `invalid` when malformed */
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
