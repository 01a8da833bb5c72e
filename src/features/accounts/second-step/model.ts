import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { z } from 'zod';
import type { Answer } from '#platform/answer.ts';
import { typedLine } from '#platform/typed-text.ts';
import { signInSchema } from '../model.ts';
import type { QrCode } from './qr.ts';

/** Digits of an app code and of a recovery code (written in two halves). */
const appDigits = 6;
const recoveryDigits = 10;

/** A typed app or recovery code, with any spaces and dashes. */
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

/** The call for a typed code, with the code as better-auth expects it. */
export const callOfCode = (code: string) =>
  code.length === recoveryDigits
    ? ({ path: '/two-factor/verify-backup-code', code: `${code.slice(0, 5)}-${code.slice(5)}` } as const)
    : ({ path: '/two-factor/verify-totp', code } as const);

export const appCodeCall = z.object({
  code: z.string({ error: 'Informe o código.' }).length(appDigits, 'O código tem 6 dígitos.'),
});
export const recoveryCodeCall = z.object({
  code: z.string({ error: 'Informe o código.' }).length(recoveryDigits + 1, 'O código tem 10 dígitos.'),
});
export const passwordCall = z.object({ password: signInSchema.shape.password });
/** For a change of the second step. */
export const stepCall = passwordCall.extend({ code: z.string().max(40).default('') });

const base64url = z
  .string()
  .max(8192)
  .regex(/^[\w-]*$/);

/** A browser's passkey response (WebAuthn level 3), reduced to the fields that are read. */
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
  name: typedLine().min(1).max(60).catch('Chave de acesso'),
});

/** The same as JSON in a form field. */
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

/** Whether browsers support passkeys at this address: it needs a host name, and https unless it is localhost. */
export function takesPasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

interface Passkey {
  id: string;
  name: string;
  /** `Criada em 22/11/2026, usada há 3 dias`. */
  facts: string;
}

export interface SecondStep {
  hasApp: boolean;
  passkeys: Passkey[];
}

/** Result of a setup step, beyond that of every profile form. */
export interface SetUpAnswer extends Answer {
  /** For the app: its secret as QR code, in groups of four, and as a link for an app on this device. */
  app?: { secret: string; qr: QrCode; uri: string };
  /** For the browser: how to create the passkey. */
  options?: PublicKeyCredentialCreationOptionsJSON;
  codes?: string[];
  isOn?: true;
}
