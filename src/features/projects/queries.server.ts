import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { allOf, among } from '#db/conditions.ts';
import { type List, orderOf, readList } from '#db/list.server.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { projects, projectTracks as rows } from '#db/schema/projects.ts';
import type { User } from '#features/accounts/model.ts';
import { coverUrl } from '#features/catalog/model.ts';
import { visible } from '#features/catalog/queries.server.ts';
import type { ListPage, Place } from '#platform/list.ts';
import {
  type Addition,
  mostProjects,
  type Project,
  type ProjectChoice,
  type ProjectLine,
  type ProjectTrack,
} from './model.ts';

/** The project of this account, unless it is deleted. */
export const ownProject = ({ userId }: User, id: string) =>
  allOf(eq(projects.id, id), eq(projects.userId, userId), isNull(projects.deletedAt));

/** The rows that are in a project now. */
export const inProject = (id: string) => allOf(eq(rows.projectId, id), isNull(rows.removedAt));

const projectsOf = (userId: string, isArchived: boolean): List => ({
  from: sql`${projects}`,
  where: and(
    eq(projects.userId, userId),
    isNull(projects.deletedAt),
    isArchived ? isNotNull(projects.archivedAt) : isNull(projects.archivedAt),
  ),
  id: projects.id,
  order: [projects.changedAt, projects.id],
  descending: true,
  size: 60,
});

/** A page of an account's projects, the last changed first: the ones at work, or the archive. */
export async function listProjects(
  db: Database,
  { userId }: User,
  isArchived: boolean,
  place: Place,
): Promise<{ projects: ProjectLine[]; page: ListPage }> {
  const list = projectsOf(userId, isArchived);
  const { ids, page } = await readList(db, list, place);
  const found = await db
    .select({
      id: projects.id,
      title: projects.title,
      archivedAt: projects.archivedAt,
      changedAt: projects.changedAt,
      trackCount: sql<number>`count(${rows.trackId})::int`,
      totalMs: sql<number>`coalesce(sum(${tracks.durationMs}) filter (where ${visible}), 0)::float8`,
    })
    .from(projects)
    .leftJoin(rows, and(eq(rows.projectId, projects.id), isNull(rows.removedAt)))
    .leftJoin(tracks, and(eq(tracks.id, rows.trackId), isNotNull(tracks.storageKey)))
    .leftJoin(packages, eq(packages.id, tracks.packageId))
    .leftJoin(categories, eq(categories.id, packages.categoryId))
    .where(among(projects.id, ids))
    .groupBy(projects.id)
    .orderBy(orderOf(list));
  return {
    projects: found.map(({ archivedAt, changedAt, ...line }) => ({
      ...line,
      isArchived: archivedAt !== null,
      changedAt: changedAt.toISOString(),
    })),
    page,
  };
}

/** How many projects an account has, deleted ones left out. */
export const countProjects = (db: Executor, { userId }: User): Promise<number> =>
  db.$count(projects, and(eq(projects.userId, userId), isNull(projects.deletedAt)));

/** The title of a project of this account; null when there is none. */
export async function findTitle(db: Executor, user: User, id: string): Promise<string | null> {
  const [project] = await db.select({ title: projects.title }).from(projects).where(ownProject(user, id));
  return project?.title ?? null;
}

/** A project of this account with its tracks in order; null when there is none, or it is another's. */
export async function projectTracks(db: Executor, user: User, projectId: string): Promise<Project | null> {
  const [project] = await db.select().from(projects).where(ownProject(user, projectId));
  if (!project) return null;
  return {
    id: project.id,
    title: project.title,
    isArchived: project.archivedAt !== null,
    changedAt: project.changedAt.toISOString(),
    tracks: await listTracksOf(db, projectId),
  };
}

