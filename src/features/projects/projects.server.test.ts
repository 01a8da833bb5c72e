import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { packages, tracks } from '#db/schema/catalog.ts';
import { projects, projectTracks as rows } from '#db/schema/projects.ts';
import { newId } from '#platform/ids.ts';
import { aPackageWithTracks, aProject, aSubscriber } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import {
  archiveProject,
  bringBack,
  createProject,
  deleteProject,
  duplicateProject,
  forgetDeleted,
  renameProject,
} from './change-project.server.ts';
import {
  addTracks,
  createWith,
  noteTrack,
  orderTracks,
  removeTracks,
  restoreTrack,
} from './change-tracks.server.ts';
import { formatLength, queueOfProject } from './model.ts';
import { listChoices, listProjects, projectTracks } from './queries.server.ts';

const { db } = await testDatabase();
const first = { pagina: 1 };

async function aFullProject(count = 3) {
  const user = await aSubscriber(db);
  const { pack, tracks: made } = await aPackageWithTracks(db, count);
  const { id } = await aProject(db, { userId: user.userId });
  const trackIds = made.map((track) => track.id);
  await addTracks(db, user, id, { trackIds });
  const order = async () => (await projectTracks(db, user, id))?.tracks.map((track) => track.id);
  return { user, pack, made, id, trackIds, order };
}

describe('the projects of an account', () => {
  it('OPS-21: are 200, deleted ones included; the oldest deleted one ends first', async () => {
    const user = await aSubscriber(db);
    const ids: string[] = [];
    for (let count = 0; count < 205; count++) {
      const made = await createProject(db, user, `Projeto ${count}`);
      if (!made.ok) throw new Error(made.reason);
      ids.push(made.id);
      if (count < 20) await deleteProject(db, user, made.id);
    }
    const ofUser = eq(projects.userId, user.userId);
    expect(await db.$count(projects, ofUser)).toBe(200);
    expect(await bringBack(db, user, ids[4]!)).toEqual({ ok: false, reason: 'not-found' });
    expect(await bringBack(db, user, ids[19]!)).toEqual({ ok: true });
    expect(
      await Promise.all(Array.from({ length: 20 }, () => createProject(db, user, 'Mais'))),
    ).toContainEqual({
      ok: false,
      reason: 'too-many',
    });
    expect(await db.$count(projects, ofUser)).toBe(200);
  });
});

