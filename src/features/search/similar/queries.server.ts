import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { trackDocuments as docs } from '#db/schema/search.ts';
import { type CatalogSource, listCategories } from '#features/catalog/queries.server.ts';
import { timbreLength } from '#features/media/audio/timbre-facts.ts';
import { firstOf } from '#platform/elements.ts';
import { listFound } from '../tracks/found-queries.server.ts';
import type { FoundTrack } from '../tracks/model.ts';
import { cellsByDistance, distance } from './model.ts';

/** Cells that are looked into first, and the tracks in them that are enough to compare (docs/decisions/046). */
const nearCells = 512;
const enough = 5500;
/** Tracks of all cells that are compared when the near ones hold too few: a smaller catalogue is compared whole. */
const most = 20_000;

/** A track, and those of its kind that sound most like it. */
export interface AlikeTracks {
  track: FoundTrack;
  /** The nearest first; null when the track has no sound, or is not measured yet. */
  tracks: FoundTrack[] | null;
}

/** Null for a track that listeners cannot see. */
export async function findLike(
  source: CatalogSource,
  trackId: string,
  shown: Pick<Alike, 'limit' | 'withPeaks'>,
): Promise<AlikeTracks | null> {
  const [found] = await source.db
    .select({ timbre: docs.timbre, categoryId: docs.categoryId })
    .from(docs)
    .where(eq(docs.trackId, trackId));
  const isSeen = found && (await listCategories(source)).some(({ id }) => id === found.categoryId);
  const [track] = isSeen ? await listFound(source, [trackId], shown.withPeaks) : [];
  if (!found || !track) return null;
  const { timbre } = found;
  const asked = { kind: track.kind, except: trackId, ...shown };
  return { track, tracks: timbre && (await findSimilar(source, { timbre, ...asked })) };
}

interface Alike {
  timbre: Uint8Array;
  /** Of which kind; null: of any. */
  kind: string | null;
  /** The track that is compared with the others. */
  except?: string;
  limit: number;
  withPeaks: boolean;
}

/** The tracks that sound most alike, the nearest first. */
export async function findSimilar(source: CatalogSource, asked: Alike): Promise<FoundTrack[]> {
  const { timbre, kind, except, limit, withPeaks } = asked;
  const homes = (await listCategories(source))
    .filter((each) => kind === null || each.kind === kind)
    .map(({ id }) => id);
  const cells = cellsByDistance(timbre);
  const near = await readCells(source.db, homes, cells.slice(0, nearCells), enough);
  const { ids, timbres } = near.ids.length < enough ? await readCells(source.db, homes, cells, most) : near;
  const apart = Float64Array.from(ids, (_, at) => distance(timbre, timbres, at * timbreLength));
  // No farther ones need to be sorted; one more, because the track itself may be among them.
  const far = apart.toSorted()[limit] ?? Number.POSITIVE_INFINITY;
  const best = ids
    .map((id, at) => ({ id, apart: apart[at] ?? 0 }))
    .filter((each) => each.apart <= far && each.id !== except)
    .sort((one, other) => one.apart - other.apart || (one.id < other.id ? -1 : 1))
    .slice(0, limit);
  return listFound(
    source,
    best.map(({ id }) => id),
    withPeaks,
  );
}

/** Ids and timbres of the first tracks in these cells, cell by cell: by the index alone, and in two values. */
async function readCells(
  db: Database,
  homes: string[],
  cells: number[],
  limit: number,
): Promise<{ ids: string[]; timbres: Buffer }> {
  const { rows } = await db.execute<{ ids: string | null; timbres: Buffer | null }>(sql`
    select string_agg(near.id, ',') as ids, string_agg(near.timbre, ''::bytea) as timbres
    from (
      select inside.id, inside.timbre from unnest(${sql.param(cells)}::smallint[]) as cells(cell)
      cross join lateral (
        select ${docs.trackId} as id, ${docs.timbre} as timbre from ${docs}
        where ${docs.categoryId} = any(${sql.param(homes)}::text[]) and ${docs.timbreCell} = cells.cell
          and ${docs.timbre} is not null
        limit ${limit}
      ) as inside
      limit ${limit}
    ) as near`);
  const { ids, timbres } = firstOf(rows);
  return { ids: ids?.split(',') ?? [], timbres: timbres ?? Buffer.alloc(0) };
}
