import { z } from 'zod';

declare const proof: unique symbol;

/** A signed-in person. Only a gate makes one: holding it proves that the check was made. */
export interface User {
  readonly [proof]: 'user';
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  readonly avatarUrl: string | null;
  /** When the account was made, ISO. */
  readonly createdAt: string;
}

/** A signed-in administrator. */
export type Admin = User & { readonly role: 'admin' };

export type Role = 'admin' | 'user';

/** Unknown roles are regular users. */
export const toRole = (stored: string | null | undefined): Role => (stored === 'admin' ? 'admin' : 'user');

const email = z
  .string({ error: 'Informe o e-mail.' })
  .trim()
  .toLowerCase()
  .max(254, 'E-mail longo demais.')
  .pipe(z.email({ error: 'Informe um e-mail válido.' }));

const newPassword = z
  .string({ error: 'Informe a senha.' })
  .min(6, 'A senha deve ter no mínimo 6 caracteres.')
  .max(128, 'A senha deve ter no máximo 128 caracteres.');

export const signInSchema = z.object({
  email,
  password: z
    .string({ error: 'Informe a senha.' })
    .min(1, 'Informe a senha.')
    .max(128, 'A senha deve ter no máximo 128 caracteres.'),
});
export const signUpSchema = z.object({ email, password: newPassword });
export const emailSchema = z.object({ email });
export const resetPasswordSchema = z.object({ token: z.string().min(1), password: newPassword });

/** A path of this site to go on to after signing in; anything else is the library. */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next) || /[\p{Cc}\\]/u.test(next)) return '/library';
  const url = new URL(next, 'http://site.invalid');
  return url.host === 'site.invalid' && url.pathname !== '/auth'
    ? url.pathname + url.search + url.hash
    : '/library';
}
