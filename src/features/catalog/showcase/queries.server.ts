import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { factsOfKind, kindFacts, kinds } from '../kinds.ts';
import { memoryOf } from '../memory.ts';
import { type CatalogSource, visible } from '../queries.server.ts';

export interface ShowcaseTrack {
  trackId: string;
  title: string;
  packageTitle: string;
  kind: string;
  /** base64 of up to 400 bytes, each a peak. */
  peaks: string | null;
  durationMs: number | null;
}

/** Kinds that visitors may hear: those recorded with a radio's name, and music. */
const shown = kinds.filter((kind) => kindFacts[kind].isRecorded || kindFacts[kind].hasTempo);

const length = 3;

/** The landing page's samples: a vinheta and two trilhas of featured packages, because samples are public. */
export const listShowcase = (source: CatalogSource): Promise<ShowcaseTrack[]> =>
  memoryOf(source.bus).get('showcase', () => readShowcase(source));

async function readShowcase({ db }: CatalogSource): Promise<ShowcaseTrack[]> {
  const rows = await db
    .selectDistinctOn([categories.kind, packages.orderIndex, packages.id], {
      trackId: tracks.id,
      name: tracks.name,
      packageTitle: packages.title,
      kind: categories.kind,
      peaks: tracks.peaks,
      durationMs: tracks.durationMs,
    })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .innerJoin(tracks, and(eq(tracks.packageId, packages.id), isNotNull(tracks.storageKey)))
    .where(and(visible, eq(packages.isFeatured, true), inArray(categories.kind, shown)))
    .orderBy(
      asc(categories.kind),
      asc(packages.orderIndex),
      asc(packages.id),
      asc(tracks.orderIndex),
      asc(tracks.id),
    );
  const vinhetas = rows.filter(({ kind }) => factsOfKind(kind)?.isRecorded);
  const trilhas = rows.filter(({ kind }) => factsOfKind(kind)?.hasTempo);
  const ofTrilhas = Math.min(trilhas.length, Math.max(length - 1, length - vinhetas.length));
  const chosen = [...vinhetas.slice(0, length - ofTrilhas), ...trilhas.slice(0, ofTrilhas)];
  return chosen.map(({ name, peaks, ...row }) => ({
    ...row,
    title: name.replace(/\.[a-z0-9]{2,4}$/i, ''),
    peaks: peaks ? peaks.toString('base64') : null,
  }));
}
