import { createHmac, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, notInArray } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { knownPlaces, signIns, users } from '#db/schema/accounts.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import { type Counter, inPlace } from '../limits/counter-queries.server.ts';
import type { PlaceLimits } from '../limits/limits.ts';
import { longestAgent, mostSignIns } from '../records.ts';
import { openBrowserCookie } from '../signed-cookie.ts';

/** Days that a place stays known after its last sign-in, and the maximum per account. */
export const knownDays = 180;
const most = 20;

interface Deps {
  db: Database;
  clock: Clock;
  secret: string;
  publicUrl: string;
  addressOf(request: Request): string;
}

/** Where a request comes from: the browser (by its cookie) and the client address. */
export interface Places {
  /**
   * The counters for a call that names an account; its known places have their own, which strangers cannot exhaust.
   */
  countersOf(request: Request, email: string, limits: PlaceLimits): Promise<Counter[]>;
  /** The hash of the browser's name; null when it has none yet. */
  browserOf(request: Request): string | null;
  /** The same, with the Set-Cookie header that gives the browser its name or extends it. */
  nameBrowser(request: Request): { browser: string; setCookie: string };
  /** Records a known place. @returns the Set-Cookie header. Safe to repeat. */
  remember(request: Request, userId: string): Promise<string>;
  /** Records a sign-in. @returns whether the account has signed in before, but never in this browser */
  isNewDevice(request: Request, userId: string): Promise<boolean>;
}

/** Opens the known places; stored as keyed hashes, which reveal no address. */
export function openPlaces({ db, clock, secret, publicUrl, addressOf }: Deps): Places {
  const cookie = openBrowserCookie({ secret, publicUrl });
  const hashOf = (kind: 'browser' | 'address', value: string) =>
    createHmac('sha256', secret).update(`${kind}\n${value}`).digest('base64url');
  const nameOf = (request: Request) => cookie.read(request.headers.get('cookie'));

  function nameBrowser(request: Request) {
    const name = nameOf(request) ?? randomBytes(16).toString('base64url');
    return { browser: hashOf('browser', name), setCookie: cookie.write(name) };
  }

  /** Keeps the newest of the account. */
  async function recordSignIn(request: Request, userId: string, createdAt: Date): Promise<void> {
    const userAgent = request.headers.get('user-agent')?.slice(0, longestAgent) ?? null;
    await db.insert(signIns).values({ id: newId(), userId, userAgent, createdAt });
    const ofUser = eq(signIns.userId, userId);
    const newest = db
      .select({ id: signIns.id })
      .from(signIns)
      .where(ofUser)
      .orderBy(desc(signIns.createdAt))
      .limit(mostSignIns);
    await db.delete(signIns).where(and(ofUser, notInArray(signIns.id, newest)));
  }

  return {
    nameBrowser,
    browserOf(request) {
      const name = nameOf(request);
      return name && hashOf('browser', name);
    },

    async countersOf(request, email, limits) {
      const address = addressOf(request);
      // Also looked up without a name, so that every call makes the same query.
      const here = [hashOf('browser', nameOf(request) ?? ''), hashOf('address', address)] as const;
      const since = new Date(clock.now().getTime() - knownDays * 86_400_000);
      const rows = await db
        .select({ place: knownPlaces.place })
        .from(knownPlaces)
        .innerJoin(users, eq(users.id, knownPlaces.userId))
        .where(
          and(eq(users.email, email), inArray(knownPlaces.place, [...here]), gt(knownPlaces.seenAt, since)),
        );
      const [knowsBrowser, knowsAddress] = here.map((place) => rows.some((row) => row.place === place));
      if (knowsBrowser) return [{ limit: limits.place, subject: inPlace(email, here[0]) }];
      const counters = [
        { limit: limits.address, subject: address },
        { limit: limits.place, subject: inPlace(email, here[1]) },
      ];
      return knowsAddress ? counters : [...counters, { limit: limits.account, subject: email }];
    },

    async remember(request, userId) {
      const { browser, setCookie } = nameBrowser(request);
      const seenAt = clock.now();
      const places = [browser, hashOf('address', addressOf(request))];
      const ofUser = eq(knownPlaces.userId, userId);
      await db
        .insert(knownPlaces)
        .values(places.map((place) => ({ userId, place, seenAt })))
        .onConflictDoUpdate({ target: [knownPlaces.userId, knownPlaces.place], set: { seenAt } });
      const newest = db
        .select({ place: knownPlaces.place })
        .from(knownPlaces)
        .where(ofUser)
        .orderBy(desc(knownPlaces.seenAt))
        .limit(most);
      await db.delete(knownPlaces).where(and(ofUser, notInArray(knownPlaces.place, newest)));
      return setCookie;
    },

    async isNewDevice(request, userId) {
      const { browser } = nameBrowser(request);
      const ofUser = eq(users.id, userId);
      const [before] = await db
        .select({ signedInAt: users.signedInAt, place: knownPlaces.place })
        .from(users)
        .leftJoin(knownPlaces, and(eq(knownPlaces.userId, users.id), eq(knownPlaces.place, browser)))
        .where(ofUser);
      const now = clock.now();
      await db.update(users).set({ signedInAt: now }).where(ofUser);
      if (before) await recordSignIn(request, userId, now);
      return before !== undefined && before.signedInAt !== null && before.place === null;
    },
  };
}
