import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useEffect } from 'react';
import { useFetcher, useRevalidator } from 'react-router';
import { countTracks, formatSize, formatTime } from '#platform/format.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '#ui/dialog.tsx';
import { hueOfKind } from '#ui/hue.ts';
import { Input } from '#ui/input.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { SortableList } from '../../components/sortable-list.tsx';
import type { CurationAnswer, EditedPackage, EditedTrack } from '../../model.ts';
import { sendAudio } from '../store.ts';
import { AudioDrop } from './audio-drop.tsx';
import { SendingList } from './sending-list.tsx';

/** Milliseconds after which an unmeasured track is not waited for any more. */
const patience = 10 * 60_000;

/** The tracks of a package in its editor: added, put in order, renamed and removed, each change saved at once. */
export function TrackList({ pack }: { pack: EditedPackage }) {
  const fetcher = useFetcher<CurationAnswer>();
  const { revalidate } = useRevalidator();

  const isMeasuring = pack.tracks.some(
    ({ durationMs, createdAt }) => durationMs === null && Date.now() - Date.parse(createdAt) < patience,
  );
  useEffect(() => {
    if (!isMeasuring) return;
    const timer = setInterval(() => void revalidate(), 2000);
    return () => clearInterval(timer);
  }, [isMeasuring, revalidate]);

  const send = (fields: Record<string, string>) => void fetcher.submit(fields, { method: 'post' });
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
          onOrder={(ids) => send({ intent: 'track-order', packageId: pack.id, ids: ids.join() })}
          className="gap-1"
        >
          {(track) => (
            <TrackLine
              track={track}
              kind={pack.kind}
              onRename={(name) => send({ intent: 'track-rename', trackId: track.id, name })}
              onRemove={() => send({ intent: 'track-remove', trackId: track.id })}
            />
          )}
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

interface TrackLineProps {
  track: EditedTrack;
  kind: string;
  /** Stands before the name: a play button. */
  lead?: ReactNode;
  onRename: (name: string) => void;
  onRemove: () => void;
}

/** A track that can be renamed and removed. */
export function TrackLine({ track, kind, lead, onRename, onRemove }: TrackLineProps) {
  const facts = [
    track.durationMs === null ? 'Analisando...' : formatTime(track.durationMs / 1000),
    track.size === null ? null : formatSize(track.size),
    track.loudnessLufs === null ? null : `${track.loudnessLufs.toFixed(1).replace('.', ',')} LUFS`,
  ];
  return (
    <div className="flex items-center gap-3">
      {lead}
      <div className="grid min-w-0 flex-1 gap-1 py-1 sm:grid-cols-[minmax(0,1fr)_9rem] sm:items-center sm:gap-4">
        <div className="min-w-0">
          <Input
            key={track.name}
            defaultValue={track.name}
            aria-label={`Nome da faixa ${track.name}`}
            maxLength={200}
            className="h-9! border-transparent! bg-transparent! px-2! text-sm! shadow-none! hover:border-edge! touch:h-11!"
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                event.stopPropagation();
                event.currentTarget.value = track.name;
              }
              if (event.key !== 'Enter' && event.key !== 'Escape') return;
              event.preventDefault();
              event.currentTarget.blur();
            }}
            onBlur={(event) => {
              const name = event.currentTarget.value.trim();
              if (!name) event.currentTarget.value = track.name;
              else if (name !== track.name) onRename(name);
            }}
          />
          <p className="px-2 text-xs text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
        </div>
        <Waveform peaks={track.peaks} hue={hueOfKind(kind)} height={28} className="max-sm:hidden" />
      </div>
      <Dialog>
        <DialogTrigger>
          <IconButton label={`Remover faixa ${track.name}`} size="sm">
            <Trash2 aria-hidden="true" />
          </IconButton>
        </DialogTrigger>
        <DialogContent
          title="Remover faixa"
          size="sm"
          className="h-fit! max-sm:rounded-t-lg"
          footer={
            <>
              <DialogClose>
                <Button>Cancelar</Button>
              </DialogClose>
              <DialogClose>
                <Button variant="danger" onClick={onRemove}>
                  Remover
                </Button>
              </DialogClose>
            </>
          }
        >
          <p className="break-words">
            <strong>{track.name}</strong> sai do pacote e dos favoritos de quem a salvou.
          </p>
        </DialogContent>
      </Dialog>
    </div>
  );
}
