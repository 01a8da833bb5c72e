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

/** One call below /api/auth that the outside may make; whatever is not in the table does not exist. */
interface Call {
  method: 'GET' | 'POST';
  /** What is passed on; any other field of the body is dropped. */
  schema: z.ZodType<Record<string, unknown>>;
  /** What is counted per client address. */
  perAddress?: Limit;
  /** What is counted per session. */
  perSession?: Limit;
  /** What is counted for the account that the body names, by the place that the call comes from. */
  perPlace?: PlaceLimits;
  /** The place is known to the account from then on. */
  signsIn?: boolean;
  /** It takes a code that is compared with this column of what is kept of somebody's second step. */
  takesCode?: 'secret' | 'backupCodes';
  /** It ends a sign-in, of which the place is known from then on, unless somebody is signed in already. */
  endsSignIn?: boolean;
  /** Only refusals for a wrong password count: whatever else comes out is given back. */
  countsFailures?: boolean;
  /** The answer takes the same time whether there is such an account or not. */
  evenTime?: boolean;
  /** Only our own pages make it, which have asked for what it needs; for the outside it does not exist. */
  isInner?: boolean;
  /** What the caller reads of the library's answer: these fields, the session, or all; else only that it went well. */
  shows?: readonly string[] | 'session' | 'all';
}

const nothing = z.object({});
export const resetCall = z.object({
  token: resetPasswordSchema.shape.token,
  newPassword: resetPasswordSchema.shape.password,
});
/** A code is counted for whoever is signed in, else for the address; the library counts for the account. */
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

/** Every call that takes a body. */
export const callPaths: readonly string[] = Object.entries<Call>(calls).flatMap(([path, { method }]) =>
  method === 'POST' ? [path] : [],
);

/** The call behind a path below /api/auth, or null. */
export const findCall = (path: string): Call | null =>
  Object.hasOwn(calls, path) ? calls[path as CallPath] : null;
