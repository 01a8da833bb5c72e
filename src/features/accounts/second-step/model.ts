import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { z } from 'zod';
import { signInSchema } from '../model.ts';
import type { ProfileAnswer } from '../profile-answer.ts';
import type { QrCode } from './qr.ts';

/** Digits of a code of the app, and of a recovery code, which is written in two halves. */
const appDigits = 6;
const recoveryDigits = 10;

/** What somebody types as a code: the app's or one for recovery, spaces and strokes as they come. */
const typedCode = z
  .string({ error: 'Informe o código.' })
  .max(40, 'O código tem 6 dígitos, ou 10 se for de recuperação.')
  .transform((code) => code.replace(/[\s-]/g, ''))
  .pipe(
    z
      .string()
      .min(1, 'Informe o código.')
      .regex(/^(\d{6}|\d{10})$/, 'O código tem 6 dígitos, ou 10 se for de recuperação.'),
  );

export const codeForm = z.object({ code: typedCode });

/** The call that a typed code is for, with the code as the accounts library knows it. */
export const callOfCode = (code: string) =>
  code.length === recoveryDigits
    ? ({ path: '/two-factor/verify-backup-code', code: `${code.slice(0, 5)}-${code.slice(5)}` } as const)
    : ({ path: '/two-factor/verify-totp', code } as const);

/** A code as the two calls that take one get it. */
export const appCodeCall = z.object({
  code: z.string({ error: 'Informe o código.' }).length(appDigits, 'O código tem 6 dígitos.'),
});
export const recoveryCodeCall = z.object({
  code: z.string({ error: 'Informe o código.' }).length(recoveryDigits + 1, 'O código tem 10 dígitos.'),
});
export const passwordCall = z.object({ password: signInSchema.shape.password });

const base64url = z
  .string()
  .max(8192)
  .regex(/^[\w-]*$/);

/** What a browser hands over of a passkey (WebAuthn level 3), with the fields that are looked at. */
const passkeyResponse = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).optional(),
  clientExtensionResults: z.object({}).default({}),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url.optional(),
    authenticatorData: base64url.optional(),
    signature: base64url.optional(),
    userHandle: base64url.optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export const passkeyCall = z.object({ response: passkeyResponse });
export const newPasskeyCall = passkeyCall.extend({
  name: z.string().trim().min(1).max(60).catch('Chave de acesso'),
});

/** The same in a field of a form, as JSON. */
const inField = z
  .string({ error: 'A chave de acesso não respondeu.' })
  .max(16_384)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('A chave de acesso não respondeu.');
      return z.NEVER;
    }
  })
  .pipe(passkeyResponse);
export const passkeyForm = passkeyCall.extend({ response: inField });
export const newPasskeyForm = newPasskeyCall.extend({ response: inField });

/**
 * Whether browsers make passkeys for a site at this address: it needs a name, and https unless the name is that of the
 * own computer.
 */
export function takesPasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

/** One passkey as its owner sees it. */
interface Passkey {
  id: string;
  name: string;
  /** In words: `Criada em 22/11/2026, usada há 3 dias`. */
  facts: string;
}

/** What a person has beside the password. */
export interface SecondStep {
  /** An app for codes. */
  hasApp: boolean;
  passkeys: Passkey[];
}

/** What a step of setting up answers, beside what every form of the profile does. */
export interface SetUpAnswer extends ProfileAnswer {
  /** For the app: its secret drawn, in groups of four, and as a link that an app on this device takes. */
  app?: { secret: string; qr: QrCode; uri: string };
  /** For the browser: what to make a passkey of. */
  options?: PublicKeyCredentialCreationOptionsJSON;
  /** Recovery codes, shown this once. */
  codes?: string[];
  /** The way that was being set up counts now. */
  isOn?: true;
}
