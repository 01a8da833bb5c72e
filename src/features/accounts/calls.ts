import { z } from 'zod';
import {
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
  /** Only refusals for a wrong password count: whatever else comes out is given back. */
  countsFailures?: boolean;
  /** The answer takes the same time whether there is such an account or not. */
  evenTime?: boolean;
}

const nothing = z.object({});
export const resetCall = z.object({
  token: resetPasswordSchema.shape.token,
  newPassword: resetPasswordSchema.shape.password,
});
const calls: Record<string, Call> = {
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
  },
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
