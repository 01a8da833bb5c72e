import { describe, expect, it } from 'vitest';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import type { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { AudioAddresses } from './gates.server.ts';

const seconds = 600;
const trackId = newId();
const ana = { userId: newId() } as Subscriber;
const cookie = 'token.signature%3D';

function open(secret = 'x'.repeat(32), startedAt = '2026-11-21T11:59:50Z') {
  let time = Date.parse(startedAt);
  let tell: (userId: string) => void = () => {};
  const addresses = new AudioAddresses({
    secret,
    seconds,
    clock: { now: () => new Date(time) },
    bus: {
      on(_, listener) {
        tell = listener;
        return () => true;
      },
    },
  });
  time = Date.parse('2026-11-21T12:00:00Z');
  return { addresses, tell: (userId: string) => tell(userId), advance: (by: number) => (time += by * 1000) };
}

const partsOf = (url: string) => {
  const query = new URL(url, 'http://site.invalid').searchParams;
  return { e: query.get('e'), u: query.get('u'), s: query.get('s') };
};
const refusalOf = (check: () => unknown) => {
  try {
    check();
    return 'none';
  } catch (error) {
    return (error as AppError).kind;
  }
};

describe('a signed audio address', () => {
  it('DWN-13: lets its user in, in its session, for its time', () => {
    const { addresses, advance } = open();
    const { url, expiresAt } = addresses.make(trackId, ana, null, cookie);
    expect(url).toMatch(new RegExp(`^/audio/${trackId}\\?e=\\d+&u=${ana.userId}&s=[\\w-]{43}$`));
    expect(expiresAt).toBe('2026-11-21T12:10:00.000Z');
    expect(addresses.check(trackId, partsOf(url), cookie)).toEqual({ userId: ana.userId });
    advance(seconds - 1);
    expect(addresses.check(trackId, partsOf(url), cookie)).toEqual({ userId: ana.userId });
    advance(1);
    expect(refusalOf(() => addresses.check(trackId, partsOf(url), cookie))).toBe('forbidden');
  });

  it('DWN-13: is worth nothing without its session, in another, for another track or user, or changed', () => {
    const { addresses } = open();
    const parts = partsOf(addresses.make(trackId, ana, null, cookie).url);
    const check = (change: Partial<typeof parts>, session: string | null = cookie, track = trackId) =>
      refusalOf(() => addresses.check(track, { ...parts, ...change }, session));
    expect(check({})).toBe('none');
    expect(check({}, null)).toBe('unauthenticated');
    expect(check({}, '')).toBe('unauthenticated');
    expect(check({}, 'another.session')).toBe('forbidden');
    expect(check({}, cookie, newId())).toBe('forbidden');
    expect(check({ u: newId() })).toBe('forbidden');
    expect(check({ e: String(Number(parts.e) + 1) })).toBe('forbidden');
    for (const s of [null, '', 'x', parts.s!.slice(1), `${parts.s}x`, 'x'.repeat(43), '%00'.repeat(20)]) {
      expect(check({ s })).toBe('forbidden');
    }
    for (const e of [null, '', 'x', '1e9', '-1', '9'.repeat(30), `${parts.e} `]) {
      expect(check({ e })).toBe('forbidden');
    }
    expect(refusalOf(() => open('y'.repeat(32)).addresses.check(trackId, parts, cookie))).toBe('forbidden');
  });

  it('ends with the plan', () => {
    const { addresses } = open();
    const { expiresAt } = addresses.make(trackId, ana, '2026-11-21T12:01:00.500Z', cookie);
    expect(expiresAt).toBe('2026-11-21T12:01:00.000Z');
    expect(addresses.make(trackId, ana, '2027-01-01T00:00:00Z', cookie).expiresAt).toBe(
      '2026-11-21T12:10:00.000Z',
    );
  });

  it('asks for another look at a user who has changed since, and only at that one', () => {
    const { addresses, tell, advance } = open();
    const eva = { userId: newId() } as Subscriber;
    const before = partsOf(addresses.make(trackId, ana, null, cookie).url);
    const other = partsOf(addresses.make(trackId, eva, null, cookie).url);
    advance(5);
    tell(ana.userId);
    expect(addresses.check(trackId, before, cookie)).toBeNull();
    expect(addresses.check(trackId, other, cookie)).not.toBeNull();
    advance(10);
    const after = partsOf(addresses.make(trackId, ana, null, cookie).url);
    expect(addresses.check(trackId, after, cookie)).not.toBeNull();
    tell('*');
    expect(addresses.check(trackId, after, cookie)).toBeNull();
    expect(addresses.check(trackId, other, cookie)).toBeNull();
    advance(seconds);
    const muchLater = partsOf(addresses.make(trackId, eva, null, cookie).url);
    tell(ana.userId);
    expect(addresses.check(trackId, muchLater, cookie)).not.toBeNull();
  });

  it('SEC-02: asks for another look at everyone whose address is older than the process', () => {
    const parts = partsOf(open().addresses.make(trackId, ana, null, cookie).url);
    const { addresses, advance } = open(undefined, '2026-11-21T12:00:05Z');
    advance(10);
    expect(addresses.check(trackId, parts, cookie)).toBeNull();
    const own = partsOf(addresses.make(trackId, ana, null, cookie).url);
    expect(addresses.check(trackId, own, cookie)).toEqual({ userId: ana.userId });
  });
});
