import { z } from 'zod';
import { messageOf } from '#platform/redact.ts';
import { DriveError, type DriveRefusal } from './imports.ts';

/** Drive's error reasons that we distinguish. */
const reasons: Record<string, DriveRefusal> = {
  userRateLimitExceeded: 'busy',
  rateLimitExceeded: 'busy',
  sharingRateLimitExceeded: 'busy',
  RATE_LIMIT_EXCEEDED: 'busy',
  backendError: 'unreachable',
  downloadQuotaExceeded: 'quota',
  dailyLimitExceeded: 'quota',
  quotaExceeded: 'quota',
  keyInvalid: 'key',
  keyExpired: 'key',
  accessNotConfigured: 'key',
  ipRefererBlocked: 'key',
  authError: 'key',
  API_KEY_INVALID: 'key',
  API_KEY_EXPIRED: 'key',
  API_KEY_SERVICE_BLOCKED: 'key',
  SERVICE_DISABLED: 'key',
  notFound: 'not-found',
  insufficientFilePermissions: 'forbidden',
  cannotDownloadFile: 'forbidden',
  cannotDownloadAbusiveFile: 'forbidden',
  fileNotDownloadable: 'forbidden',
};

const bodySchema = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string() })).catch([]),
    details: z.array(z.object({ reason: z.string().optional() })).catch([]),
  }),
});

/** The refusal for a status without a known reason. */
function reasonOfStatus(status: number): DriveRefusal {
  if (status === 401) return 'key';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'not-found';
  if (status === 416) return 'changed';
  if (status === 429) return 'busy';
  return status >= 500 ? 'unreachable' : 'bad-answer';
}

/** Maps an error of the library to a refusal; without a response Drive was unreachable. */
export function readRefusal(error: unknown): DriveError {
  if (error instanceof DriveError) return error;
  // The library wraps errors of our own fetch.
  if (error instanceof Error && error.cause instanceof DriveError) return error.cause;
  const response = (error as { response?: { status?: number; headers?: Headers; data?: unknown } } | null)
    ?.response;
  if (!response?.status) return new DriveError('unreachable', { cause: strip(error) });
  const named = namedReasons(response.data).map((reason) => reasons[reason]);
  const isPage = response.status === 403 && typeof response.data === 'string' && /<html/i.test(response.data);
  const reason = named.find(Boolean) ?? (isPage ? 'busy' : reasonOfStatus(response.status));
  const retryAfter = readRetryAfter(new Headers(response.headers).get('retry-after'));
  return new DriveError(reason, { retryAfter, cause: strip(error) });
}

function namedReasons(data: unknown): string[] {
  const parsed = bodySchema.safeParse(typeof data === 'string' ? tryJson(data) : data);
  if (!parsed.success) return [];
  const { errors, details } = parsed.data.error;
  return [...errors.map(({ reason }) => reason), ...details.flatMap(({ reason }) => reason ?? [])];
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Seconds, from a Retry-After header with seconds or a date. */
function readRetryAfter(value: string | null): number | null {
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

/** The library attaches the request with headers and key to its errors: keep only the message. */
const strip = (error: unknown): Error =>
  new Error(error instanceof Error ? `${error.name}: ${messageOf(error)}`.slice(0, 300) : 'unknown');
