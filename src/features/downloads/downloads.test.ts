import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { downloads } from '#db/schema/downloads.ts';
import { notifications } from '#db/schema/notifications.ts';
import { aDownload, aSubscriber } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { asListener } from './gates.server.ts';
import { fairUse } from './model.ts';
import { countDownloads, listDownloads } from './queries.server.ts';
import { type HandedOut, recordDownload } from './record-download.server.ts';

const { db, bus } = await testDatabase();
const now = new Date('2026-11-21T12:00:00Z');
const clock = { now: () => now };
const deps = { db, bus, clock };
const handOut = (count = 1): HandedOut => ({
  kind: count > 1 ? 'zip' : 'track',
  files: Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    packageId: 'p',
    name: `"São João" ${index}; drop.mp3`,
    packageTitle: 'Pacote',
    size: 5_000_000_000,
    contentHash: String(index % 10).repeat(64),
  })),
  licence: { version: '3', text: 'O texto da licença.' },
});

describe('recording downloads', () => {
  it('DWN-14: keeps each file as it was called at that moment', async () => {
    const user = await aSubscriber(db);
    expect(await recordDownload(deps, asListener(user), handOut(2))).toEqual({ ok: true });
    const lines = await listDownloads(db, user.userId);
    const byTrack = lines.toSorted((a, b) => a.trackId.localeCompare(b.trackId));
    expect(byTrack).toMatchObject(
      [0, 1].map((index) => ({
        trackId: `t${index}`,
        packageId: 'p',
        trackName: `"São João" ${index}; drop.mp3`,
        packageTitle: 'Pacote',
        kind: 'zip',
        bytes: 5_000_000_000,
        licenseVersion: '3',
        createdAt: now.toISOString(),
      })),
    );
  });

  it('DWN-15: counts today and ever, for one user alone', async () => {
    const user = await aSubscriber(db);
    await aDownload(db, { userId: user.userId, createdAt: new Date('2026-11-20T23:59:59Z') });
    await aDownload(db, { userId: user.userId, createdAt: new Date('2026-11-21T00:00:01Z') });
    await aDownload(db, { userId: (await aSubscriber(db)).userId });
    expect(await countDownloads(db, user.userId, new Date('2026-11-21T00:00:00Z'))).toEqual({
      recent: 1,
      total: 2,
    });
    expect(await listDownloads(db, user.userId, { limit: 1, offset: 1 })).toHaveLength(1);
  });

  it('A-56: a ZIP larger than the limit is handed out; the next file waits', async () => {
    const user = asListener(await aSubscriber(db));
    expect(await recordDownload(deps, user, handOut(fairUse.files + 200))).toEqual({ ok: true });
    expect(await recordDownload(deps, user, handOut())).toEqual({
      ok: false,
      reason: 'too-many',
      retryAfter: 60,
    });
    const later = { ...deps, clock: { now: () => new Date(now.getTime() + 60_000) } };
    expect(await recordDownload(later, user, handOut())).toEqual({ ok: true });
  });

  it('DWN-16: holds for calls at the same moment, and others are not slowed', async () => {
    const user = await aSubscriber(db);
    const outcomes = await Promise.all(
      Array.from({ length: 400 }, () => recordDownload(deps, asListener(user), handOut())),
    );
    const refused = outcomes.filter((outcome) => !outcome.ok).length;
    expect(refused).toBeGreaterThanOrEqual(80);
    const rows = await db.select().from(downloads).where(eq(downloads.userId, user.userId));
    expect(rows).toHaveLength(400 - refused);
    const notices = await db
      .select()
      .from(notifications)
      .where(eq(notifications.dedupeKey, `fair-use:${user.userId}:2026-11-21`));
    expect(notices).toHaveLength(1);
    expect(await recordDownload(deps, asListener(await aSubscriber(db)), handOut())).toEqual({ ok: true });
  });
});
