import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { kinds } from '../model.ts';

/** What visitors may know of the library: how much there is. */
export interface CatalogCounts {
  packages: number;
  tracks: number;
  /** Kinds that have visible packages, in the order of `kinds`. */
  kinds: { kind: string; packages: number; tracks: number }[];
}

const visible = and(eq(packages.isActive, true), isNull(packages.deletedAt), eq(categories.isActive, true));

/** Counts the visible packages and their playable tracks. */
export async function countCatalog(db: Database): Promise<CatalogCounts> {
  const rows = await db
    .select({
      kind: categories.kind,
      packages: sql<number>`count(distinct ${packages.id})::int`,
      tracks: sql<number>`count(${tracks.id})::int`,
    })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .leftJoin(tracks, and(eq(tracks.packageId, packages.id), isNotNull(tracks.storageKey)))
    .where(visible)
    .groupBy(categories.kind);
  const known = kinds.flatMap((kind) => rows.find((row) => row.kind === kind) ?? []);
  return {
    packages: rows.reduce((sum, row) => sum + row.packages, 0),
    tracks: rows.reduce((sum, row) => sum + row.tracks, 0),
    kinds: known,
  };
}

/** A track that visitors may try. */
export interface ShowcaseTrack {
  trackId: string;
  /** The file's name without its ending. */
  title: string;
  packageTitle: string;
  kind: string;
  /** base64 of up to 400 bytes, each a peak of 0 to 255. */
  peaks: string | null;
  durationMs: number | null;
}

/**
 * Three tracks for the landing page: the first of a vinheta package and of two packages of trilhas, featured
 * packages first. These, and no others, have public samples.
 */
export async function listShowcase(db: Database): Promise<ShowcaseTrack[]> {
  const place = sql<number>`row_number() over (
    partition by ${categories.kind}
    order by ${packages.isFeatured} desc, ${packages.orderIndex}, ${packages.id}
  )`;
  const firsts = db
    .selectDistinctOn([tracks.packageId], { packageId: tracks.packageId, trackId: tracks.id })
    .from(tracks)
    .where(isNotNull(tracks.storageKey))
    .orderBy(tracks.packageId, asc(tracks.orderIndex), asc(tracks.id))
    .as('firsts');
  const ranked = db
    .select({
      trackId: firsts.trackId,
      kind: categories.kind,
      packageTitle: packages.title,
      place: place.as('place'),
    })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .innerJoin(firsts, eq(firsts.packageId, packages.id))
    .where(and(visible, inArray(categories.kind, ['pacotes-vinhetas', 'trilhas'])))
    .as('ranked');
  const rows = await db
    .select({
      trackId: tracks.id,
      name: tracks.name,
      packageTitle: ranked.packageTitle,
      kind: ranked.kind,
      peaks: tracks.peaks,
      durationMs: tracks.durationMs,
      place: ranked.place,
    })
    .from(ranked)
    .innerJoin(tracks, eq(tracks.id, ranked.trackId))
    .where(sql`${ranked.place} <= 3`)
    .orderBy(asc(ranked.place), desc(sql`${ranked.kind} = 'pacotes-vinhetas'`));
  const chosen = rows
    .slice(0, 3)
    .sort((a, b) => Number(b.kind === 'pacotes-vinhetas') - Number(a.kind === 'pacotes-vinhetas'));
  return chosen.map(({ name, peaks, place: _, ...row }) => ({
    ...row,
    title: name.replace(/\.[a-z0-9]{2,4}$/i, ''),
    peaks: peaks ? peaks.toString('base64') : null,
  }));
}
