import { sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.server.ts';
import { tracks } from '#db/schema/catalog.ts';
import { rememberEach } from './memory.ts';
import type { PackageCard, RowSound } from './model.ts';
import { type CatalogSource, withFacts } from './queries.server.ts';

/** Peaks of a waveform as wide as a line has room for. */
const rowPeaks = 100;

type SoundRow = Omit<RowSound, 'peaks'> & { id: string; peaks: string | null };

const selectSounds = prepared((db) =>
  db
    .select({
      id: tracks.packageId,
      durationMs: sql<number>`coalesce(sum(${tracks.durationMs}), 0)::float8`,
      slowestBpm: sql<number | null>`min(${tracks.tempoBpm})::float8`,
      fastestBpm: sql<number | null>`max(${tracks.tempoBpm})::float8`,
      loudnessLufs: sql<number | null>`avg(${tracks.loudnessLufs})::float8`,
      // With its table's name, as the columns of a query of one table have none. Of one track only, so that a package of thousands does not bring all waveforms together.
      peaks: sql<string | null>`(
        select translate(encode(first.peaks, 'base64'), e'\n', '') from tracks as first
        where first.package_id = tracks.package_id and first.storage_key is not null
        order by first.order_index, first.id limit 1)`,
    })
    .from(tracks)
    .where(
      sql`${tracks.packageId} = any(${sql.placeholder('ids')}::text[]) and ${tracks.storageKey} is not null`,
    )
    .groupBy(tracks.packageId)
    .prepare('catalog_row_sounds'),
);

/** Fewer peaks, each the highest of its part. */
function narrowed(peaks: string | null): string | null {
  if (!peaks) return null;
  const all = Buffer.from(peaks, 'base64');
  if (all.length <= rowPeaks) return peaks;
  const few = Buffer.alloc(rowPeaks);
  for (const [at, peak] of all.entries()) {
    const place = Math.floor((at * rowPeaks) / all.length);
    few[place] = Math.max(few[place] ?? 0, peak);
  }
  return few.toString('base64');
}

/** Packages with what a line shows. @param entitled adds the sound, which only subscribers get */
export async function withLines(
  source: CatalogSource,
  packs: PackageCard[],
  entitled: boolean,
): Promise<PackageCard[]> {
  const lines = await withFacts(source, packs);
  return entitled ? withSounds(source, lines) : lines;
}

async function withSounds({ db, bus }: CatalogSource, packs: PackageCard[]): Promise<PackageCard[]> {
  const ids = packs.map(({ id }) => id);
  const sounds = await rememberEach<SoundRow>(bus, ids, {
    name: 'row-sounds',
    most: 20_000,
    read: async (missing) => {
      const rows = await selectSounds(db).execute({ ids: missing });
      return rows.map((row) => ({ ...row, peaks: narrowed(row.peaks) }));
    },
  });
  const soundOf = new Map(sounds.map(({ id, ...sound }) => [id, sound]));
  return packs.map((pack) => {
    const sound = soundOf.get(pack.id);
    return sound ? { ...pack, sound } : pack;
  });
}
