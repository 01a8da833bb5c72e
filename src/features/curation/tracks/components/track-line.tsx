import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import { hueOfKind } from '#features/catalog/kinds.ts';
import { formatSize, formatTime } from '#platform/format.ts';
import { IconButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Waveform } from '#ui/waveform.tsx';
import type { EditedTrack } from '../../model.ts';
import { TrackName } from './track-name.tsx';
import { TrackWork } from './track-work.tsx';

interface TrackLineProps {
  track: EditedTrack;
  kind: string;
  lead?: ReactNode;
}

const whileUnknown = ({ unreadable }: EditedTrack) => (unreadable ? null : 'Analisando...');

/**
 * A track that can be renamed and removed. Each line submits on its own, so that concurrent changes do not replace
 * each other.
 */
export function TrackLine({ track, kind, lead }: TrackLineProps) {
  const removing = useFetcher();
  const facts = [
    track.durationMs === null ? whileUnknown(track) : formatTime(track.durationMs / 1000),
    track.size === null ? null : formatSize(track.size),
    track.loudnessLufs === null ? null : `${track.loudnessLufs.toFixed(1).replace('.', ',')} LUFS`,
  ];
  const remove = () =>
    void removing.submit({ intent: 'track-remove', trackId: track.id }, { method: 'post' });
  return (
    <div className="flex items-center gap-3">
      {lead}
      <div className="grid min-w-0 flex-1 gap-1 py-1 sm:grid-cols-[minmax(0,1fr)_9rem] sm:items-center sm:gap-4">
        <div className="min-w-0">
          <TrackName track={track} />
          <p className="px-2 text-xs text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
          {track.unreadable ? <p className="px-2 text-xs text-danger">{track.unreadable}</p> : null}
        </div>
        <Waveform peaks={track.peaks} hue={hueOfKind(kind)} height={28} className="max-sm:hidden" />
      </div>
      <TrackWork track={track} />
      <ConfirmDialog
        title="Remover faixa"
        action="Remover"
        variant="danger"
        onConfirm={remove}
        trigger={
          <IconButton label={`Remover faixa ${track.name}`} size="sm" busy={removing.state !== 'idle'}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        }
      >
        <p className="break-words">
          <strong>{track.name}</strong> sai do pacote e dos favoritos de quem a salvou.
        </p>
      </ConfirmDialog>
    </div>
  );
}
