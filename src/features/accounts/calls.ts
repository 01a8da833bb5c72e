import { z } from 'zod';
import {
  type Limit,
  linkByAccount,
  linkByAddress,
  otherCalls,
  passwordCheck,
  signUpByAddress,
} from './limits/limits.ts';
import {
  changePasswordSchema,
  emailSchema,
  resetPasswordSchema,
  signInSchema,
  signUpCallSchema,
} from './model.ts';

/** One call below /api/auth that the outside may make; whatever is not in the table does not exist. */
interface Call {
  method: 'GET' | 'POST';
  /** What is passed on; any other field of the body is dropped. */
  schema: z.ZodType<Record<string, unknown>>;
  /** What is counted per client address. */
  perAddress?: Limit;
  /** What is counted per e-mail in the body. */
  perAccount?: Limit;
  /** What is counted per session. */
  perSession?: Limit;
  /** It signs an account in: counted by the place it comes from, which is known from then on. */
  signsIn?: boolean;
  /** Only refusals for a wrong password count: whatever else comes out is given back. */
  countsFailures?: boolean;
  /** The answer takes the same time whether there is such an account or not. */
  evenTime?: boolean;
  /** Who is signed in makes no difference, so the session is not passed on. */
  anonymous?: boolean;
}

const nothing = z.object({});
const resetCall = z.object({
  token: resetPasswordSchema.shape.token,
  newPassword: resetPasswordSchema.shape.password,
});
const calls: Record<string, Call> = {
  '/sign-up/email': {
    method: 'POST',
    schema: signUpCallSchema,
    perAddress: signUpByAddress,
    evenTime: true,
    anonymous: true,
  },
  '/sign-in/email': {
    method: 'POST',
    schema: signInSchema,
    signsIn: true,
    countsFailures: true,
  },
  '/send-verification-email': {
    method: 'POST',
    schema: emailSchema,
    perAddress: linkByAddress,
    perAccount: linkByAccount,
    anonymous: true,
  },
  '/request-password-reset': {
    method: 'POST',
    schema: emailSchema,
    perAddress: linkByAddress,
    perAccount: linkByAccount,
    evenTime: true,
    anonymous: true,
  },
  '/reset-password': { method: 'POST', schema: resetCall, perAddress: linkByAddress, anonymous: true },
  '/change-password': {
    method: 'POST',
    schema: changePasswordSchema.transform((body) => ({ ...body, revokeOtherSessions: true })),
    perAddress: otherCalls,
    perSession: passwordCheck,
    countsFailures: true,
  },
  '/sign-out': { method: 'POST', schema: nothing, perAddress: otherCalls },
  '/revoke-sessions': { method: 'POST', schema: nothing, perAddress: otherCalls },
  '/get-session': { method: 'GET', schema: nothing },
};

export type CallPath =
  | '/sign-up/email'
  | '/sign-in/email'
  | '/send-verification-email'
  | '/request-password-reset'
  | '/reset-password'
  | '/change-password'
  | '/sign-out';

/** The call behind a method and a path below /api/auth, or null. */
export function findCall(method: string, path: string): Call | null {
  const call = Object.hasOwn(calls, path) ? calls[path]! : null;
  return call?.method === method ? call : null;
}
