import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { projectTracks as rows } from '#db/schema/projects.ts';
import type { User } from '#features/accounts/model.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { type Changed, createProject, lockProject, touch } from './change-project.server.ts';
import { type Addition, mostTracks } from './model.ts';
import { findWanted, inProject } from './queries.server.ts';

export type Added =
  | { ok: true; projectId: string; added: string[]; already: number }
  | { ok: false; reason: 'not-found' | 'no-tracks' | 'full' | 'too-many' };

/**
 * Adds visible tracks at the end of a project, each once; all of them or, when they do not fit, none. Safe to repeat and
 * to run concurrently: the project is locked. `already`: how many were in it.
 */
export function addTracks(db: Database, user: Subscriber, projectId: string, what: Addition): Promise<Added> {
  return db.transaction(async (tx): Promise<Added> => {
    if (!(await lockProject(tx, user, projectId))) return { ok: false, reason: 'not-found' };
    const wanted = await findWanted(tx, what);
    if (wanted.length === 0) return { ok: false, reason: 'no-tracks' };
    const held = await tx
      .select({ trackId: rows.trackId, orderIndex: rows.orderIndex })
      .from(rows)
      .where(inProject(projectId));
    const known = new Set(held.map(({ trackId }) => trackId));
    const fresh = wanted.filter(({ trackId }) => !known.has(trackId));
    if (held.length + fresh.length > mostTracks) return { ok: false, reason: 'full' };
    const end = Math.max(-1, ...held.map(({ orderIndex }) => orderIndex)) + 1;
    const added = await insertTracks(tx, user, projectId, fresh, end);
    await touch(tx, projectId);
    return { ok: true, projectId, added, already: wanted.length - added.length };
  });
}

/** Puts tracks that are not in a project into it, from a place on. @returns their ids */
async function insertTracks(
  tx: Executor,
  { userId }: User,
  projectId: string,
  fresh: Awaited<ReturnType<typeof findWanted>>,
  from: number,
): Promise<string[]> {
  if (fresh.length === 0) return [];
  await tx
    .insert(rows)
    .values(fresh.map((track, at) => ({ ...track, projectId, userId, orderIndex: from + at })))
    .onConflictDoUpdate({
      target: [rows.projectId, rows.trackId],
      set: {
        removedAt: null,
        note: '',
        orderIndex: sql`excluded.order_index`,
        packageId: sql`excluded.package_id`,
        trackName: sql`excluded.track_name`,
        packageTitle: sql`excluded.package_title`,
        addedAt: sql`now()`,
      },
    });
  return fresh.map(({ trackId }) => trackId);
}

/** Starts a project with tracks in it; none is started when they cannot be added. Repeated, it starts another one. */
export function createWith(db: Database, user: Subscriber, title: string, what: Addition): Promise<Added> {
  return db.transaction(async (tx): Promise<Added> => {
    const wanted = await findWanted(tx, what);
    if (wanted.length === 0) return { ok: false, reason: 'no-tracks' };
    if (wanted.length > mostTracks) return { ok: false, reason: 'full' };
    const made = await createProject(tx, user, title);
    if (!made.ok) return made;
    const added = await insertTracks(tx, user, made.id, wanted, 0);
    return { ok: true, projectId: made.id, added, already: 0 };
  });
}

/** Takes tracks out of a project; for some days `restoreTrack` undoes it. Safe to repeat. @returns which were in it */
export function removeTracks(
  db: Database,
  user: User,
  projectId: string,
  trackIds: string[],
): Promise<string[] | null> {
  return db.transaction(async (tx) => {
    if (!(await lockProject(tx, user, projectId))) return null;
    const removed = await tx
      .update(rows)
      .set({ removedAt: sql`now()` })
      .where(and(inProject(projectId), among(rows.trackId, trackIds)))
      .returning({ trackId: rows.trackId });
    if (removed.length > 0) await touch(tx, projectId);
    return removed.map(({ trackId }) => trackId);
  });
}

/** Puts a removed track back in its place, with its note. Safe to repeat. */
export function restoreTrack(
  db: Database,
  user: User,
  projectId: string,
  trackId: string,
): Promise<Changed | { ok: false; reason: 'full' }> {
  return db.transaction(async (tx) => {
    if (!(await lockProject(tx, user, projectId))) return { ok: false, reason: 'not-found' };
    if ((await tx.$count(rows, inProject(projectId))) >= mostTracks) return { ok: false, reason: 'full' };
    const restored = await tx
      .update(rows)
      .set({ removedAt: null })
      .where(and(eq(rows.projectId, projectId), eq(rows.trackId, trackId), isNotNull(rows.removedAt)))
      .returning({ trackId: rows.trackId });
    if (restored.length === 0) return { ok: false, reason: 'not-found' };
    await touch(tx, projectId);
    return { ok: true };
  });
}

/**
 * Puts the tracks in the given order. Those that the caller did not know of, added in another tab, follow in the order
 * they had: the last order wins, and no track is lost. Safe to repeat.
 */
export function orderTracks(
  db: Database,
  user: User,
  projectId: string,
  trackIds: string[],
): Promise<Changed> {
  return db.transaction(async (tx) => {
    if (!(await lockProject(tx, user, projectId))) return { ok: false, reason: 'not-found' };
    await tx.execute(sql`
      update ${rows} moved set order_index = placed.place
      from (
        select held.track_id,
          row_number() over (order by asked.at nulls last, held.order_index, held.track_id) - 1 as place
        from ${rows} held
        left join unnest(${sql.param(trackIds)}::text[]) with ordinality as asked (id, at)
          on asked.id = held.track_id
        where held.project_id = ${projectId} and held.removed_at is null
      ) placed
      where moved.project_id = ${projectId} and moved.track_id = placed.track_id`);
    await touch(tx, projectId);
    return { ok: true };
  });
}

/** Sets the note of a track; the last one wins. Safe to repeat. */
export function noteTrack(
  db: Database,
  user: User,
  projectId: string,
  trackId: string,
  note: string,
): Promise<Changed> {
  return db.transaction(async (tx) => {
    if (!(await lockProject(tx, user, projectId))) return { ok: false, reason: 'not-found' };
    const noted = await tx
      .update(rows)
      .set({ note })
      .where(and(eq(rows.projectId, projectId), eq(rows.trackId, trackId), isNull(rows.removedAt)))
      .returning({ trackId: rows.trackId });
    if (noted.length === 0) return { ok: false, reason: 'not-found' };
    await touch(tx, projectId);
    return { ok: true };
  });
}
