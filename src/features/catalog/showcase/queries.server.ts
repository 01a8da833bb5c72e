import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { factsOfKind, type Kind, kinds } from '../kinds.ts';
import { memoryOf } from '../memory.ts';
import { coverUrl } from '../model.ts';
import { type CatalogSource, visible } from '../queries.server.ts';

interface ShowcaseTrack {
  trackId: string;
  title: string;
  packageTitle: string;
  kind: string;
  /** base64 of up to 400 bytes, each a peak. */
  peaks: string | null;
  durationMs: number | null;
}

interface ShowcasePack {
  id: string;
  title: string;
  kind: string;
  coverUrl: string | null;
  trackCount: number;
  /** The track that visitors hear. */
  trackId: string;
}

export interface Showcase {
  /** A vinheta and two trilhas. */
  tracks: ShowcaseTrack[];
  /** Kinds alternate, so that the first ones show how different they are. */
  packs: ShowcasePack[];
}

/** Kinds of the first screen: those recorded with a radio's name, and music. */
const isForDesk = (kind: string) => {
  const facts = factsOfKind(kind);
  return facts?.isRecorded || facts?.hasTempo;
};

const length = 3;
/** Two lines of four. */
const packLength = 8;

/** What visitors see and hear on the landing page: featured packages only, because their samples are public. */
export const listShowcase = (source: CatalogSource): Promise<Showcase> =>
  memoryOf(source.bus).get('showcase', () => readShowcase(source));

async function readShowcase({ db }: CatalogSource): Promise<Showcase> {
  const ofKinds = await Promise.all(kinds.map((kind) => readFeatured(db, kind)));
  const rows = ofKinds.flat().filter(({ kind }) => isForDesk(kind));
  const vinhetas = rows.filter(({ kind }) => factsOfKind(kind)?.isRecorded);
  const trilhas = rows.filter(({ kind }) => factsOfKind(kind)?.hasTempo);
  const ofTrilhas = Math.min(trilhas.length, Math.max(length - 1, length - vinhetas.length));
  const chosen = [...vinhetas.slice(0, length - ofTrilhas), ...trilhas.slice(0, ofTrilhas)];
  const alternating = Array.from({ length: packLength }, (_, at) => ofKinds.flatMap((of) => of[at] ?? []));
  return {
    tracks: chosen.map(({ trackId, name, packageTitle, kind, peaks, durationMs }) => ({
      trackId,
      title: name.replace(/\.[a-z0-9]{2,4}$/i, ''),
      packageTitle,
      kind,
      peaks: peaks ? peaks.toString('base64') : null,
      durationMs,
    })),
    packs: alternating
      .flat()
      .slice(0, packLength)
      .map(({ id, packageTitle, kind, coverKey, trackCount, trackId }) => ({
        id,
        title: packageTitle,
        kind,
        coverUrl: coverUrl(coverKey),
        trackCount,
        trackId,
      })),
  };
}

/** Tracks that have a sample: MP3s, and those played by one (features/downloads/sample). */
const hasSample = and(
  isNotNull(tracks.storageKey),
  isNull(tracks.unreadable),
  or(eq(tracks.mime, 'audio/mpeg'), isNotNull(tracks.previewKey)),
);

/** The first track with a sample of each of a kind's first featured packages. */
const readFeatured = (db: CatalogSource['db'], kind: Kind) =>
  db
    .selectDistinctOn([packages.orderIndex, packages.place, packages.id], {
      id: packages.id,
      trackId: tracks.id,
      name: tracks.name,
      packageTitle: packages.title,
      kind: categories.kind,
      coverKey: packages.coverKey,
      trackCount: packages.trackCount,
      peaks: tracks.peaks,
      durationMs: tracks.durationMs,
    })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .innerJoin(tracks, and(eq(tracks.packageId, packages.id), hasSample))
    .where(and(visible, eq(packages.isFeatured, true), eq(categories.kind, kind)))
    .orderBy(
      asc(packages.orderIndex),
      asc(packages.place),
      asc(packages.id),
      asc(tracks.orderIndex),
      asc(tracks.id),
    )
    .limit(packLength);
