import type { LoadStretch } from '#features/catalog/components/use-stretches.ts';
import { type PackageCard, perStretch } from '#features/catalog/model.ts';
import { type DeskList, type DeskTrack, deskTracksOf } from '#features/desk/model.ts';
import type { FavoriteTrack } from '#features/favorites/model.ts';
import type { PlayableQueue } from '#features/player/model.ts';
import { QueueRefused, queueOf } from '#features/player/queues.ts';
import type { FoundTrack } from '#features/search/tracks/model.ts';

/** Packages whose tracks are read at once. */
const packagesAtOnce = 4;

export const foundTrackToDesk = ({
  id,
  name,
  durationMs,
  peaks,
  lufs,
  truePeakDb,
  bpm,
  packageId,
  packageTitle,
  coverUrl,
  kind,
}: FoundTrack): DeskTrack => ({
  id,
  name,
  durationMs,
  peaks: peaks ?? null,
  loudnessLufs: lufs,
  truePeakDb,
  tempoBpm: bpm,
  packageId,
  packageTitle,
  coverUrl,
  kind,
});

/** The tracks of a search: those on the page, and further stretches. */
export function foundList(
  term: string,
  { total, tracks }: { total: number; tracks: FoundTrack[] },
  load: LoadStretch<FoundTrack>,
): DeskList {
  let offset = perStretch;
  return {
    title: term ? `Faixas para “${term}”` : 'Todas as faixas',
    total,
    tracks: tracks.map(foundTrackToDesk),
    ...(total > tracks.length
      ? {
          more: async () => {
            const found = offset < total ? await load(offset) : [];
            offset += perStretch;
            return found.map(foundTrackToDesk);
          },
        }
      : {}),
  };
}

/** The tracks that sound like another one, or like one's own file. */
export const similarList = (name: string | null, tracks: FoundTrack[]): DeskList => ({
  title: name ? `Sons parecidos com ${name}` : 'Sons parecidos',
  total: tracks.length,
  tracks: tracks.map(foundTrackToDesk),
});

/** The tracks of a package; after the desk closes, the package goes on. */
export const packageList = (queue: PlayableQueue): DeskList => ({
  title: queue.packageTitle,
  total: queue.tracks.length,
  tracks: deskTracksOf(queue),
  queue,
});

/** The saved tracks of the page that can still be heard. */
export function savedList(saved: FavoriteTrack[]): DeskList {
  const tracks = saved.flatMap(({ trackId, available, kind, ...track }) =>
    available && kind ? { id: trackId, kind, ...track } : [],
  );
  return { title: 'Minhas Faixas Favoritas', total: tracks.length, tracks };
}

/** The tracks of a project that can be heard; after the desk closes, the project goes on. */
export const projectList = (queue: PlayableQueue, tracks: DeskTrack[]): DeskList => ({
  title: queue.packageTitle,
  total: tracks.length,
  tracks,
  queue,
});

/** The tracks of a shelf's packages, in the order of the shelf, package by package. */
export function shelfList(title: string, total: number, load: LoadStretch<PackageCard>): DeskList {
  let waiting: PackageCard[] = [];
  let offset = 0;
  let isEnd = false;
  const more = async (): Promise<DeskTrack[]> => {
    if (waiting.length === 0 && !isEnd) {
      const cards = await load(offset);
      offset += perStretch;
      isEnd = cards.length < perStretch;
      waiting = cards.filter(({ trackCount }) => trackCount > 0);
    }
    if (waiting.length === 0) return isEnd ? [] : more();
    const queues = await Promise.all(waiting.slice(0, packagesAtOnce).map(({ id }) => queueUnlessGone(id)));
    waiting = waiting.slice(packagesAtOnce);
    const tracks = queues.flatMap((queue) => (queue ? deskTracksOf(queue) : []));
    return tracks.length > 0 ? tracks : more();
  };
  return { title, total, tracks: [], more };
}

/** The tracks of a package; null when it has been taken out of the library meanwhile. */
const queueUnlessGone = (packageId: string): Promise<PlayableQueue | null> =>
  queueOf(packageId).catch((error: unknown) => {
    if (error instanceof QueueRefused && error.status === 404) return null;
    throw error;
  });