describe('tracks of a project', () => {
  it('A-114: are added once, at the end, in the order asked for', async () => {
    const { user, id, trackIds, order } = await aFullProject(3);
    const { tracks: others } = await aPackageWithTracks(db, 2);
    const [one, two] = others.map((track) => track.id);
    expect(await addTracks(db, user, id, { trackIds: [two!, trackIds[0]!, one!] })).toEqual({
      ok: true,
      projectId: id,
      added: [two, one],
      already: 1,
    });
    expect(await order()).toEqual([...trackIds, two, one]);
    expect(await addTracks(db, user, id, { packageId: others[0]!.packageId })).toMatchObject({
      added: [],
      already: 2,
    });
  });

  it('A-114: twenty clicks at once add a track once', async () => {
    const { user, id, order } = await aFullProject(1);
    const { tracks: others } = await aPackageWithTracks(db, 1);
    const clicks = Array.from({ length: 20 }, () => addTracks(db, user, id, { trackIds: [others[0]!.id] }));
    const outcomes = await Promise.all(clicks);
    expect(outcomes.filter((outcome) => outcome.ok && outcome.added.length > 0)).toHaveLength(1);
    expect(await order()).toHaveLength(2);
  });

  it('A-114: more than 500 are refused whole', async () => {
    const { user, id } = await aFullProject(1);
    await db.insert(rows).values(
      Array.from({ length: 498 }, (_, at) => ({
        projectId: id,
        userId: user.userId,
        trackId: newId(),
        packageId: newId(),
        trackName: 'Antiga',
        packageTitle: 'Antigo',
        orderIndex: at + 1,
      })),
    );
    const { tracks: others } = await aPackageWithTracks(db, 2);
    const two = { trackIds: others.map((track) => track.id) };
    expect(await addTracks(db, user, id, two)).toEqual({ ok: false, reason: 'full' });
    expect(await addTracks(db, user, id, { trackIds: [others[0]!.id] })).toMatchObject({ ok: true });
    await removeTracks(db, user, id, [others[0]!.id]);
    await addTracks(db, user, id, { trackIds: [others[1]!.id] });
    expect(await restoreTrack(db, user, id, others[0]!.id)).toEqual({ ok: false, reason: 'full' });
  });

  it('A-13: what listeners cannot see is not added, and no project is begun with it', async () => {
    const { user, id } = await aFullProject(1);
    const hidden = await aPackageWithTracks(db, 1, { isActive: false });
    const what = { trackIds: [hidden.tracks[0]!.id] };
    expect(await addTracks(db, user, id, what)).toEqual({ ok: false, reason: 'no-tracks' });
    expect(await createWith(db, user, 'Nada', what)).toEqual({ ok: false, reason: 'no-tracks' });
    expect((await listProjects(db, user, false, first)).projects).toHaveLength(1);
  });

  it('two tabs: the last order wins, and a track that one of them does not know stays', async () => {
    const { user, id, trackIds, order } = await aFullProject(3);
    const [a, b, c] = trackIds;
    const { tracks: others } = await aPackageWithTracks(db, 1);
    const late = others[0]!.id;
    await addTracks(db, user, id, { trackIds: [late] });
    expect(await orderTracks(db, user, id, [c!, a!, b!, newId()])).toEqual({ ok: true });
    expect(await order()).toEqual([c, a, b, late]);
    await removeTracks(db, user, id, [a!]);
    await orderTracks(db, user, id, [a!, b!, c!]);
    expect(await order(), 'a removed one does not come back').toEqual([b, c, late]);
  });

  it('a removed track comes back in its place with its note; added anew it is at the end without', async () => {
    const { user, id, trackIds, order } = await aFullProject(3);
    const [a, b, c] = trackIds;
    await noteTrack(db, user, id, b!, 'Só a virada');
    expect(await removeTracks(db, user, id, [b!])).toEqual([b]);
    expect(await removeTracks(db, user, id, [b!]), 'repeated').toEqual([]);
    expect(await noteTrack(db, user, id, b!, 'x')).toEqual({ ok: false, reason: 'not-found' });
    expect(await restoreTrack(db, user, id, b!)).toEqual({ ok: true });
    expect(await order()).toEqual([a, b, c]);
    expect((await projectTracks(db, user, id))?.tracks[1]?.note).toBe('Só a virada');
    await removeTracks(db, user, id, [b!]);
    await addTracks(db, user, id, { trackIds: [b!] });
    expect((await projectTracks(db, user, id))?.tracks.at(-1)).toMatchObject({ id: b, note: '' });
  });

  it('A-114: of a track that has gone the names remain, and it is not played', async () => {
    const { user, made, id, trackIds } = await aFullProject(3);
    const elsewhere = await aPackageWithTracks(db, 1, { title: 'Fechado', coverKey: 'covers/segredo.webp' });
    await addTracks(db, user, id, { trackIds: [elsewhere.tracks[0]!.id] });
    await db.delete(tracks).where(eq(tracks.id, trackIds[1]!));
    await db.update(packages).set({ isActive: false }).where(eq(packages.id, elsewhere.pack.id));
    const project = (await projectTracks(db, user, id))!;
    expect(project.tracks.map(({ available }) => available)).toEqual([true, false, true, false]);
    expect(project.tracks[1]).toMatchObject({ name: made[1]!.name, durationMs: null, peaks: null });
    expect(project.tracks[3]).toMatchObject({ packageTitle: 'Fechado', kind: null });
    expect(JSON.stringify(project)).not.toContain('segredo');
    expect(queueOfProject(project).tracks.map((track) => track.id)).toEqual([trackIds[0], trackIds[2]]);
  });
});

