import { z } from 'zod';

/** Body of create-checkout. */
export const checkoutSchema = z.object({
  price_id: z
    .string({ error: 'Informe o plano.' })
    .min(1, 'Informe o plano.')
    .max(200, 'Plano desconhecido.'),
});
