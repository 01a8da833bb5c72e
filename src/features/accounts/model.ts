import { z } from 'zod';
import { emailField } from '#platform/email.ts';
import { typedLine } from '#platform/typed-text.ts';
import type { adminRole, Role } from './roles.ts';

declare const proof: unique symbol;

/** A signed-in person. Only a gate creates it, so holding one proves the check. */
export interface User {
  readonly [proof]: 'user';
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  readonly avatarUrl: string | null;
  /** When the account was made, ISO. */
  readonly createdAt: string;
  /** `required`: an administrator without a second step where the site requires one; until then a regular user. */
  readonly secondStep: 'on' | 'off' | 'required';
}

export interface SignedIn {
  readonly user: User;
  readonly sessionId: string;
}

export type Admin = User & { readonly role: typeof adminRole };

/** URL of a person's picture, new with each version; null: initials are shown. */
export const avatarUrlOf = (profile: { avatarKey: string | null; avatarVersion: number }): string | null =>
  profile.avatarKey ? `/media/${profile.avatarKey}?v=${profile.avatarVersion}` : null;

const newPassword = z
  .string({ error: 'Informe a senha.' })
  .min(6, 'A senha deve ter no mínimo 6 caracteres.')
  .max(128, 'A senha deve ter no máximo 128 caracteres.');

export const signInSchema = z.object({
  email: emailField,
  password: z
    .string({ error: 'Informe a senha.' })
    .min(1, 'Informe a senha.')
    .max(128, 'A senha deve ter no máximo 128 caracteres.'),
});
export const signUpSchema = z.object({ email: emailField, password: newPassword });
export const emailSchema = z.object({ email: emailField });
export const resetPasswordSchema = z.object({
  token: z
    .string({ error: 'Este link não vale mais. Peça um novo.' })
    .min(1, 'Este link não vale mais. Peça um novo.')
    .max(200, 'Este link não vale mais. Peça um novo.'),
  password: newPassword,
});

/** Fields of a sign-up from outside; others are dropped, above all a role (AUT-12). */
export const signUpCallSchema = signUpSchema.extend({
  name: typedLine().max(120, 'O nome deve ter no máximo 120 caracteres.').catch('').default(''),
});
export const changePasswordSchema = z.object({
  currentPassword: signInSchema.shape.password,
  newPassword,
});

export type AccountRefusal = 'wrong-password' | 'same-email';

/** Result of a confirmation link (AUT-11); `choose`: the person must still choose a password. */
export type LinkFate = 'confirmed' | 'choose' | 'used' | 'expired' | 'invalid';

const start = '/library';

/** The page whose data an address of the router brings: `/favorites.data` is `/favorites`, `/_root.data` is `/`. */
const pageOfData = (path: string): string =>
  path.replace(/\/_(?:root)?\.data$/, '/').replace(/(?<=[^/])\.data$/, '');

/**
 * A path of this site to open after signing in; anything else becomes the library. Checked after resolving,
 * because `/.//other.site` resolves to `//other.site`; pages of /auth would redirect in a circle.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith('/') || next.length > 2000 || /[\p{Cc}\\]/u.test(next)) return start;
  const url = URL.parse(next, 'http://site.invalid');
  if (url?.origin !== 'http://site.invalid' || url.username || url.password) return start;
  const path = pageOfData(url.pathname);
  if (path.startsWith('//') || /^\/auth(\/|$)/.test(path)) return start;
  return path + url.search + url.hash;
}
