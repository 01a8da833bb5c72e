import Download from 'lucide-react/icons/download';
import { memo, useMemo } from 'react';
import { Link } from 'react-router';
import { SimilarLink } from '#features/catalog/components/similar-link.tsx';
import { isDownloadable } from '#features/catalog/kinds.ts';
import { describeLoudness, describeTempo } from '#features/catalog/sound-facts.ts';
import { queueOfOne } from '#features/desk/model.ts';
import { HeartButton } from '#features/favorites/components/heart-button.tsx';
import { PlayButton } from '#features/player/components/play-button.tsx';
import { downloadTrack } from '#features/player/download.ts';
import { useIsCurrent } from '#features/player/store.ts';
import { AddButton } from '#features/projects/components/add-button.tsx';
import type { FoundTrack } from '#features/search/tracks/model.ts';
import { formatTime } from '#platform/format.ts';
import { IconButton } from '#ui/button.tsx';
import { foundTrackToDesk } from './desk-lists.ts';
import { OfferButton } from './package-item.tsx';
import { TrackMenu } from './track-menu.tsx';
import { RowWave } from './track-row.tsx';

interface FoundTrackRowProps {
  track: FoundTrack;
  /** Whether this listener may play and download; otherwise play leads to the plans. */
  entitled: boolean;
  /** Its similar sounds are what the page shows: no link to them. */
  isCompared?: boolean;
}

/** A track of the search, of any package. */
export const FoundTrackRow = memo(function FoundTrackRow({
  track,
  entitled,
  isCompared = false,
}: FoundTrackRowProps) {
  const { id, name, packageId, kind } = track;
  const isCurrent = useIsCurrent(packageId, id);
  const queue = useMemo(() => (entitled ? queueOfOne(foundTrackToDesk(track)) : null), [track, entitled]);
  return (
    <div
      data-current={isCurrent ? '' : undefined}
      className="group grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md px-2 py-2 transition duration-150 hover:bg-surface data-current:bg-surface sm:px-3 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto_auto] lg:h-14 lg:grid-cols-[auto_minmax(0,6fr)_minmax(0,5fr)_auto_auto_auto_auto]"
    >
      {queue ? (
        <PlayButton name={name} queue={queue} trackId={id} size="sm" variant="quiet" />
      ) : (
        <OfferButton title={name} size="sm" variant="quiet" />
      )}
      <Name track={track} />
      {queue ? (
        <div className="max-lg:order-1 max-sm:col-span-2 sm:max-lg:col-span-full max-lg:mt-1 max-lg:px-1">
          {queue.tracks.map((each) => (
            <RowWave key={each.id} track={each} queue={queue} isCurrent={isCurrent} />
          ))}
        </div>
      ) : (
        <span className="max-lg:hidden" />
      )}
      <Facts track={track} />
      <div className="flex justify-end max-sm:hidden sm:-mr-3">
        {entitled ? <AddButton what={{ trackIds: [id] }} name={name} /> : null}
        {isCompared ? null : <SimilarLink trackId={id} name={name} />}
      </div>
      <div className="flex items-center justify-end">
        <HeartButton item={{ packageId, trackId: id }} name={name} isSaved={track.isSaved} />
        <TrackMenu id={id} name={name} mayAdd={entitled} mayCompare={!isCompared} mayPrepare={false} />
      </div>
      <div className="max-sm:order-2 max-sm:col-start-3 max-sm:justify-self-end sm:-ml-3">
        {entitled && isDownloadable(kind) ? (
          <IconButton label={`Baixar ${name}`} onClick={() => void downloadTrack({ id, name }, 'page')}>
            <Download aria-hidden="true" />
          </IconButton>
        ) : (
          <span className="block w-10 touch:w-11 max-sm:hidden" />
        )}
      </div>
    </div>
  );
});

function Name({ track: { id, name, packageId, packageTitle, durationMs } }: { track: FoundTrack }) {
  const length = formatTime((durationMs ?? 0) / 1000);
  return (
    <div className="min-w-0">
      <p className="w-fit max-w-full truncate text-sm font-medium group-data-current:playing" title={name}>
        {name}
      </p>
      <p className="flex gap-2 text-xs text-muted tabular-nums">
        <span className="lg:hidden">{length}</span>
        <span className="lg:hidden" aria-hidden="true">
          ·
        </span>
        <Link
          to={`/package/${packageId}?track=${id}`}
          prefetch="intent"
          className="truncate rounded-xs hover:text-fg hover:underline"
        >
          {packageTitle}
        </Link>
      </p>
    </div>
  );
}

/** Length, tempo and loudness, in columns where there is room. */
function Facts({ track: { durationMs, bpm, lufs, kind } }: { track: FoundTrack }) {
  const length = formatTime((durationMs ?? 0) / 1000);
  const facts = [describeTempo(bpm, bpm, kind), describeLoudness(lufs)];
  return (
    <p className="flex flex-wrap gap-x-3 text-xs whitespace-nowrap text-muted tabular-nums max-lg:order-3 max-lg:col-span-full max-lg:px-1 lg:grid lg:grid-cols-[2.75rem_4rem_5rem] lg:text-right">
      <span className="max-lg:hidden">{length}</span>
      {facts.map((fact, at) => (
        <span key={at === 0 ? 'tempo' : 'loudness'} className={fact ? '' : 'max-lg:hidden'}>
          {fact}
        </span>
      ))}
    </p>
  );
}
