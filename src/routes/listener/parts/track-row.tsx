import Download from 'lucide-react/icons/download';
import { memo } from 'react';
import { SimilarLink } from '#features/catalog/components/similar-link.tsx';
import { hueOfKind } from '#features/catalog/kinds.ts';
import type { TrackRow as Track } from '#features/catalog/model.ts';
import { describeSound } from '#features/catalog/sound-facts.ts';
import { PrepareLink } from '#features/delivery/components/prepare-link.tsx';
import { HeartButton } from '#features/favorites/components/heart-button.tsx';
import { PlayButton } from '#features/player/components/play-button.tsx';
import { SeekWave } from '#features/player/components/transport.tsx';
import { downloadTrack } from '#features/player/download.ts';
import type { PlayableQueue, PlayableTrack } from '#features/player/model.ts';
import { player, useIsCurrent } from '#features/player/store.ts';
import { AddButton } from '#features/projects/components/add-button.tsx';
import { formatSize, formatTime } from '#platform/format.ts';
import { IconButton } from '#ui/button.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { TrackMenu } from './track-menu.tsx';

interface TrackRowProps {
  track: Track;
  queue: PlayableQueue;
  /** Not for vinhetas. */
  downloadable: boolean;
}

/** A track of a package page (PKG-07), in a list that says the height of a row and its gap as `--row`. */
export const TrackRow = memo(function TrackRow({ track, queue, downloadable }: TrackRowProps) {
  const isCurrent = useIsCurrent(queue.packageId, track.id);
  const facts = describeSound(track, queue.kind);
  return (
    <li
      data-current={isCurrent ? '' : undefined}
      className="group grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md px-2 py-2 transition duration-150 [contain-intrinsic-size:auto_calc(var(--row)-1.25rem)] [content-visibility:auto] hover:bg-surface data-current:bg-surface sm:px-3 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto_auto] lg:grid-cols-[auto_minmax(0,18rem)_minmax(0,1fr)_auto_auto_auto_auto]"
    >
      <PlayButton name={track.name} queue={queue} trackId={track.id} size="sm" variant="quiet" />
      <Name track={track} />
      <div className="max-lg:order-1 max-sm:col-span-2 sm:max-lg:col-span-full max-lg:mt-1 max-lg:px-1">
        <RowWave track={track} queue={queue} isCurrent={isCurrent} />
      </div>
      {facts.length > 0 ? (
        <p className="flex flex-wrap gap-x-3 text-xs whitespace-nowrap text-muted tabular-nums max-lg:order-3 max-lg:col-span-full max-lg:px-1 lg:w-36 lg:justify-end">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      ) : null}
      <div className="flex max-sm:hidden sm:-mr-3 lg:col-start-5">
        <AddButton what={{ trackIds: [track.id] }} name={track.name} />
        <SimilarLink trackId={track.id} name={track.name} />
      </div>
      <div className="flex items-center justify-end lg:col-start-6">
        <HeartButton
          item={{ packageId: track.packageId, trackId: track.id }}
          name={track.name}
          isSaved={track.isSaved}
        />
        {downloadable ? (
          <PrepareLink source="track" id={track.id} name={track.name} className="max-sm:hidden" />
        ) : null}
        <TrackMenu id={track.id} name={track.name} mayAdd mayCompare mayPrepare={downloadable} />
      </div>
      <div className="max-sm:order-2 max-sm:col-start-3 max-sm:justify-self-end sm:-ml-3 lg:col-start-7">
        {downloadable ? (
          <IconButton label={`Baixar ${track.name}`} onClick={() => void downloadTrack(track, 'page')}>
            <Download aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
    </li>
  );
});

/** Its name, length and size. */
function Name({ track }: { track: Track }) {
  return (
    <div className="min-w-0">
      <p
        className="w-fit max-w-full truncate text-sm font-medium group-data-current:playing"
        title={track.name}
      >
        {track.name}
      </p>
      <p className="flex gap-2 text-xs text-muted tabular-nums">
        <span>{formatTime((track.durationMs ?? 0) / 1000)}</span>
        {track.size === null ? null : (
          <>
            <span aria-hidden="true">·</span>
            <data value={track.size} data-bytes={track.size}>
              {formatSize(track.size)}
            </data>
          </>
        )}
      </p>
    </div>
  );
}

interface RowWaveProps {
  track: PlayableTrack;
  queue: PlayableQueue;
  isCurrent: boolean;
}

/** The waveform of a row: of what plays, to seek in; of the others, to play from there. */
export const RowWave = ({ track, queue, isCurrent }: RowWaveProps) =>
  isCurrent ? (
    <SeekWave track={track} kind={queue.kind} height={32} />
  ) : (
    <RestingWave track={track} queue={queue} />
  );

/** A click plays the track from there. */
export function RestingWave({ track, queue }: { track: PlayableTrack; queue: PlayableQueue }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      className="block w-full opacity-75 transition group-hover:opacity-100"
      onPointerEnter={() => player.prepare(track.id)}
      onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        player.playPackage(queue, track.id);
        player.seekFraction((event.clientX - left) / width);
      }}
    >
      <Waveform peaks={track.peaks} hue={hueOfKind(queue.kind)} progress={0} height={32} />
    </button>
  );
}
