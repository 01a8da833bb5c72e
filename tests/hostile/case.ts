/** A malformed or malicious body. */
export interface HostileCase {
  /** Shown in lists of failures. */
  name: string;
  headers: Record<string, string>;
  body: Uint8Array;
  /** Sent without Content-Length, in chunks of this many bytes. */
  pieces?: number;
  /** The sender disconnects halfway. */
  leaves?: true;
}

/** Repeats a text to about so many bytes. */
export const repeated = (text: string, bytes: number): string =>
  text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(text))));

/** A case from a text or bytes. */
export const hostile = (
  name: string,
  type: string,
  body: string | Uint8Array,
  more: Partial<HostileCase> = {},
): HostileCase => ({
  name,
  body: typeof body === 'string' ? Buffer.from(body) : body,
  ...more,
  headers: { ...(type && { 'Content-Type': type }), ...more.headers },
});

const k = 1024;
/** Hostile field values. */
export const values: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['blanks', ' '],
  ['a NUL', 'a\0b'],
  ['100 KB', repeated('a', 100 * k)],
  ['100 KB of blanks', repeated(' ', 100 * k)],
  ['a word after 100 KB of blanks', `${repeated(' ', 100 * k)}x`],
  ['lines', repeated('\r\n', 100 * k)],
  ['a long domain', `a@${repeated('a.', 90 * k)}`],
  ['a long mailbox', `${repeated('a.', 90 * k)}@a.br`],
  ['at signs', repeated('@', 50 * k)],
  ['digits', repeated('9', 90 * k)],
  ['a huge number', '1e999'],
  ['minus one', '-1'],
  ['not a number', 'NaN'],
  ['an object', '[object Object]'],
  ['a prototype', '__proto__'],
  ['a method', 'toString'],
  ['emoji', repeated('👩‍👩‍👧‍👦', 80 * k)],
  ['marks over marks', repeated('\u0301', 80 * k)],
  ['right to left', '\u202e\u2066abc'],
  ['lines of Unicode', repeated('\u2028', 60 * k)],
  ['SQL', `'; drop table users; -- ${repeated("'", 20 * k)}`],
  ['patterns', repeated('%_', 60 * k)],
  ['brackets', repeated('([{', 60 * k)],
  ['a page', repeated('<script>alert(1)</script>', 60 * k)],
  ['a formula', '=HYPERLINK("http://evil.test")'],
  ['a way up', repeated('../', 30 * k)],
  ['a script', 'javascript:alert(1)'],
  ['another site', `//evil.test/${repeated('%2f', 30 * k)}`],
  ['a far day', '+275760-09-13T00:00:00.000Z'],
  ['commas', repeated(',', 90 * k)],
  ['almost an id', `${'0'.repeat(8)}-0000-0000-0000-${'g'.repeat(12)}`],
];
