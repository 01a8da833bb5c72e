import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import {
  type DeliveryFileStatus,
  deliveries,
  deliveryFiles,
  deliveryRecipes,
  deliveryResults,
} from '#db/schema/delivery.ts';
import type { User } from '#features/accounts/model.ts';
import { isDownloadable } from '#features/catalog/kinds.ts';
import { visible } from '#features/catalog/queries.server.ts';
import { soundTypeOf } from '#features/media/sound-type.ts';
import { projectTracks } from '#features/projects/queries.server.ts';
import { firstOf } from '#platform/elements.ts';
import {
  type DeliveryFileLine,
  type DeliveryLine,
  isFileNote,
  isFileReason,
  mostTracks,
  openStatuses,
  type Source,
} from './model.ts';
import { titleOf } from './names.ts';
import { readRecipe } from './presets.ts';
import type { Recipe } from './recipe.ts';

const trackColumns = {
  id: tracks.id,
  packageId: tracks.packageId,
  packageTitle: packages.title,
  name: tracks.name,
  kind: categories.kind,
  categoryName: categories.name,
  key: tracks.storageKey,
  mime: tracks.mime,
  size: tracks.size,
  durationMs: tracks.durationMs,
  tempoBpm: tracks.tempoBpm,
  contentHash: tracks.contentHash,
  unreadable: tracks.unreadable,
  isVbr: tracks.isVbr,
  hasJoints: tracks.hasJoints,
  loudnessLufs: tracks.loudnessLufs,
  truePeakDb: tracks.truePeakDb,
  carried: tracks.carried,
};

const selectTracks = (db: Executor) =>
  db
    .select(trackColumns)
    .from(tracks)
    .innerJoin(packages, eq(packages.id, tracks.packageId))
    .innerJoin(categories, eq(categories.id, packages.categoryId));

export type SourceTrack = Awaited<ReturnType<typeof selectTracks>>[number];

/** What is to be prepared: its title, its tracks in order, and how many of it are left out. */
export interface SourceTracks {
  title: string;
  tracks: SourceTrack[];
  /** Vinhetas, which are only heard. */
  jingles: number;
  /** Tracks that are not in the library any more, or have no bytes. */
  gone: number;
}

/** Tracks by id, in the given order; invisible ones are missing. */
export async function findSourceTracks(db: Executor, ids: readonly string[]): Promise<SourceTrack[]> {
  const rows = await selectTracks(db).where(
    and(visible, sql`${tracks.id} = any(${sql.param([...ids])}::text[])`),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The tracks of a source that its owner may prepare; null: there is no such thing. */
export async function findSource(db: Database, user: User, asked: Source): Promise<SourceTracks | null> {
  if (asked.source === 'project') {
    const project = await projectTracks(db, user, asked.sourceId);
    if (!project) return null;
    const ids = project.tracks.map(({ id }) => id);
    return sortOut(project.title, await findSourceTracks(db, ids), ids.length);
  }
  if (asked.source === 'track') {
    const ids = asked.trackIds ?? [asked.sourceId];
    const rows = await findSourceTracks(db, ids);
    return rows.length > 0 ? sortOut(titleOfTracks(rows), rows, ids.length) : null;
  }
  const rows = await selectTracks(db)
    .where(and(visible, eq(tracks.packageId, asked.sourceId)))
    .orderBy(asc(tracks.orderIndex), asc(tracks.id))
    .limit(mostTracks + 1);
  return rows[0] ? sortOut(rows[0].packageTitle, rows, rows.length) : null;
}

/** What tracks are called together: the first one, and how many follow. */
function titleOfTracks(rows: readonly SourceTrack[]): string {
  const first = titleOf(firstOf(rows).name);
  return rows.length === 1 ? first : `${first} e mais ${rows.length - 1}`;
}

/** Leaves out what is not delivered. */
function sortOut(title: string, rows: SourceTrack[], asked: number): SourceTracks {
  const allowed = rows.filter(({ kind }) => isDownloadable(kind));
  const whole = allowed.filter(({ key, contentHash, mime }) => key && contentHash && soundTypeOf(mime));
  return {
    title,
    tracks: whole,
    jingles: rows.length - allowed.length,
    gone: asked - rows.length + allowed.length - whole.length,
  };
}

/** The recipe that an account used last; null: none yet. */
export async function findRecipe(db: Database, { userId }: User): Promise<Recipe | null> {
  const [row] = await db.select().from(deliveryRecipes).where(eq(deliveryRecipes.userId, userId));
  return row ? readRecipe(row.recipe) : null;
}

const lineColumns = {
  id: deliveries.id,
  title: deliveries.title,
  status: deliveries.status,
  total: deliveries.total,
  createdAt: deliveries.createdAt,
};

/** Deliveries shown in a list. */
const shownDeliveries = 20;

/** An account's latest deliveries. */
export async function listDeliveries(db: Database, { userId }: User): Promise<DeliveryLine[]> {
  const rows = await db
    .select(lineColumns)
    .from(deliveries)
    .where(eq(deliveries.userId, userId))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(shownDeliveries);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** How far a delivery of this account is; null for any other. */
export async function findProgress(db: Database, { userId }: User, id: string) {
  const isReady = and(eq(deliveryFiles.deliveryId, id), eq(deliveryFiles.status, 'ready'));
  const [row] = await db
    .select({
      status: deliveries.status,
      total: deliveries.total,
      done: sql<number>`${db.$count(deliveryFiles, isReady)}`.mapWith(Number),
    })
    .from(deliveries)
    .where(and(eq(deliveries.id, id), eq(deliveries.userId, userId)));
  return row ?? null;
}

/** What a delivery of this account was ordered of, and how; null for any other. */
export async function findOrder(
  db: Database,
  { userId }: User,
  id: string,
): Promise<{ asked: Source; recipe: Recipe } | null> {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, id), eq(deliveries.userId, userId)));
  if (!row) return null;
  const { source, sourceId } = row;
  const recipe = readRecipe(row.recipe);
  if (source !== 'track') return { asked: { source, sourceId }, recipe };
  const files = await db
    .select({ trackId: deliveryFiles.trackId })
    .from(deliveryFiles)
    .where(eq(deliveryFiles.deliveryId, id))
    .orderBy(asc(deliveryFiles.position));
  return { asked: { source, sourceId, trackIds: files.map(({ trackId }) => trackId) }, recipe };
}

