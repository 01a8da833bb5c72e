import type { z } from 'zod';
import { firstOf } from './elements.ts';

/** Each kind of refusal has one HTTP status. */
const statuses = {
  invalid: 400,
  unauthenticated: 401,
  'payment-required': 403,
  forbidden: 403,
  'not-found': 404,
  'too-slow': 408,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  unprocessable: 422,
  'rate-limited': 429,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof statuses;

/** A refusal that the caller sees; `message` is Portuguese. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly status: number;
  /** Seconds until a retry makes sense, for 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(kind: ErrorKind, message: string, options: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.status = statuses[kind];
    this.retryAfter = options.retryAfter;
  }
}

/** Thrown by gateways when an external service fails; `retryable` tells jobs whether to retry. */
export class GatewayError extends Error {
  readonly retryable: boolean;

  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'GatewayError';
    this.retryable = options.retryable;
  }
}

/** The message of the first invalid field. */
export const firstMessage = (error: z.ZodError): string => firstOf(error.issues).message;

export function errorBody(error: AppError): { error: { code: ErrorKind; message: string } } {
  return { error: { code: error.kind, message: error.message } };
}

export function errorResponse(error: AppError): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (error.retryAfter !== undefined) headers.set('Retry-After', String(error.retryAfter));
  return Response.json(errorBody(error), { status: error.status, headers });
}
