import { z } from 'zod';
import { longestPhone, readPhone } from '#platform/phone.ts';
import { typedLine, typedText } from '#platform/typed-text.ts';

/** Drops a sent title, cost or user: the server knows them (CRE-16). WhatsApp with country code 55 (CRE-19). */
export const createRequestSchema = z.object({
  packageId: z
    .string({ error: 'Informe o pacote.' })
    .min(1, 'Informe o pacote.')
    .max(100, 'Pacote inválido.'),
  radioName: typedLine({ error: 'Informe o nome da rádio.' })
    .min(1, 'Informe o nome da rádio.')
    .max(120, 'O nome da rádio deve ter no máximo 120 caracteres.'),
  whatsapp: typedLine({ error: 'Informe o WhatsApp.' })
    .min(1, 'Informe o WhatsApp.')
    .max(longestPhone, `O WhatsApp deve ter no máximo ${longestPhone} caracteres.`)
    .transform((typed, context) => {
      const number = readPhone(typed);
      if (number) return number.digits;
      context.addIssue({ code: 'custom', message: 'Informe o número do WhatsApp.' });
      return z.NEVER;
    }),
});
export type CreateRequestInput = z.infer<typeof createRequestSchema>;

export const revisionSchema = z.object({
  requestId: z.string({ error: 'Informe a gravação.' }).min(1, 'Informe a gravação.').max(100),
  note: typedText({ error: 'Diga o que deve mudar.' })
    .min(1, 'Diga o que deve mudar.')
    .max(1000, 'O texto deve ter no máximo 1000 caracteres.'),
});
