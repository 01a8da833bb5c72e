import { createHmac, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, notInArray } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { knownPlaces, users } from '#db/schema/accounts.ts';
import type { Clock } from '#platform/clock.ts';
import type { Counter } from '../limits/commands.server.ts';
import { signInByAccount, signInByAddress, signInByPlace } from '../limits/limits.ts';
import { openBrowserCookie } from '../signed-cookie.ts';

/** Days that a place is known after the last sign-in there, and how many an account has at most. */
export const knownDays = 180;
const most = 20;

interface Deps {
  db: Database;
  clock: Clock;
  secret: string;
  publicUrl: string;
  /** The client's address as the server found it. */
  addressOf(request: Request): string;
}

/** Where a request comes from: a browser by its cookie, and the client's address. */
export interface Places {
  /**
   * What a try to sign in counts on. Where this account was signed in before it counts for that place alone, so that
   * nobody else can use up its owner's tries; a browser is a place of its own even at an address that is abused.
   */
  countersOf(request: Request, email: string): Promise<Counter[]>;
  /** Notes that somebody signed in here. @returns the Set-Cookie line for the answer. Safe to repeat. */
  remember(request: Request, userId: string): Promise<string>;
}

/** Opens the known places; they are kept as keyed hashes, which tell nobody an address. */
export function openPlaces({ db, clock, secret, publicUrl, addressOf }: Deps): Places {
  const cookie = openBrowserCookie({ secret, publicUrl });
  const hashOf = (kind: 'browser' | 'address', value: string) =>
    createHmac('sha256', secret).update(`${kind}\n${value}`).digest('base64url');
  const browserOf = (request: Request) => cookie.read(request.headers.get('cookie'));

  return {
    async countersOf(request, email) {
      const address = addressOf(request);
      const browser = browserOf(request);
      // An unknown browser is looked for too: every try asks the same of the database.
      const here = [hashOf('browser', browser ?? ''), hashOf('address', address)];
      const since = new Date(clock.now().getTime() - knownDays * 86_400_000);
      const rows = await db
        .select({ place: knownPlaces.place })
        .from(knownPlaces)
        .innerJoin(users, eq(users.id, knownPlaces.userId))
        .where(and(eq(users.email, email), inArray(knownPlaces.place, here), gt(knownPlaces.seenAt, since)));
      const byAddress = { limit: signInByAddress, subject: address };
      const place = here.find((each) => rows.some((row) => row.place === each));
      if (!place) return [byAddress, { limit: signInByAccount, subject: email }];
      const own = { limit: signInByPlace, subject: `${email}\n${place}` };
      return place === here[0] ? [own] : [byAddress, own];
    },

    async remember(request, userId) {
      const browser = browserOf(request) ?? randomBytes(16).toString('base64url');
      const seenAt = clock.now();
      const places = [hashOf('browser', browser), hashOf('address', addressOf(request))];
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
      return cookie.write(browser);
    },
  };
}
