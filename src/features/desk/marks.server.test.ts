import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { packages } from '#db/schema/catalog.ts';
import { trackMarks } from '#db/schema/desk.ts';
import { aPackageWithTracks, aSubscriber, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { markTrack, unmarkTrack } from './mark-track.server.ts';
import { mostMarks } from './model.ts';
import { findMarks } from './queries.server.ts';

const { db } = await testDatabase();

describe('marks kept for oneself', () => {
  it('one mark a track: set, changed, taken away, and nobody else’s', async () => {
    const [ana, bia] = [await aSubscriber(db), await aSubscriber(db)];
    const { id } = await aTrack(db);
    await Promise.all([markTrack(db, ana, id, 2), markTrack(db, ana, id, 2)]);
    await markTrack(db, bia, id, 5);
    expect(await markTrack(db, ana, id, 3)).toEqual({ ok: true });
    expect(await findMarks(db, ana, [id, 'nada'])).toEqual({ [id]: 3 });
    await unmarkTrack(db, ana, id);
    await unmarkTrack(db, ana, id);
    expect(await findMarks(db, ana, [id])).toEqual({});
    expect(await findMarks(db, bia, [id])).toEqual({ [id]: 5 });
  });

  it('A-13: what listeners cannot see is not marked, but its mark can be taken away', async () => {
    const ana = await aSubscriber(db);
    const { pack, tracks } = await aPackageWithTracks(db, 1);
    const id = tracks[0]!.id;
    await markTrack(db, ana, id, 1);
    await db.update(packages).set({ isActive: false }).where(eq(packages.id, pack.id));
    const refused = { ok: false, reason: 'not-found' };
    expect(await markTrack(db, ana, id, 4)).toEqual(refused);
    expect(await markTrack(db, ana, 'nada', 4)).toEqual(refused);
    await unmarkTrack(db, ana, id);
    expect(await findMarks(db, ana, [id])).toEqual({});
  });

  it('is bounded: beyond, marks may only be changed', async () => {
    const ana = await aSubscriber(db);
    const { pack, tracks } = await aPackageWithTracks(db, 2);
    const [first, second] = tracks.map(({ id }) => id) as [string, string];
    await db.execute(`insert into tracks (id, package_id, name)
      select 'many' || n, '${pack.id}', 'x' from generate_series(2, ${mostMarks}) n`);
    await db.execute(`insert into track_marks (user_id, track_id, mark)
      select '${ana.userId}', 'many' || n, 1 from generate_series(2, ${mostMarks}) n`);
    expect(await markTrack(db, ana, first, 1)).toEqual({ ok: true });
    expect(await markTrack(db, ana, second, 1)).toEqual({ ok: false, reason: 'too-many' });
    expect(await markTrack(db, ana, first, 5)).toEqual({ ok: true });
    expect(await db.$count(trackMarks, eq(trackMarks.userId, ana.userId))).toBe(mostMarks);
  });
});
