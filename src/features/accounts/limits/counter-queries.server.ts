import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Database } from '#db/open.server.ts';
import { knownPlaces, rateLimits, twoFactors } from '#db/schema/accounts.ts';
import { type Limit, type Lock, linkRequests, signIns } from './limits.ts';

/** A limit with its subject: an account's e-mail, a session, or a client address. */
export interface Counter {
  limit: Limit;
  subject: string;
}

/** Subjects are hashed, so that the table does not reveal which e-mails were tried. */
export const keyOf = ({ limit, subject }: Counter): string =>
  `${limit.name}:${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`;

/** The subject of an account's counter in one place. */
export const inPlace = (email: string, place: string): string => `${email}\n${place}`;

interface Person {
  userId: string;
  email: string;
}

/** All counters that count against an account: from everywhere, and in each of its known places. */
export async function countersOfAccount(
  db: Database,
  { userId, email }: Person,
): Promise<(Counter & Pick<Lock, 'of'>)[]> {
  const places = await db
    .select({ place: knownPlaces.place })
    .from(knownPlaces)
    .where(eq(knownPlaces.userId, userId));
  const kinds = [
    { of: 'password', limits: signIns },
    { of: 'links', limits: linkRequests },
  ] as const;
  return kinds.flatMap(({ of, limits }) => [
    { of, limit: limits.account, subject: email },
    ...places.map(({ place }) => ({ of, limit: limits.place, subject: inPlace(email, place) })),
  ]);
}

/** What keeps an account from signing in or from asking for links now; of each kind the one that lasts longest. */
export async function findLocks(db: Database, person: Person, now: Date): Promise<Lock[]> {
  const counters = await countersOfAccount(db, person);
  const rows = await db
    .select()
    .from(rateLimits)
    .where(among(rateLimits.key, counters.map(keyOf)));
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const locks = counters.flatMap((counter): Lock[] => {
    const { max, windowSeconds } = counter.limit;
    const row = byKey.get(keyOf(counter));
    const until = new Date((row?.lastRequest ?? 0) + windowSeconds * 1000);
    return row && row.count >= max && until > now ? [{ of: counter.of, until, tries: max }] : [];
  });
  const [app] = await db.select().from(twoFactors).where(eq(twoFactors.userId, person.userId));
  if (app?.lockedUntil && app.lockedUntil > now) {
    locks.push({ of: 'code', until: app.lockedUntil, tries: app.failedVerificationCount });
  }
  const longest = locks.sort((one, other) => other.until.getTime() - one.until.getTime());
  return longest.filter((lock, at) => longest.findIndex(({ of }) => of === lock.of) === at);
}
