import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { profiles } from '#db/schema/accounts.ts';
import { packages, type tracks } from '#db/schema/catalog.ts';
import { anAdmin, aSubscriber, aUser } from '#tests/builders.ts';
import { addressOf, aStoredTrack } from '#tests/bytes.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const { ask, db, bus } = site;
const content = randomBytes(10_000);
let track: typeof tracks.$inferSelect;

beforeAll(async () => {
  track = await aStoredTrack(site, content);
  await db.update(packages).set({ isActive: false, isDraft: true }).where(eq(packages.id, track.packageId));
  await bus.publish('catalog', track.packageId);
});

describe('CRP-08, A-72: the sound of a draft', () => {
  it('is heard by administrators, with ranges, and handed out as a file', async () => {
    const cookie = await site.signIn(await anAdmin(db));
    const url = await addressOf(site, cookie, track.id);
    const part = await ask(url, { Cookie: cookie, Range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(100, 200));
    expect((await ask(`/audio/${track.id}?download=true`, { Cookie: cookie })).status).toBe(200);
    expect(site.bugs).toEqual([]);
  });

  it('SEC-03: nobody else hears it, not by a signed address either', async () => {
    for (const [user, status] of [
      [await aUser(db), 403],
      [await aSubscriber(db), 404],
    ] as const) {
      const headers = { Cookie: await site.signIn(user), 'Content-Type': 'application/json' };
      const body = JSON.stringify({ trackId: track.id });
      const asked = await ask('/functions/audio-proxy', headers, { method: 'POST', body });
      expect([asked.status, (await ask(`/audio/${track.id}`, headers)).status]).toEqual([status, status]);
    }
  });

  it('an administrator who is none any more hears it no longer', async () => {
    const admin = await anAdmin(db);
    const cookie = await site.signIn(admin);
    const url = await addressOf(site, cookie, track.id);
    await db.update(profiles).set({ role: 'user' }).where(eq(profiles.userId, admin.userId));
    await bus.publish('viewer', admin.userId);
    await expect.poll(async () => (await ask(url, { Cookie: cookie })).status).toBe(403);
  });

  it('is gone with its package', async () => {
    const cookie = await site.signIn(await anAdmin(db));
    const url = await addressOf(site, cookie, track.id);
    await db.update(packages).set({ deletedAt: new Date() }).where(eq(packages.id, track.packageId));
    expect((await ask(url, { Cookie: cookie })).status).toBe(404);
  });
});
