import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { requireViewer } from '#features/accounts/gates.server.ts';
import type { Auth } from '#features/accounts/gateway.server.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { requireSubscriber, type Subscriber, type Viewer } from '#features/subscriptions/gates.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { keepNewest } from '#platform/elements.ts';
import type { Settings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { secretOf } from '#platform/secret.server.ts';
import { type AudioAddress, refusals } from './model.ts';

declare const proof: unique symbol;

/** Proof that someone may hear and fetch files: a current subscriber, or the bearer of a valid signed address. */
export interface Listener {
  readonly [proof]: 'listener';
  readonly userId: string;
}

// cast: a brand is given, nothing is changed
export const asListener = (subscriber: Subscriber): Listener => subscriber as unknown as Listener;

/** The signed parts of an address besides the track. */
export interface AddressParts {
  e: string | null;
  u: string | null;
  s: string | null;
}

interface Options {
  secret: string;
  /** Validity of an address in seconds. */
  seconds: number;
  bus: Pick<Bus, 'on'>;
  clock: Clock;
}

const maxGenuine = 2_000;
/** The signed message; no part can contain its separator, a line break. */
const messageOf = (trackId: string, expiry: number, userId: string, cookie: string): string =>
  `${trackId}\n${expiry}\n${userId}\n${cookie}`;

/** Allowed clock difference between two of our processes in seconds. */
const clockSlack = 2;

/**
 * Makes and checks signed audio addresses: an HMAC over track, user, expiry and session cookie, checked without
 * a database. When the bus reports a change of a user, addresses made before it are checked against the session again;
 * so are addresses older than this process, which may have missed a message.
 */
export class AudioAddresses {
  /** A key object, because converting a buffer at each signature costs more than signing. */
  readonly #key: KeyObject;
  readonly #seconds: number;
  readonly #clock: Clock;
  /** When each user's session, role or plan last changed, in seconds; kept while older addresses are valid. */
  readonly #changed = new Map<string, number>();
  #allChanged: number;
  /** Cache of valid signatures: a player sends the same one with each range. */
  readonly #genuine = new Map<string, string>();

  constructor({ secret, seconds, bus, clock }: Options) {
    this.#key = createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', 'sonoteca audio address', 32)));
    this.#seconds = seconds;
    this.#clock = clock;
    this.#allChanged = this.#now();
    bus.on('viewer', (userId) => this.#noteChange(userId));
  }

  /** An address for one track in the session of this cookie; expires with the plan if that is sooner. */
  make(trackId: string, { userId }: Subscriber, planEnd: string | null, cookie: string): AudioAddress {
    const lifeEnd = this.#now() + this.#seconds;
    const expiry = Math.floor(planEnd ? Math.min(lifeEnd, Date.parse(planEnd) / 1000) : lifeEnd);
    const query = new URLSearchParams({
      e: String(expiry),
      u: userId,
      s: this.#sign(messageOf(trackId, expiry, userId, cookie)).toString('base64url'),
    });
    return { url: `/audio/${trackId}?${query}`, expiresAt: new Date(expiry * 1000).toISOString() };
  }

  /**
   * Checks an address without the database. @returns null when it is valid but its user has changed since, so that the
   * session must be checked @throws AppError `unauthenticated` without a session cookie; `forbidden` when it belongs
   * to another session, is forged or has expired
   */
  check(trackId: string, { e, u, s }: AddressParts, cookie: string | null): Listener | null {
    if (!cookie) throw new AppError('unauthenticated', refusals.noSession);
    const expiry = /^\d{1,12}$/.test(e ?? '') ? Number(e) : null;
    if (expiry === null || !u || !s) throw new AppError('forbidden', refusals.badAddress);
    if (!this.#isGenuine(s, messageOf(trackId, expiry, u, cookie))) {
      throw new AppError('forbidden', refusals.badAddress);
    }
    if (expiry <= this.#now()) throw new AppError('forbidden', refusals.expired);
    // If the plan ends sooner, this is later than the real time: the extra check does no harm.
    const madeAt = expiry - this.#seconds;
    const changedAt = Math.max(this.#changed.get(u) ?? this.#allChanged, this.#allChanged);
    if (madeAt <= changedAt + clockSlack) return null;
    return { userId: u } as Listener;
  }

  #now(): number {
    return this.#clock.now().getTime() / 1000;
  }

  #sign(message: string): Buffer {
    return createHmac('sha256', this.#key).update(message).digest();
  }

  #isGenuine(signature: string, message: string): boolean {
    if (this.#genuine.get(signature) === message) return true;
    const actual = Buffer.from(signature, 'base64url');
    const right = this.#sign(message);
    if (actual.length !== right.length || !timingSafeEqual(actual, right)) return false;
    keepNewest(this.#genuine, signature, message, maxGenuine);
    return true;
  }

  #noteChange(userId: string): void {
    const now = this.#now();
    const oldest = now - this.#seconds - clockSlack;
    for (const [known, at] of this.#changed) {
      if (at >= oldest) break;
      this.#changed.delete(known);
    }
    if (userId === '*') {
      this.#allChanged = now;
      this.#changed.clear();
      return;
    }
    this.#changed.delete(userId);
    this.#changed.set(userId, now);
  }
}

const known = new WeakMap<object, AudioAddresses>();

/** One per bus, because it remembers the bus's messages. */
export function audioAddressesOf(source: {
  bus: Bus;
  clock: Clock;
  settings: Pick<Settings, 'SESSION_SECRET' | 'DATA_DIR' | 'AUDIO_ADDRESS_SECONDS'>;
}): AudioAddresses {
  const { bus, clock, settings } = source;
  const existing = known.get(bus);
  if (existing) return existing;
  const made = new AudioAddresses({
    secret: settings.SESSION_SECRET ?? secretOf(settings.DATA_DIR, 'session-secret'),
    seconds: settings.AUDIO_ADDRESS_SECONDS,
    bus,
    clock,
  });
  known.set(bus, made);
  return made;
}

/**
 * A signed address of a track for the caller's session. Does not check that the track exists. @throws AppError
 * `unauthenticated` for a visitor, `payment-required` without a plan
 */
export function makeAddress(
  source: Parameters<typeof audioAddressesOf>[0] & { auth: Pick<Auth, 'cookies'> },
  viewer: Viewer | null,
  cookies: string | null | undefined,
  trackId: string,
): AudioAddress {
  const { user, subscription } = requireViewer(viewer);
  const subscriber = requireSubscriber(viewer);
  const cookie = source.auth.cookies.raw(cookies);
  if (!cookie) throw new AppError('unauthenticated', refusals.noSession);
  const planEnd = isAdmin(user) ? null : (subscription?.expiresAt ?? null);
  return audioAddressesOf(source).make(trackId, subscriber, planEnd, cookie);
}