export interface FoundDelivery extends DeliveryLine {
  done: number;
  failed: number;
  leftOut: number;
  recipe: Recipe;
  source: Source;
  files: DeliveryFileLine[];
}

/** A delivery of this account with its files; null for any other. */
export async function findDelivery(
  db: Database,
  { userId }: User,
  id: string,
): Promise<FoundDelivery | null> {
  const [row] = await db
    .select({
      ...lineColumns,
      leftOut: deliveries.leftOut,
      recipe: deliveries.recipe,
      source: deliveries.source,
      sourceId: deliveries.sourceId,
    })
    .from(deliveries)
    .where(and(eq(deliveries.id, id), eq(deliveries.userId, userId)));
  if (!row) return null;
  const files = await db
    .select({
      id: deliveryFiles.id,
      name: deliveryFiles.name,
      trackName: deliveryFiles.trackName,
      status: deliveryFiles.status,
      reason: deliveryFiles.reason,
      notes: deliveryFiles.notes,
      size: deliveryFiles.size,
      durationMs: deliveryFiles.durationMs,
      loudnessLufs: deliveryFiles.loudnessLufs,
      truePeakDb: deliveryFiles.truePeakDb,
    })
    .from(deliveryFiles)
    .where(eq(deliveryFiles.deliveryId, id))
    .orderBy(asc(deliveryFiles.position));
  const { source, sourceId, recipe, createdAt, ...line } = row;
  const countIn = (status: DeliveryFileStatus) => files.filter((file) => file.status === status).length;
  return {
    ...line,
    done: countIn('ready'),
    failed: countIn('failed'),
    createdAt: createdAt.toISOString(),
    recipe: readRecipe(recipe),
    source: { source, sourceId },
    files: files.map((file) => ({
      ...file,
      reason: isFileReason(file.reason) ? file.reason : null,
      notes: file.notes.filter(isFileNote),
    })),
  };
}

/** The prepared files of a delivery, with where their bytes lie; `key` is null when they are gone. */
export async function listReadyFiles(db: Database, deliveryId: string) {
  return db
    .select({
      trackId: deliveryFiles.trackId,
      packageId: deliveryFiles.packageId,
      packageTitle: deliveryFiles.packageTitle,
      trackName: deliveryFiles.trackName,
      name: deliveryFiles.name,
      head: deliveryFiles.head,
      bodyStart: deliveryFiles.bodyStart,
      bodySize: deliveryFiles.bodySize,
      size: deliveryFiles.size,
      crc32: deliveryFiles.crc32,
      sha256: deliveryFiles.sha256,
      durationMs: deliveryFiles.durationMs,
      loudnessLufs: deliveryFiles.loudnessLufs,
      truePeakDb: deliveryFiles.truePeakDb,
      cues: deliveryFiles.cues,
      notes: deliveryFiles.notes,
      tempoBpm: tracks.tempoBpm,
      kind: categories.kind,
      resultId: deliveryFiles.resultId,
      key: sql<string | null>`case when ${deliveryFiles.isOriginal}
        then case when ${tracks.contentHash} = ${deliveryFiles.contentHash} then ${tracks.storageKey} end
        else ${deliveryResults.storageKey} end`,
      isVisible: sql<boolean>`coalesce(${visible}, false)`,
    })
    .from(deliveryFiles)
    .leftJoin(tracks, eq(tracks.id, deliveryFiles.trackId))
    .leftJoin(packages, eq(packages.id, tracks.packageId))
    .leftJoin(categories, eq(categories.id, packages.categoryId))
    .leftJoin(deliveryResults, eq(deliveryResults.id, deliveryFiles.resultId))
    .where(
      and(
        eq(deliveryFiles.deliveryId, deliveryId),
        eq(deliveryFiles.status, 'ready'),
        isNotNull(deliveryFiles.size),
      ),
    )
    .orderBy(asc(deliveryFiles.position));
}

export type ReadyFile = Awaited<ReturnType<typeof listReadyFiles>>[number];

/** Whether a prepared file is not delivered any more: its bytes are gone, or its track has left the library since. */
export const isStale = ({ key, isVisible, kind }: ReadyFile): boolean =>
  !key || !isVisible || !isDownloadable(kind ?? '');

/** Deliveries of an account that are being made. */
export const countOpen = (db: Executor, userId: string): Promise<number> =>
  db.$count(deliveries, and(eq(deliveries.userId, userId), inArray(deliveries.status, [...openStatuses])));

/** Bytes that all kept results take. */
export async function countResultBytes(db: Executor): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${deliveryResults.size}), 0)`.mapWith(Number) })
    .from(deliveryResults);
  return row?.bytes ?? 0;
}