describe('projects of an account', () => {
  it('say how many tracks, how long and in which order they were used', async () => {
    const { user, id } = await aFullProject(3);
    const other = await createProject(db, user, 'Natal');
    expect((await listProjects(db, user, false, first)).projects).toMatchObject([
      { title: 'Natal', trackCount: 0, totalMs: 0 },
      { id, trackCount: 3, totalMs: 180_000 },
    ]);
    await renameProject(db, user, id, 'Carnaval');
    expect((await listProjects(db, user, false, first)).projects[0]).toMatchObject({ title: 'Carnaval' });
    expect(other.ok).toBe(true);
  });

  it('are archived, deleted and brought back', async () => {
    const { user, id } = await aFullProject(1);
    const shown = async (isArchive: boolean) =>
      (await listProjects(db, user, isArchive, first)).projects.map((project) => project.id);
    await archiveProject(db, user, id, true);
    expect([await shown(false), await shown(true)]).toEqual([[], [id]]);
    await archiveProject(db, user, id, false);
    expect(await deleteProject(db, user, id)).toEqual({ ok: true });
    expect(await deleteProject(db, user, id)).toEqual({ ok: false, reason: 'not-found' });
    expect([await shown(false), await projectTracks(db, user, id)]).toEqual([[], null]);
    expect(await bringBack(db, user, id)).toEqual({ ok: true });
    expect(await shown(false)).toEqual([id]);
  });

  it('are forgotten after 30 days of undo, with the tracks that were taken out', async () => {
    const { user, id, trackIds } = await aFullProject(2);
    const gone = await aProject(db, { userId: user.userId });
    await deleteProject(db, user, gone.id);
    await removeTracks(db, user, id, [trackIds[0]!]);
    await forgetDeleted(db, new Date());
    expect(await bringBack(db, user, gone.id)).toEqual({ ok: true });
    await deleteProject(db, user, gone.id);
    await forgetDeleted(db, new Date(Date.now() + 31 * 86_400_000));
    expect(await bringBack(db, user, gone.id)).toEqual({ ok: false, reason: 'not-found' });
    expect(await db.select().from(rows).where(eq(rows.projectId, id))).toHaveLength(1);
  });

  it('are copied with order and notes, and the copy is apart', async () => {
    const { user, id, trackIds } = await aFullProject(3);
    await noteTrack(db, user, id, trackIds[1]!, 'Abre o bloco');
    await orderTracks(db, user, id, trackIds.toReversed());
    const copy = await duplicateProject(db, user, id);
    if (!copy.ok) throw new Error(copy.reason);
    await removeTracks(db, user, id, trackIds);
    const project = await projectTracks(db, user, copy.id);
    expect(project?.title).toMatch(/ \(cópia\)$/);
    expect(project?.tracks.map((track) => track.id)).toEqual(trackIds.toReversed());
    expect(project?.tracks[1]?.note).toBe('Abre o bloco');
  });

  it('are at most 200', async () => {
    const user = await aSubscriber(db);
    const { id } = await aProject(db, { userId: user.userId });
    await db
      .insert(projects)
      .values(Array.from({ length: 199 }, () => ({ id: newId(), userId: user.userId, title: 'Mais um' })));
    const refused = { ok: false, reason: 'too-many' };
    expect(await createProject(db, user, 'Demais')).toEqual(refused);
    expect(await duplicateProject(db, user, id)).toEqual(refused);
    expect(await bringBack(db, user, id), 'it is there').toEqual({ ok: true });
    await deleteProject(db, user, id);
    expect(await createProject(db, user, 'Noutra aba')).toMatchObject({ ok: true });
    expect(await bringBack(db, user, id)).toEqual(refused);
  });

  it('A-01: nobody reads or changes what another has', async () => {
    const { user, id, trackIds, order } = await aFullProject(2);
    const stranger = await aSubscriber(db);
    const refused = { ok: false, reason: 'not-found' };
    expect(await projectTracks(db, stranger, id)).toBeNull();
    expect(await addTracks(db, stranger, id, { trackIds })).toEqual(refused);
    expect(await removeTracks(db, stranger, id, trackIds)).toBeNull();
    expect(await orderTracks(db, stranger, id, trackIds)).toEqual(refused);
    expect(await noteTrack(db, stranger, id, trackIds[0]!, 'x')).toEqual(refused);
    expect(await renameProject(db, stranger, id, 'x')).toEqual(refused);
    expect(await duplicateProject(db, stranger, id)).toEqual(refused);
    expect(await deleteProject(db, stranger, id)).toEqual(refused);
    await deleteProject(db, user, id);
    expect(await bringBack(db, stranger, id)).toEqual(refused);
    await bringBack(db, user, id);
    expect(await order()).toEqual(trackIds);
  });

  it('to be added to are the ones at work, the last used first, with what they hold', async () => {
    const { user, id, trackIds } = await aFullProject(2);
    const away = await aProject(db, { userId: user.userId });
    await archiveProject(db, user, away.id, true);
    const fresh = await aProject(db, { userId: user.userId });
    const found = await listChoices(db, user, { trackIds: [trackIds[0]!] });
    expect(found.projects).toMatchObject([
      { id: fresh.id, holds: 0, trackCount: 0 },
      { id, holds: 1, trackCount: 2 },
    ]);
  });

  it.each([
    [0, '0:00'],
    [245_000, '4:05'],
    [3_845_000, '1:04:05'],
  ])('%d ms are %s long', (milliseconds, text) => {
    expect(formatLength(milliseconds)).toBe(text);
  });
});