/** The tracks of a project in order, whoever owns it. */
export async function listTracksOf(db: Executor, projectId: string): Promise<ProjectTrack[]> {
  const found = await db
    .select({
      id: rows.trackId,
      packageId: rows.packageId,
      keptName: rows.trackName,
      keptTitle: rows.packageTitle,
      note: rows.note,
      available: sql<boolean>`coalesce(${visible} and ${tracks.id} is not null, false)`,
      name: tracks.name,
      packageTitle: packages.title,
      kind: categories.kind,
      coverKey: packages.coverKey,
      durationMs: tracks.durationMs,
      peaks: sql<string | null>`translate(encode(${tracks.peaks}, 'base64'), e'\n', '')`,
      loudnessLufs: tracks.loudnessLufs,
      truePeakDb: tracks.truePeakDb,
      tempoBpm: tracks.tempoBpm,
      nowIn: tracks.packageId,
    })
    .from(rows)
    .leftJoin(tracks, and(eq(tracks.id, rows.trackId), isNotNull(tracks.storageKey)))
    .leftJoin(packages, eq(packages.id, tracks.packageId))
    .leftJoin(categories, eq(categories.id, packages.categoryId))
    .where(inProject(projectId))
    .orderBy(asc(rows.orderIndex), asc(rows.trackId));
  return found.map(({ keptName, keptTitle, coverKey, nowIn, ...row }) =>
    row.available
      ? {
          ...row,
          packageId: nowIn ?? row.packageId,
          name: row.name ?? keptName,
          packageTitle: row.packageTitle ?? keptTitle,
          coverUrl: coverUrl(coverKey),
        }
      : goneTrack({ ...row, keptName, keptTitle }),
  );
}

const goneTrack = ({
  id,
  packageId,
  note,
  keptName,
  keptTitle,
}: Pick<ProjectTrack, 'id' | 'packageId' | 'note'> & {
  keptName: string;
  keptTitle: string;
}): ProjectTrack => ({
  id,
  packageId,
  note,
  name: keptName,
  packageTitle: keptTitle,
  available: false,
  kind: null,
  coverUrl: null,
  durationMs: null,
  peaks: null,
  loudnessLufs: null,
  truePeakDb: null,
  tempoBpm: null,
});

/** The projects at work that something may be added to, the last used first. */
export async function listChoices(
  db: Database,
  { userId }: User,
  what: Addition | null,
): Promise<{ projects: ProjectChoice[]; asked: number }> {
  const wanted = what ? await findWanted(db, what) : [];
  const ids = wanted.map(({ trackId }) => trackId);
  const found = await db
    .select({
      id: projects.id,
      title: projects.title,
      trackCount: sql<number>`count(${rows.trackId})::int`,
      holds: sql<number>`count(${rows.trackId}) filter (where ${among(rows.trackId, ids)})::int`,
    })
    .from(projects)
    .leftJoin(rows, and(eq(rows.projectId, projects.id), isNull(rows.removedAt)))
    .where(and(eq(projects.userId, userId), isNull(projects.deletedAt), isNull(projects.archivedAt)))
    .groupBy(projects.id)
    .orderBy(desc(projects.changedAt), desc(projects.id))
    .limit(mostProjects);
  return { projects: found, asked: ids.length };
}

/** The visible tracks that are meant, in the order asked for; those of a package in its order. */
export async function findWanted(db: Executor, what: Addition) {
  const found = await db
    .select({
      trackId: tracks.id,
      packageId: tracks.packageId,
      trackName: tracks.name,
      packageTitle: packages.title,
    })
    .from(tracks)
    .innerJoin(packages, eq(packages.id, tracks.packageId))
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(
      and(
        visible,
        isNotNull(tracks.storageKey),
        'packageId' in what ? eq(packages.id, what.packageId) : among(tracks.id, what.trackIds),
      ),
    )
    .orderBy(asc(tracks.orderIndex), asc(tracks.id))
    .limit(1000);
  if ('packageId' in what) return found;
  const places = new Map(what.trackIds.map((id, at) => [id, at]));
  return found.sort((one, other) => (places.get(one.trackId) ?? 0) - (places.get(other.trackId) ?? 0));
}
