import Pause from 'lucide-react/icons/pause';
import Volume2 from 'lucide-react/icons/volume-2';
import { countTracks, formatTime } from '#platform/format.ts';
import { IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { endOf } from '../fade.ts';
import { useEndPreview } from './use-end-preview.ts';

interface ShownTrack {
  id: string;
  name: string;
  durationMs: number | null;
}

interface SourceTracksProps {
  title: string;
  tracks: ShownTrack[];
  jingles: number;
  gone: number;
  /** How each track will end; null: as it does now. */
  end: { lengthMs: number | null; fadeMs: number } | null;
}

/** The tracks that will be prepared; their new end can be heard. */
export function SourceTracks({ title, tracks, jingles, gone, end }: SourceTracksProps) {
  const { playing, toggle } = useEndPreview();
  return (
    <Card className="grid gap-3 p-5">
      <div>
        <h2 className="text-lg font-semibold break-words">{title}</h2>
        <p className="text-sm text-muted tabular-nums">{countTracks(tracks.length)}</p>
      </div>
      <LeftOut jingles={jingles} gone={gone} />
      <ul className="-mx-2 grid max-h-96 gap-0.5 overflow-y-auto">
        {tracks.map((track) => (
          <li key={track.id} className="flex min-h-11 items-center gap-3 rounded-sm px-2 hover:bg-fg/4">
            <span className="min-w-0 flex-1 truncate text-sm" title={track.name}>
              {track.name}
            </span>
            <span className="text-xs text-muted tabular-nums">
              {formatTime((track.durationMs ?? 0) / 1000)}
            </span>
            {end && track.durationMs ? (
              <IconButton
                size="sm"
                label={playing === track.id ? `Parar ${track.name}` : `Ouvir o final de ${track.name}`}
                onClick={() =>
                  toggle(track.id, endOf({ durationMs: track.durationMs ?? 0, startMs: 0 }, end))
                }
              >
                {playing === track.id ? <Pause aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What of the source will not be delivered, and why. */
function LeftOut({ jingles, gone }: { jingles: number; gone: number }) {
  if (jingles + gone === 0) return null;
  return (
    <ul className="grid gap-1 text-sm text-muted">
      {jingles > 0 ? (
        <li>
          {jingles === 1 ? 'Uma vinheta fica de fora' : `${jingles} vinhetas ficam de fora`}: vinhetas são só
          para ouvir. Peça a gravação com o nome da sua rádio.
        </li>
      ) : null}
      {gone > 0 ? (
        <li>
          {gone === 1 ? 'Uma faixa fica de fora' : `${gone} faixas ficam de fora`}: não está mais na
          biblioteca ou está sem arquivo.
        </li>
      ) : null}
    </ul>
  );
}
