import { and, asc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { projects, projectTracks } from '#db/schema/projects.ts';
import type { User } from '#features/accounts/model.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { newId } from '#platform/ids.ts';
import { mostProjects, titleOfCopy, undoDays } from './model.ts';
import { countProjects, findTitle, ownProject } from './queries.server.ts';

export type Created = { ok: true; id: string } | { ok: false; reason: 'too-many' };
export type Changed = { ok: true } | { ok: false; reason: 'not-found' };

/** Locks a project of this account until the transaction ends. */
export async function lockProject(tx: Executor, user: User, id: string): Promise<boolean> {
  const found = await tx.select({ id: projects.id }).from(projects).where(ownProject(user, id)).for('update');
  return found.length > 0;
}

/** Says that a project has changed: it is then the last used one. */
export const touch = (tx: Executor, id: string) =>
  tx.update(projects).set({ changedAt: sql`now()` }).where(eq(projects.id, id));

/**
 * Starts an empty project. Repeated, it starts another one. Deleted ones count: where they leave no room, the oldest of them
 * end before their time.
 */
export function createProject(db: Executor, user: Subscriber, title: string): Promise<Created> {
  const { userId } = user;
  return db.transaction(async (tx): Promise<Created> => {
    // One after the other, so that the bound holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    if ((await countProjects(tx, user)) >= mostProjects) return { ok: false, reason: 'too-many' };
    const excess = (await tx.$count(projects, eq(projects.userId, userId))) - mostProjects + 1;
    if (excess > 0) {
      const oldest = tx
        .select({ id: projects.id })
        .from(projects)
        .where(and(eq(projects.userId, userId), isNotNull(projects.deletedAt)))
        .orderBy(asc(projects.deletedAt))
        .limit(excess);
      await tx.delete(projects).where(inArray(projects.id, oldest));
    }
    const id = newId();
    await tx.insert(projects).values({ id, userId, title });
    return { ok: true, id };
  });
}

/** Renames a project. Safe to repeat. */
export const renameProject = (db: Database, user: User, id: string, title: string): Promise<Changed> =>
  update(db, user, id, { title, changedAt: sql`now()` });

/** Puts a project away into the archive, or takes it out of it. Safe to repeat. */
export const archiveProject = (db: Database, user: User, id: string, isArchived: boolean): Promise<Changed> =>
  update(db, user, id, { archivedAt: isArchived ? sql`now()` : null });

/** Deletes a project; for some days `bringBack` undoes it. Safe to repeat. */
export const deleteProject = (db: Database, user: User, id: string): Promise<Changed> =>
  update(db, user, id, { deletedAt: sql`now()` });

async function update(
  db: Database,
  user: User,
  id: string,
  values: Partial<Record<'title' | 'changedAt' | 'archivedAt' | 'deletedAt', unknown>>,
): Promise<Changed> {
  const changed = await db
    .update(projects)
    .set(values as Partial<typeof projects.$inferInsert>)
    .where(ownProject(user, id))
    .returning({ id: projects.id });
  return changed.length > 0 ? { ok: true } : { ok: false, reason: 'not-found' };
}

/** Undoes the deletion of a project, unless the account has as many as it may. Safe to repeat. */
export async function bringBack(
  db: Database,
  user: User,
  id: string,
): Promise<Changed | { ok: false; reason: 'too-many' }> {
  const isDeleted = (await findTitle(db, user, id)) === null;
  if (isDeleted && (await countProjects(db, user)) >= mostProjects) return { ok: false, reason: 'too-many' };
  const changed = await db
    .update(projects)
    .set({ deletedAt: null })
    .where(and(eq(projects.id, id), eq(projects.userId, user.userId)))
    .returning({ id: projects.id });
  return changed.length > 0 ? { ok: true } : { ok: false, reason: 'not-found' };
}

/** Copies a project with its tracks, their order and their notes. Repeated, it makes another copy. */
export async function duplicateProject(
  db: Database,
  user: Subscriber,
  id: string,
): Promise<Created | { ok: false; reason: 'not-found' }> {
  return db.transaction(async (tx) => {
    const [source] = await tx.select({ title: projects.title }).from(projects).where(ownProject(user, id));
    if (!source) return { ok: false, reason: 'not-found' };
    const made = await createProject(tx, user, titleOfCopy(source.title));
    if (!made.ok) return made;
    await tx.execute(sql`
      insert into ${projectTracks}
        (project_id, user_id, track_id, package_id, track_name, package_title, order_index, note)
      select ${made.id}, user_id, track_id, package_id, track_name, package_title, order_index, note
      from ${projectTracks} where project_id = ${id} and removed_at is null`);
    return made;
  });
}

/** Ends the time of undoing: deletes what was deleted and removed weeks ago. Safe to repeat. */
export async function forgetDeleted(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - undoDays * 86_400_000);
  await db.delete(projects).where(and(isNotNull(projects.deletedAt), lt(projects.deletedAt, before)));
  await db
    .delete(projectTracks)
    .where(and(isNotNull(projectTracks.removedAt), lt(projectTracks.removedAt, before)));
}
