import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { tracks } from '#db/schema/catalog.ts';
import { newId } from '#platform/ids.ts';
import { aPackage, aSubscriber, aTrack, aUser } from '#tests/builders.ts';
import { aStoredTrack, refusalOf } from '#tests/bytes.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const { ask, db, clock } = site;
const content = randomBytes(400_000);

let track: typeof tracks.$inferSelect;
let cookie: string;

beforeAll(async () => {
  track = await aStoredTrack(site, content, { name: 'São João "final"; v2/3.mp3' });
  cookie = await site.signIn(await aSubscriber(db));
});

describe('POST /functions/audio-proxy', () => {
  const call = (body: unknown, session?: string) =>
    ask(
      '/functions/audio-proxy',
      { 'Content-Type': 'application/json', ...(session && { Cookie: session }) },
      { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
    );

  it("gives an address that works, by our name of the id and by the specification's", async () => {
    for (const body of [{ trackId: track.id }, { fileId: track.id, fileName: 'x.mp3' }]) {
      const response = await call(body, cookie);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const { url, expiresAt } = (await response.json()) as { url: string; expiresAt: string };
      expect(new Date(expiresAt).getTime() - clock.now().getTime()).toBe(600_000);
      expect((await ask(url, { Cookie: cookie })).status).toBe(200);
    }
  });

  it('SEC-01: is for subscribers', async () => {
    expect(await refusalOf(await call({ trackId: track.id }))).toEqual([401, 'unauthenticated']);
    const user = await site.signIn(await aUser(db));
    expect(await refusalOf(await call({ trackId: track.id }, user))).toEqual([403, 'payment-required']);
  });

  it('SEC-03: refuses what is no track of an active package', async () => {
    const hidden = await aTrack(db, { packageId: (await aPackage(db, { isActive: false })).id });
    const ids = [hidden.id, newId(), '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms', '../../etc/passwd'];
    for (const fileId of ids) {
      expect(await refusalOf(await call({ fileId }, cookie))).toEqual([404, 'not-found']);
    }
  });

  it('refuses bodies that say nothing', async () => {
    for (const body of [{}, { trackId: '' }, { trackId: 7 }, '{', '[]', { fileId: 'x'.repeat(201) }]) {
      expect(await refusalOf(await call(body, cookie))).toEqual([400, 'invalid']);
    }
  });
});

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
