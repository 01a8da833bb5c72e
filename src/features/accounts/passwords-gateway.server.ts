import { Turns } from '#platform/turns.ts';

/** How passwords are hashed. Tests pass a cheap one, because a strong hash is expensive by design. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** A hash costs 32 MB and CPU time: one at a time bounds the memory during a flood of sign-ins. */
const hashing = new Turns({ atOnce: 1 });

/** Loaded with the first password. */
const library = () => import('better-auth/crypto');

/** scrypt as better-auth sets it; the hashes in the database depend on it. */
export const strongPasswords: Passwords = {
  hash: (password) => hashing.run({}, async () => (await library()).hashPassword(password)),
  verify: (hash, password) =>
    hashing.run({}, async () => (await library()).verifyPassword({ hash, password })),
};
