import { z } from 'zod';
import { typedLine } from '#platform/typed-text.ts';
import { wrongPassword } from './messages.ts';
import { emailSchema, signUpSchema } from './model.ts';

const currentPassword = z
  .string({ error: 'Informe a senha atual.' })
  .min(1, 'Informe a senha atual.')
  .max(128, wrongPassword);

export const displayNameForm = z.object({
  displayName: typedLine({ error: 'Informe o nome.' })
    .max(120, 'O nome deve ter no máximo 120 caracteres.')
    .default(''),
});

export const emailChangeForm = emailSchema.extend({ currentPassword });

/** Both new passwords equal and at least 6 characters long, the current one given (PRO-06, PRO-07). */
export const changePasswordForm = z
  .object({
    currentPassword,
    newPassword: signUpSchema.shape.password,
    confirmPassword: z.string({ error: 'Confirme a nova senha.' }),
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    error: 'As senhas não coincidem',
  });
