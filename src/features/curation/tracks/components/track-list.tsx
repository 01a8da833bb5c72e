import { useEffect } from 'react';
import { useFetcher, useRevalidator } from 'react-router';
import { useStore } from 'zustand/react';
import type { Answer } from '#platform/answer.ts';
import { countTracks } from '#platform/format.ts';
import { OrderedList } from '#ui/ordered-list.tsx';
import { type EditedPackage, isBeingMeasured } from '../../model.ts';
import { isOver, sendAudio, sendings } from '../store.ts';
import { AudioDrop } from './audio-drop.tsx';
import { SendingList } from './sending-list.tsx';
import { TrackLine } from './track-line.tsx';

export function TrackList({ pack }: { pack: EditedPackage }) {
  const ordering = useFetcher<Answer>();
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
      <Interrupted pack={pack} />
      <SendingList packageId={pack.id} onArrived={revalidate} />
      {pack.tracks.length > 0 ? (
        <OrderedList
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
        </OrderedList>
      ) : null}
    </section>
  );
}

/** Interrupted uploads, for example by a reload: chosen again, they resume. */
function Interrupted({ pack }: { pack: EditedPackage }) {
  const list = useStore(sendings, (state) => state.list);
  const isHere = ({ name, size }: EditedPackage['interrupted'][number]) =>
    list.some((one) => one.packageId === pack.id && one.name === name && one.size === size && !isOver(one));
  const waiting = pack.interrupted.filter((one) => !isHere(one));
  if (waiting.length === 0) return null;
  const names = waiting.map(
    ({ name, received, size }) => `${name} (${Math.floor((received / size) * 100)}%)`,
  );
  return (
    <p className="text-sm text-muted">
      Envio por terminar: {names.join(', ')}. Escolha{' '}
      {waiting.length === 1 ? 'o mesmo arquivo' : 'os mesmos arquivos'} para continuar de onde parou.
    </p>
  );
}
