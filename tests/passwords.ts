import { createHash, randomBytes } from 'node:crypto';
import type { Passwords } from '#features/accounts/passwords-gateway.server.ts';

const digest = (salt: string, password: string) =>
  createHash('sha256').update(salt).update(password).digest('hex');

/** Hashes in microseconds instead of a tenth of a second. */
export const cheapPasswords: Passwords = {
  async hash(password) {
    const salt = randomBytes(8).toString('hex');
    return `${salt}:${digest(salt, password)}`;
  },
  async verify(hash, password) {
    const [salt = '', kept] = hash.split(':');
    return digest(salt, password) === kept;
  },
};
