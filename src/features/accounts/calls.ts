import { z } from 'zod';
import {
  codeByAddress,
  type Limit,
  linkRequests,
  otherCalls,
  type PlaceLimits,
  passwordCheck,
  signIns,
  signUps,
} from './limits/limits.ts';
import {
  changePasswordSchema,
  emailSchema,
  resetPasswordSchema,
  signInSchema,
  signUpCallSchema,
} from './model.ts';
import {
  appCodeCall,
  newPasskeyCall,
  passkeyCall,
  passwordCall,
  recoveryCodeCall,
} from './second-step/model.ts';

/** A call below /api/auth that is allowed from outside; any other path does not exist. */
interface Call {
  method: 'GET' | 'POST';
  /** The fields passed on; others are dropped. */
  schema: z.ZodType<Record<string, unknown>>;
  perAddress?: Limit;
  perSession?: Limit;
  /** Rate limits for the account named in the body, by the place (browser, address) of the call. */
  perPlace?: PlaceLimits;
  /** On success the place becomes a known place of the account. */
  signsIn?: boolean;
  /** Takes a code that is compared with this column of the second step. */
  takesCode?: 'secret' | 'backupCodes';
  /** Completes a sign-in: the place becomes known, unless a session already existed. */
  endsSignIn?: boolean;
  /** Counts only refusals for a wrong password; other outcomes refund the attempt. */
  countsFailures?: boolean;
  /** The response time does not depend on whether the account exists. */
  evenTime?: boolean;
  /** Only our own pages make this call, after their own checks; hidden from outside. */
  isInner?: boolean;
  /** What the caller reads of better-auth's response: these fields, the session, or all; otherwise only success. */
  shows?: readonly string[] | 'session' | 'all';
}

const nothing = z.object({});
export const resetCall = z.object({
  token: resetPasswordSchema.shape.token,
  newPassword: resetPasswordSchema.shape.password,
});
/** Counted per session, or per address without one; better-auth also counts per account. */
const ofCode = {
  perAddress: codeByAddress,
  perSession: passwordCheck,
  countsFailures: true,
  endsSignIn: true,
} as const;
const asksPassword = {
  method: 'POST',
  schema: passwordCall,
  perAddress: otherCalls,
  perSession: passwordCheck,
  countsFailures: true,
} as const;
const ofPasskey = { perAddress: codeByAddress, countsFailures: true, isInner: true, shows: 'all' } as const;

const calls = {
  '/sign-up/email': {
    method: 'POST',
    schema: signUpCallSchema,
    perPlace: signUps,
    evenTime: true,
  },
  '/sign-in/email': {
    method: 'POST',
    schema: signInSchema,
    perPlace: signIns,
    signsIn: true,
    countsFailures: true,
    shows: ['twoFactorRedirect', 'twoFactorMethods'],
  },
  '/two-factor/verify-totp': { method: 'POST', schema: appCodeCall, takesCode: 'secret', ...ofCode },
  '/two-factor/verify-backup-code': {
    method: 'POST',
    schema: recoveryCodeCall,
    takesCode: 'backupCodes',
    ...ofCode,
  },
  '/two-factor/enable': { ...asksPassword, shows: ['totpURI', 'backupCodes'] },
  '/two-factor/generate-backup-codes': { ...asksPassword, shows: ['backupCodes'] },
  '/passkey/generate-authenticate-options': { ...ofPasskey, method: 'GET', schema: nothing },
  '/passkey/verify-authentication': { ...ofPasskey, method: 'POST', schema: passkeyCall, endsSignIn: true },
  '/passkey/generate-register-options': { ...ofPasskey, method: 'GET', schema: nothing },
  '/passkey/verify-registration': { ...ofPasskey, method: 'POST', schema: newPasskeyCall },
  '/send-verification-email': {
    method: 'POST',
    schema: emailSchema,
    perPlace: linkRequests,
    evenTime: true,
  },
  '/request-password-reset': {
    method: 'POST',
    schema: emailSchema,
    perPlace: linkRequests,
    evenTime: true,
  },
  '/reset-password': { method: 'POST', schema: resetCall, perAddress: linkRequests.address },
  '/change-password': {
    method: 'POST',
    schema: changePasswordSchema.transform((body) => ({ ...body, revokeOtherSessions: true })),
    perAddress: otherCalls,
    perSession: passwordCheck,
    countsFailures: true,
  },
  '/sign-out': { method: 'POST', schema: nothing, perAddress: otherCalls },
  '/revoke-sessions': { method: 'POST', schema: nothing, perAddress: otherCalls },
  '/get-session': { method: 'GET', schema: nothing, shows: 'session' },
} satisfies Record<string, Call>;

export type CallPath = keyof typeof calls;

export const callPaths: readonly string[] = Object.entries<Call>(calls).flatMap(([path, { method }]) =>
  method === 'POST' ? [path] : [],
);

export const callAt = (path: CallPath): Call => calls[path];

export const findCall = (path: string): Call | null =>
  Object.hasOwn(calls, path) ? callAt(path as CallPath) : null;
