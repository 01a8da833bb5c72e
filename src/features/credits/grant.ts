import { z } from 'zod';
import { wholeNumber } from '#platform/number.ts';
import { endOfTypedDay } from '#platform/typed-day.ts';
import { typedText } from '#platform/typed-text.ts';

/** A manual grant by an administrator. */
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
  reason: typedText({ error: 'Informe o motivo.' })
    .min(1, 'Informe o motivo.')
    .max(500, 'Motivo longo demais.'),
  /** Null: never expires. */
  until: z.date({ error: 'Data inválida.' }).nullable(),
});

/** The same from a form: the expiry is the end of the chosen Brazilian day, blank is never. */
export const grantCreditsForm = z
  .object({
    userId: z.string({ error: 'Informe o usuário.' }),
    amount: wholeNumber('Informe a quantidade.'),
    reason: z.string({ error: 'Informe o motivo.' }),
    until: endOfTypedDay,
  })
  .pipe(grantCreditsSchema);

export type GrantRefusal = 'unknown-user' | 'already-over';

export const grantRefusals: Record<GrantRefusal, string> = {
  'unknown-user': 'Este usuário não existe mais.',
  'already-over': 'A validade precisa ser no futuro.',
};
