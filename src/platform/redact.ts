/** An address, and ten or more digits as telephones and documents are written; a date is none. */
const email = /[^\s<>"'(),;:=]+(?:@|%40)[^\s<>"'(),;:=]+/gi;
const number = /(?<![\w$.-])(?!\d{4}-\d\d-\d\d)\+?\(?\d(?:[ ()./-]{0,2}\d){9,}(?!\w)/g;

/**
 * A text of an error without the values that it was about: Drizzle's parameters, the values that PostgreSQL quotes
 * (`Key (email)=(…)`, `syntax for type uuid: "…"`, `Failing row contains (…)`), what JSON.parse() could not read,
 * addresses, telephones and documents.
 */
const withoutValues = (text: string): string =>
  text
    .replace(/\nparams:.*/s, '')
    .replace(/\)=\(.*?(?:\)(?= (?:already|is|conflicts) )|\)?\.?$)/gms, ')=(…)')
    .replace(/(Failing row contains) .*/s, '$1 (…)')
    .replace(/".*"(?=(?:\.\.\.)? is not valid JSON)/s, '"…"')
    .replace(/(:|\b(?:value|token|zone|near)) "(?:[^"]|"")*"?/gi, '$1 "…"')
    .replace(email, '[e-mail]')
    .replace(number, '[número]');

/** Zod's message tells what was sent; paths and codes suffice. */
const issuesOf = (error: Error): string | null => {
  const { issues } = error as { issues?: { path: PropertyKey[]; code: string }[] };
  if (error.name !== 'ZodError' || !Array.isArray(issues)) return null;
  return issues.map(({ path, code }) => `${path.map(String).join('.')}: ${code}`).join(', ');
};

/** Of a longer message the rest is not looked at: statements may be of any length. */
const longestMessage = 10_000;

/**
 * What an error says, without values: the one door by which a message of an unknown error gets into the log, the queue,
 * or a stored reason (SEC-07, A-160). At most 500 characters.
 */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? (issuesOf(error) ?? error.message) : String(error);
  return withoutValues(message.slice(0, longestMessage)).slice(0, 500);
}

/** Keys whose values are replaced wherever they stand, in log lines and in the audit. */
export const secretKeys = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'currentPassword',
  'newPassword',
];
const isSecret = new Set(secretKeys);
export const removed = '[removido]';

/** A value for the audit, without secrets at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, isSecret.has(key) ? removed : withoutSecrets(held)]),
  );
}
