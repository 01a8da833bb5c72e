import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { packages, tracks } from '#db/schema/catalog.ts';
import { ownCues } from '#db/schema/desk.ts';
import { aPackageWithTracks, aSubscriber, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { cuesOf, mostOwnCues, type SetCues } from './model.ts';
import { findCues } from './queries.server.ts';
import { setCues } from './set-cues.server.ts';

const { db } = await testDatabase();
let minute = 0;
const deps = { db, clock: { now: () => new Date(Date.UTC(2026, 0, 1, 12, minute)) } };
const estimate = {
  startMs: 500,
  introMs: 8000,
  endMs: 50_000,
  loudFromMs: 20_000,
  loudToMs: 30_000,
  segueMs: 48_000,
};
type Caller = Awaited<ReturnType<typeof aSubscriber>>;
const set = (caller: Caller, trackId: string, points: SetCues | null, seen: string | null = null) =>
  setCues(deps, caller, { trackId, points, seen });
const cuesFor = async (caller: Caller, trackId: string) => {
  const known = (await findCues(db, caller, [trackId]))[trackId];
  return known && cuesOf(known);
};

describe('A-133: own cue points', () => {
  it('are set by differences from the estimate, are nobody else’s, and go back to it', async () => {
    const [ana, bia] = [await aSubscriber(db), await aSubscriber(db)];
    const { id } = await aTrack(db, { cues: estimate });
    expect(await set(ana, id, { startMs: 500, introMs: 9000, endMs: 45_000 })).toMatchObject({ ok: true });
    const [row] = await db.select().from(ownCues).where(eq(ownCues.trackId, id));
    expect(row).toMatchObject({ startMs: null, introMs: 9000, endMs: 45_000 });
    expect(await cuesFor(ana, id)).toEqual({ ...estimate, introMs: 9000, endMs: 45_000, segueMs: 45_000 });
    expect(await cuesFor(bia, id)).toEqual(estimate);
    await set(ana, id, { startMs: 500, introMs: 500, endMs: 50_000 });
    expect(await cuesFor(ana, id), 'an intro that ends at the start is none').toMatchObject({
      introMs: null,
    });
    expect(await set(ana, id, { startMs: 500, introMs: 8000, endMs: 50_000 })).toMatchObject({
      savedAt: null,
    });
    expect(await db.$count(ownCues, eq(ownCues.trackId, id)), 'the estimate itself is not kept').toBe(0);
    await set(ana, id, { startMs: 600, introMs: 8000, endMs: 50_000 });
    await Promise.all([set(ana, id, null), set(ana, id, null)]);
    expect(await cuesFor(ana, id)).toEqual(estimate);
  });

  it('of the last one to save win, who is told whose they took the place of', async () => {
    const ana = await aSubscriber(db);
    const { id } = await aTrack(db, { cues: estimate });
    minute = 1;
    const first = await set(ana, id, { startMs: 600, introMs: 8000, endMs: 50_000 });
    expect(first).toEqual({ ok: true, savedAt: '2026-01-01T12:01:00.000Z', replaced: null });
    minute = 2;
    const second = await set(ana, id, { startMs: 700, introMs: 8000, endMs: 50_000 }, null);
    expect(second).toMatchObject({ replaced: '2026-01-01T12:01:00.000Z' });
    const seen = '2026-01-01T12:02:00.000Z';
    expect(await set(ana, id, null, seen)).toMatchObject({ ok: true, savedAt: null, replaced: null });
  });

  it('are refused out of order, beyond the sound, and where nothing is known or seen', async () => {
    const ana = await aSubscriber(db);
    const { pack, tracks: rows } = await aPackageWithTracks(db, 1);
    const id = rows[0]!.id;
    await db.update(tracks).set({ cues: estimate, durationMs: 60_000 }).where(eq(tracks.id, id));
    const wrong = { ok: false, reason: 'out-of-order' };
    for (const [startMs, introMs, endMs] of [
      [-1, 0, 10],
      [20, 10, 30],
      [0, 40, 30],
      [0, 0, 60_001],
    ] as const)
      expect(await set(ana, id, { startMs, introMs, endMs })).toEqual(wrong);
    expect(await set(ana, id, { startMs: 0, introMs: 0, endMs: 60_000 })).toMatchObject({ ok: true });
    await db.update(tracks).set({ contentHash: 'outros bytes' }).where(eq(tracks.id, id));
    expect(await cuesFor(ana, id), 'other bytes have other points').toEqual(estimate);
    const silent = await aTrack(db, { cues: null });
    await set(ana, silent.id, { startMs: 10, introMs: 10, endMs: 60_000 });
    expect(await cuesFor(ana, silent.id)).toMatchObject({ startMs: 10, introMs: null, endMs: 60_000 });
    const unmeasured = await aTrack(db, { cues: null, durationMs: null });
    const points = { startMs: 0, introMs: 0, endMs: 1 };
    expect(await set(ana, unmeasured.id, points)).toEqual({ ok: false, reason: 'unmeasured' });
    await db.update(packages).set({ isActive: false }).where(eq(packages.id, pack.id));
    for (const hidden of [id, 'nada'])
      expect(await set(ana, hidden, points)).toEqual({ ok: false, reason: 'not-found' });
    expect(await findCues(db, ana, [id, 'nada'])).toEqual({});
  });

  it('are bounded: beyond, they may only be changed', async () => {
    const ana = await aSubscriber(db);
    const { pack, tracks: rows } = await aPackageWithTracks(db, 2);
    const [first, second] = rows.map(({ id }) => id) as [string, string];
    await db.execute(`insert into tracks (id, package_id, name)
      select 'cued' || n, '${pack.id}', 'x' from generate_series(2, ${mostOwnCues}) n`);
    await db.execute(`insert into own_cues (user_id, track_id, start_ms, saved_at)
      select '${ana.userId}', 'cued' || n, 1, now() from generate_series(2, ${mostOwnCues}) n`);
    const points = { startMs: 1, introMs: 1, endMs: 2 };
    expect(await set(ana, first, points)).toMatchObject({ ok: true });
    expect(await set(ana, second, points)).toEqual({ ok: false, reason: 'too-many' });
    expect(await set(ana, first, { ...points, endMs: 3 })).toMatchObject({ ok: true });
  });
});
