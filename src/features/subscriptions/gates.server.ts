import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { profiles, sessions, users } from '#db/schema/accounts.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import { ensureProfile } from '#features/accounts/ensure-profile.server.ts';
import { requireUser } from '#features/accounts/gates.server.ts';
import type { Auth } from '#features/accounts/gateway.server.ts';
import { avatarUrlOf, toRole, type User } from '#features/accounts/model.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import { isEntitled, type Subscription } from './model.ts';
import { toSubscription } from './subscription-queries.server.ts';

declare const entitledProof: unique symbol;

/** A signed-in person to whom the library is open. Only a gate makes one. */
export type Subscriber = User & { readonly [entitledProof]: true };

/** Who asks, and whether the library is open to them. */
export interface Viewer {
  readonly user: User;
  readonly subscription: Subscription | null;
  /** The one rule, by the server's clock at the moment of reading. */
  readonly entitled: boolean;
  readonly sessionId: string;
}

/** Who asks, for one request. */
interface Viewing {
  /** The viewer, looked up at most once; null for a visitor. */
  readonly read: () => Promise<Viewer | null>;
  /** Set-Cookie lines for the answer: the session's, when it was renewed (AUT-14). */
  readonly setCookies: () => string[];
}

export interface ViewerReader {
  /** Who sent a request, for calls; the session is not renewed. */
  read(from: Request | string | null): Promise<Viewer | null>;
  /** The same for pages, whose answer can carry a renewed cookie. */
  open(request: Request): Viewing;
}

/**
 * Proof that the library is open to whoever asks, for calls.
 * @throws AppError `unauthenticated` for a visitor, `payment-required` without a plan
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

/** How long a session is remembered, in milliseconds, and how many are. */
const age = 30_000;
const capacity = 20_000;
/** How exactly a session's last use is noted, in milliseconds: one short statement for each. */
const seenEvery = 600_000;

interface Known {
  viewer: Omit<Viewer, 'entitled'>;
  expiresAt: Date;
  /** When the session was last used, as the database knows it. */
  seenAt: Date;
  readAt: number;
}

/**
 * Opens the reader of viewers: from memory for 30 s, else by one prepared query. Forgets a user, or everybody,
 * when the bus says 'viewer', so that bans, plans and sign-outs count at once in every process.
 */
export function openViewerReader(deps: {
  db: Database;
  auth: Auth;
  bus: Bus;
  clock: Clock;
  /** Administrators without a second step are regular users until they have one. */
  requireTwoFactor?: boolean;
}): ViewerReader {
  const { db, auth, bus, clock, requireTwoFactor = false } = deps;
  const known = new Map<string, Known>();
  const tokensOf = new Map<string, Set<string>>();
  const asking = new Map<string, Promise<Known | null>>();
  let era = 0;

  const query = db
    .select({ session: sessions, user: users, profile: profiles, subscription: subscriptions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.userId, sessions.userId))
    .leftJoin(subscriptions, eq(subscriptions.userId, sessions.userId))
    .where(eq(sessions.token, sql.placeholder('token')))
    .prepare('viewer_of_session');

  function forget(token: string): void {
    const entry = known.get(token);
    if (!entry) return;
    known.delete(token);
    const { userId } = entry.viewer.user;
    const tokens = tokensOf.get(userId);
    tokens?.delete(token);
    if (tokens?.size === 0) tokensOf.delete(userId);
  }

  bus.on('viewer', (key) => {
    // What is being read just now may already be old: it is used once and not kept.
    era++;
    asking.clear();
    const tokens = key === '*' ? [...known.keys()] : [...(tokensOf.get(key) ?? [])];
    for (const token of tokens) forget(token);
  });

  function remember(token: string, entry: Known): void {
    if (known.size >= capacity) forget(known.keys().next().value!);
    known.set(token, entry);
    const { userId } = entry.viewer.user;
    tokensOf.set(userId, (tokensOf.get(userId) ?? new Set()).add(token));
  }

  async function ask(token: string): Promise<Known | null> {
    const startedIn = era;
    const [row] = await query.execute({ token });
    if (!row) return null;
    const { session, user } = row;
    const profile = row.profile ?? (await ensureProfile(db, user.id));
    const isBare = requireTwoFactor && toRole(profile.role) === 'admin' && !user.twoFactorEnabled;
    const person = {
      userId: user.id,
      email: user.email,
      displayName: profile.displayName,
      role: isBare ? 'user' : toRole(profile.role),
      secondStep: isBare ? 'required' : user.twoFactorEnabled ? 'on' : 'off',
      avatarUrl: avatarUrlOf(profile),
      createdAt: user.createdAt.toISOString(),
    };
    const entry: Known = {
      viewer: {
        user: person as unknown as User,
        subscription: row.subscription && toSubscription(row.subscription),
        sessionId: session.id,
      },
      expiresAt: session.expiresAt,
      seenAt: session.updatedAt,
      readAt: clock.now().getTime(),
    };
    if (startedIn === era) remember(token, entry);
    return entry;
  }

  async function find(token: string): Promise<Known | null> {
    const now = clock.now();
    const entry = known.get(token);
    if (entry && now.getTime() - entry.readAt < age) return entry.expiresAt > now ? entry : null;
    forget(token);
    let answer = asking.get(token);
    if (!answer) {
      answer = ask(token).finally(() => asking.get(token) === answer && asking.delete(token));
      asking.set(token, answer);
    }
    const found = await answer;
    return found && found.expiresAt > now ? found : null;
  }

  function toViewer({ viewer }: Known): Viewer {
    const { user, subscription } = viewer;
    return { ...viewer, entitled: isEntitled(user.role, subscription, clock.now()) };
  }

  /**
   * Notes that a session is in use, and lets one that is older than a day live on for its whole length.
   * @returns whether it lives longer now
   */
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
