import { useEffect } from 'react';
import { useFetcher, useRevalidator } from 'react-router';
import { countTracks } from '#platform/format.ts';
import { SortableList } from '../../components/sortable-list.tsx';
import { type CurationAnswer, type EditedPackage, isBeingMeasured } from '../../model.ts';
import { sendAudio } from '../store.ts';
import { AudioDrop } from './audio-drop.tsx';
import { SendingList } from './sending-list.tsx';
import { TrackLine } from './track-line.tsx';

/** The tracks of a package in its editor: added, put in order, renamed and removed, each change saved at once. */
export function TrackList({ pack }: { pack: EditedPackage }) {
  const ordering = useFetcher<CurationAnswer>();
  const { revalidate } = useRevalidator();

  const isMeasuring = pack.tracks.some(isBeingMeasured);
  useEffect(() => {
    if (!isMeasuring) return;
    const timer = setInterval(() => void revalidate(), 2000);
    return () => clearInterval(timer);
  }, [isMeasuring, revalidate]);

  return (
    <section aria-label="Faixas" className="grid gap-4">
      <h3 className="flex items-baseline justify-between gap-3 text-lg font-semibold">
        Faixas
        <span className="text-sm font-normal text-muted">{countTracks(pack.tracks.length)}</span>
      </h3>
      <AudioDrop onFiles={(files) => sendAudio(pack, files)} />
      {pack.interrupted.length > 0 ? <Interrupted pack={pack} /> : null}
      <SendingList packageId={pack.id} onArrived={revalidate} />
      {pack.tracks.length > 0 ? (
        <SortableList
          label="Faixas do pacote"
          items={pack.tracks}
          onOrder={(ids) =>
            ordering.submit(
              { intent: 'track-order', packageId: pack.id, ids: ids.join() },
              { method: 'post' },
            )
          }
          className="gap-1"
        >
          {(track) => <TrackLine track={track} kind={pack.kind} />}
        </SortableList>
      ) : null}
    </section>
  );
}

/** Files that were broken off, perhaps by a reload: chosen again, they go on where they stopped. */
function Interrupted({ pack }: { pack: EditedPackage }) {
  return (
    <p className="text-sm text-muted">
      Envio por terminar:{' '}
      {pack.interrupted
        .map(({ name, received, size }) => `${name} (${Math.floor((received / size) * 100)}%)`)
        .join(', ')}
      . Escolha o mesmo arquivo para continuar de onde parou.
    </p>
  );
}
