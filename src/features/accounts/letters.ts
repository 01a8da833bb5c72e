import { z } from 'zod';

const to = z.string();
const url = z.string();

/** Payloads of account mails; each kind has a template in mails/. */
export const letterSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm-email'), to, url }),
  z.object({ kind: z.literal('recover-password'), to, url }),
  z.object({ kind: z.literal('already-registered'), to }),
  z.object({ kind: z.literal('confirm-new-email'), to, url }),
  z.object({ kind: z.literal('email-change-asked'), to, newEmail: z.string() }),
  z.object({ kind: z.literal('email-changed'), to, newEmail: z.string() }),
  z.object({ kind: z.literal('password-changed'), to, at: z.iso.datetime() }),
  z.object({ kind: z.literal('new-device'), to, device: z.string(), at: z.iso.datetime() }),
  z.object({ kind: z.literal('account-deleted'), to, name: z.string() }),
]);
export type Letter = z.infer<typeof letterSchema>;

export interface MailSite {
  name: string;
  /** Origin, without a trailing slash. */
  url: string;
}

/** Validity of confirmation links in hours, and of recovery links in minutes. */
export const confirmationHours = 24;
export const recoveryMinutes = 60;
