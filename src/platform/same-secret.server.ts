import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares a secret in constant time: neither its length nor where it differs changes the answer's time. */
export const isSameSecret = (given: string, right: string): boolean =>
  timingSafeEqual(digest(given), digest(right));
