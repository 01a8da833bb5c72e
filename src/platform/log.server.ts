import pino, { type Logger, type LoggerOptions } from 'pino';
import { messageOf, removed, secretKeys } from './redact.ts';
import { currentTrace } from './trace.server.ts';

export type { Logger };

/** Keys that are redacted at any depth: secrets, and whom they are about. */
const hidden = [...secretKeys, 'whatsapp', 'email'];

/** The program's log: JSON lines on standard output, secrets redacted (SEC-07). */
export function openLog(level: string, out: { write(line: string): void } = pino.destination(1)): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceOf,
    serializers: { err: (error: unknown) => errorFacts(error) },
    redact: { paths: hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: removed },
  };
  return pino(options, out);
}

/** The request or job that a line belongs to. */
function traceOf(): object {
  const trace = currentTrace();
  return trace ? { trace } : {};
}

/** Nothing else of the object: drivers attach connections, Drizzle puts query values into messages (SEC-07). */
export function errorFacts(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: forLog(messageOf(error)) };
  const { name, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message: messageOf(error),
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(cause === undefined || depth > 4 ? {} : { cause: errorFacts(cause, depth + 1) }),
  };
}

/** Escapes control characters of untrusted text for a log line, and cuts it at 200 characters. */
export function forLog(text: string): string {
  const cut = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return cut.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The path of a URL for a log line: decoded, without its query, escaped and cut. */
export function pathForLog(url: string): string {
  const { pathname } = new URL(url);
  try {
    return forLog(decodeURIComponent(pathname));
  } catch {
    return forLog(pathname);
  }
}
