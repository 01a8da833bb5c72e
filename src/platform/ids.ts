const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new id: 26 characters, sortable by time (ULID in lower case). */
export function newId(now: number = Date.now()): string {
  let time = '';
  let rest = now;
  for (let i = 0; i < 10; i++) {
    time = alphabet[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  const random = crypto.getRandomValues(new Uint8Array(16));
  return time + Array.from(random, (byte) => alphabet[byte % 32]).join('');
}

export const idPattern = /^[0-9a-z]{26}$/;

export const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value);
