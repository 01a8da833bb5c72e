import { AppError, GatewayError } from '#platform/errors.ts';

/** SQLSTATE codes and system errors that mean: the server cannot serve now, but may soon. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '25006', // read-only: another server has taken over
  '53000',
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '53400',
  '57014', // cancelled by our own time limit
  '57P01',
  '57P02',
  '57P03', // starting or stopping
  '57P05',
  '58030', // the server could not read or write a file
]);

/** Messages of driver errors that have no code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** An error and its chain of causes, including the parts of an AggregateError. */
export function* causes(error: unknown): Generator<object> {
  const seen = new Set<unknown>();
  const waiting = [error];
  while (waiting.length > 0) {
    const next = waiting.shift();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    yield next;
    waiting.push((next as Error).cause);
    if (next instanceof AggregateError) waiting.push(...next.errors);
  }
}

/** Whether the database is stopped, unreachable, overloaded or out of disk: a 503, worth a retry. */
export function isDatabaseDown(error: unknown): boolean {
  for (const cause of causes(error)) {
    if (cause instanceof GatewayError || cause instanceof AppError) return false;
    const { code, syscall, message } = cause as { code?: unknown; syscall?: unknown; message?: unknown };
    if (typeof code === 'string' && (codes.has(code) || code.startsWith('08'))) return true;
    // The socket file is missing while the embedded server is stopped.
    if (code === 'ENOENT' && syscall === 'connect') return true;
    if (code === undefined && typeof message === 'string' && messages.test(message)) return true;
  }
  return false;
}

/** Whether the database refused a text with a NUL, broken UTF-8 or half a surrogate pair: the sender's fault. */
export const isUnstorableText = (error: unknown): boolean =>
  [...causes(error)].some((cause) => {
    const { code, message } = cause as { code?: unknown; message?: unknown };
    return code === '22021' || code === '22P05' || (code === '22P02' && /type json/.test(String(message)));
  });

/** The first code that an error or one of its causes bears, such as `ECONNREFUSED` or `42P01`. */
export const codeIn = (error: unknown): string | undefined =>
  [...causes(error)].flatMap((cause) =>
    'code' in cause && typeof cause.code === 'string' ? cause.code : [],
  )[0];
