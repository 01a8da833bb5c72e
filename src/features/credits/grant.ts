import { z } from 'zod';

/** What an administrator gives by hand. */
export const grantCreditsSchema = z.object({
  userId: z
    .string({ error: 'Informe o usuário.' })
    .min(1, 'Informe o usuário.')
    .max(100, 'Usuário inválido.'),
  amount: z
    .number({ error: 'Informe a quantidade.' })
    .int('Informe um número inteiro.')
    .min(1, 'Informe ao menos 1 crédito.')
    .max(10_000, 'Quantidade grande demais.'),
  reason: z
    .string({ error: 'Informe o motivo.' })
    .trim()
    .min(1, 'Informe o motivo.')
    .max(500, 'Motivo longo demais.'),
  /** Null: without end. */
  until: z.coerce.date({ error: 'Data inválida.' }).nullable(),
});
