import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { profiles, sessions, users } from '#db/schema/accounts.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import { ensureProfile } from '#features/accounts/ensure-profile.server.ts';
import { requireUser } from '#features/accounts/gates.server.ts';
import type { Auth } from '#features/accounts/gateway.server.ts';
import { avatarUrlOf, type User } from '#features/accounts/model.ts';
import { adminRole, toRole, userRole } from '#features/accounts/roles.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import { Memory } from '#platform/memory.ts';
import { isEntitled, type Subscription } from './model.ts';
import { toSubscription } from './subscription-queries.server.ts';

declare const entitledProof: unique symbol;

/** A signed-in person with an open library. Only a gate creates it. */
export type Subscriber = User & { readonly [entitledProof]: true };

export interface Viewer {
  readonly user: User;
  readonly subscription: Subscription | null;
  /** Result of the one rule, by the server's clock when read. */
  readonly entitled: boolean;
  readonly sessionId: string;
}

interface Viewing {
  /** The viewer, looked up at most once; null for a visitor. */
  readonly read: () => Promise<Viewer | null>;
  /** Set-Cookie headers of a renewed session (AUT-14). */
  readonly setCookies: () => string[];
}

export interface ViewerReader {
  /** The viewer for calls; does not renew the session. */
  read(from: Request | string | null): Promise<Viewer | null>;
  /** The viewer for pages, whose response can carry a renewed cookie. */
  open(request: Request): Viewing;
}

/**
 * Proof that the library is open. @throws AppError `unauthenticated` for a visitor, `payment-required` without a plan
 */
export function requireSubscriber(viewer: Viewer | null): Subscriber {
  requireUser(viewer);
  const subscriber = subscriberOf(viewer);
  if (!subscriber) throw new AppError('payment-required', 'É preciso ter uma assinatura ativa.');
  return subscriber;
}

/** The same proof, or null: pages then show 'Assinatura Necessária'. */
export const subscriberOf = (viewer: Viewer | null): Subscriber | null =>
  viewer?.entitled ? (viewer.user as Subscriber) : null;

/** Maximum age in milliseconds and number of cached sessions. */
const age = 30_000;
const capacity = 20_000;
/** Milliseconds between two updates of a session's last use. */
const seenEvery = 600_000;

interface Known {
  viewer: Omit<Viewer, 'entitled'>;
  expiresAt: Date;
  seenAt: Date;
}

/** Caches viewers for 30 s; the bus topic 'viewer' makes bans, plans and sign-outs apply at once everywhere. */
export function openViewerReader(deps: {
  db: Database;
  auth: Auth;
  bus: Bus;
  clock: Clock;
  /** Administrators without a second step are regular users until they set one up. */
  requireTwoFactor?: boolean;
}): ViewerReader {
  const { db, auth, bus, clock, requireTwoFactor = false } = deps;
  const known = new Memory(bus, 'viewer', {
    lifetime: age,
    limit: capacity,
    now: () => clock.now().getTime(),
  });

  const query = db
    .select({ session: sessions, user: users, profile: profiles, subscription: subscriptions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.userId, sessions.userId))
    .leftJoin(subscriptions, eq(subscriptions.userId, sessions.userId))
    .where(eq(sessions.token, sql.placeholder('token')))
    .prepare('viewer_of_session');

  async function ask(token: string): Promise<Known | null> {
    const [row] = await query.execute({ token });
    if (!row) return null;
    const { session, user } = row;
    const profile = row.profile ?? (await ensureProfile(db, user.id));
    const isBare = requireTwoFactor && toRole(profile.role) === adminRole && !user.twoFactorEnabled;
    const person = {
      userId: user.id,
      email: user.email,
      displayName: profile.displayName,
      role: isBare ? userRole : toRole(profile.role),
      secondStep: isBare ? 'required' : user.twoFactorEnabled ? 'on' : 'off',
      avatarUrl: avatarUrlOf(profile),
      createdAt: user.createdAt.toISOString(),
    };
    return {
      viewer: {
        // cast: this gate gives the brand
        user: person as unknown as User,
        subscription: row.subscription && toSubscription(row.subscription),
        sessionId: session.id,
      },
      expiresAt: session.expiresAt,
      seenAt: session.updatedAt,
    };
  }

  async function find(token: string): Promise<Known | null> {
    const entry = await known.get(
      token,
      () => ask(token),
      ({ viewer }) => viewer.user.userId,
    );
    return entry && entry.expiresAt > clock.now() ? entry : null;
  }

  function toViewer({ viewer }: Known): Viewer {
    const { user, subscription } = viewer;
    return { ...viewer, entitled: isEntitled(user.role, subscription, clock.now()) };
  }

  /** Records a session's use, and extends one older than a day. @returns whether it was extended */
  async function renew(token: string, entry: Known): Promise<boolean> {
    const { seconds, renewAfter } = auth.session;
    const now = clock.now();
    const time = now.getTime();
    const isDue = entry.expiresAt.getTime() - seconds * 1000 + renewAfter * 1000 <= time;
    if (!isDue && time - entry.seenAt.getTime() < seenEvery) return false;
    entry.seenAt = now;
    if (isDue) entry.expiresAt = new Date(time + seconds * 1000);
    const renewed = await db
      .update(sessions)
      .set({ expiresAt: entry.expiresAt, updatedAt: now })
      .where(eq(sessions.token, token))
      .returning({ id: sessions.id });
    return isDue && renewed.length > 0;
  }

  return {
    async read(from) {
      const token = auth.cookies.read(from instanceof Request ? from.headers.get('cookie') : from);
      const entry = token === null ? null : await find(token);
      return entry && toViewer(entry);
    },
    open(request) {
      const token = auth.cookies.read(request.headers.get('cookie'));
      const cookies: string[] = [];
      let reading: Promise<Viewer | null> | null = null;
      return {
        read() {
          reading ??= (async () => {
            const entry = token === null ? null : await find(token);
            if (!token || !entry) return null;
            if (await renew(token, entry)) cookies.push(auth.cookies.write(token));
            return toViewer(entry);
          })();
          return reading;
        },
        setCookies: () => cookies,
      };
    },
  };
}
