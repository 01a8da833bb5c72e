import pino, { type Logger } from 'pino';

export type { Logger };

/** Fields that never reach a log line, wherever they stand in an object. */
const secret = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'whatsapp',
  'currentPassword',
  'newPassword',
];

/** The program's log: JSON lines on standard output, secrets removed (SEC-07). */
export function openLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[removido]' },
  });
}

/** Untrusted text for a log line: control characters escaped, cut at 200 characters. */
export function forLog(text: string): string {
  const cut = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return cut.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (char) => `\\u${char.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
}
