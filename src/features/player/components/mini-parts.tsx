import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Download from 'lucide-react/icons/download';
import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import { isDownloadable } from '#features/catalog/kinds.ts';
import { cx } from '#ui/cx.ts';
import { downloadTrack } from '../download.ts';
import { lookOf, type PlayableQueue, type PlayableTrack } from '../model.ts';
import { trackOf } from '../playback.ts';
import { usePlayer } from '../store.ts';
import { CoverThumb } from './cover-thumb.tsx';
import { Control } from './transport.tsx';

export interface Current {
  queue: PlayableQueue;
  track: PlayableTrack;
}

/** The current track and its package, drawn after the click that chose it; null while the player closes. */
export function useCurrent(): Current | null {
  const queue = useDeferredValue(usePlayer((state) => state.queue));
  const track = useDeferredValue(usePlayer(trackOf));
  return queue && track ? { queue, track } : null;
}

/** Cover, track and package as a link to the package's page (MIN-07). */
export function PackageLink({ queue, track, coverClass }: Current & { coverClass: string }) {
  const error = usePlayer((state) => state.error);
  const { kind, coverUrl } = lookOf(queue, track);
  return (
    <Link
      to={queue.address ?? `/package/${queue.packageId}`}
      draggable={false}
      title={queue.address ? 'Ir para a lista' : 'Ir para o pacote'}
      className="group flex min-w-0 flex-1 items-center gap-2.5 rounded-sm"
    >
      <CoverThumb src={coverUrl} kind={kind} peaks={track.peaks} className={coverClass} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm leading-5 font-semibold">{track.name}</span>
        {error ? (
          <span className="block truncate text-xs leading-4 text-danger">{error}</span>
        ) : (
          <span className="flex items-center gap-0.5 text-xs leading-4 text-muted transition group-hover:text-fg">
            <span className="truncate">{queue.packageTitle}</span>
            <ArrowUpRight className="size-3.5 shrink-0" aria-hidden="true" />
          </span>
        )}
      </span>
    </Link>
  );
}

/** 'Baixar música'; not for vinhetas, which are not delivered as files (MIN-06, A-18). */
export function DownloadButton({ queue, track, className }: Current & { className: string }) {
  if (!isDownloadable(lookOf(queue, track).kind)) return null;
  return (
    <Control
      label="Baixar música"
      title="Baixar música"
      onClick={() => void downloadTrack(track, 'mini')}
      className={cx(className)}
    >
      <Download className="size-[1.15em]" aria-hidden="true" />
    </Control>
  );
}
