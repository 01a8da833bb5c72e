import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Cover } from '#features/catalog/components/cover.tsx';
import { SimilarLink } from '#features/catalog/components/similar-link.tsx';
import { isDownloadable } from '#features/catalog/kinds.ts';
import { describeLoudness, describeTempo } from '#features/catalog/sound-facts.ts';
import { AddButton } from '#features/projects/components/add-button.tsx';
import { formatTime } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import type { FavoriteTrack } from '../model.ts';
import { RemoveButton } from './remove-button.tsx';

interface FavoriteTrackItemProps {
  track: FavoriteTrack;
  /** Plays it in place, and its waveform; none when it is no longer available. */
  slots: { play: ReactNode; wave: ReactNode; download: ReactNode; isCurrent: boolean };
}

/** A saved track: it plays here, and its name leads to its package's page (FAV-07). */
export function FavoriteTrackItem({ track, slots }: FavoriteTrackItemProps) {
  const { packageId, trackId, name, packageTitle, available, coverUrl, kind } = track;
  return (
    <li
      data-current={slots.isCurrent ? '' : undefined}
      className={cx(
        'group relative flex min-w-0 items-center gap-x-3 rounded-md px-2 py-1.5 transition duration-150 max-sm:flex-wrap sm:h-14 sm:px-3',
        '[contain-intrinsic-size:auto_5.5rem] [content-visibility:auto]',
        available && 'hover:bg-surface data-current:bg-surface',
      )}
    >
      <div className="relative z-10 w-9 shrink-0 touch:w-11">{slots.play}</div>
      <Thumb coverUrl={coverUrl} packageTitle={packageTitle} available={available} />
      <div className="min-w-0 flex-1">
        <p className={cx('truncate text-sm font-medium', !available && 'text-muted')}>
          {available ? (
            <Link to={`/package/${packageId}?track=${trackId}`} prefetch="intent" className="card-link">
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        <p className="truncate text-xs text-muted">{packageTitle}</p>
      </div>
      {slots.wave ? (
        <div className="relative z-10 max-sm:order-last max-sm:mt-1 max-sm:w-3/4 max-sm:flex-1 sm:w-1/3">
          {slots.wave}
        </div>
      ) : null}
      {available ? (
        <Facts track={track} />
      ) : (
        <Badge className="max-sm:order-last max-sm:mt-1 max-sm:ml-15">Indisponível</Badge>
      )}
      {available ? (
        <div className="relative z-10 flex max-sm:order-last sm:-mr-4">
          <AddButton what={{ trackIds: [trackId] }} name={name} />
          <SimilarLink trackId={trackId} name={name} />
        </div>
      ) : null}
      <div className="relative z-10 flex">
        <RemoveButton item={{ packageId, trackId }} name={name} />
        {available && kind && isDownloadable(kind) ? (
          <span className="max-sm:hidden">{slots.download}</span>
        ) : null}
      </div>
    </li>
  );
}

/** Tempo, loudness and length, in columns. */
function Facts({ track: { kind, tempoBpm, loudnessLufs, durationMs } }: { track: FavoriteTrack }) {
  const fact = 'text-right text-xs text-muted tabular-nums';
  return (
    <>
      <span className={cx(fact, 'w-16 max-lg:hidden')}>{describeTempo(tempoBpm, tempoBpm, kind ?? '')}</span>
      <span className={cx(fact, 'w-19 max-lg:hidden')}>{describeLoudness(loudnessLufs)}</span>
      <span className={cx(fact, 'w-12')}>{formatTime((durationMs ?? 0) / 1000)}</span>
    </>
  );
}

/** The cover of its package. */
function Thumb({
  coverUrl,
  packageTitle,
  available,
}: Pick<FavoriteTrack, 'coverUrl' | 'packageTitle' | 'available'>) {
  return (
    <div className={cx('size-11 shrink-0 overflow-hidden rounded-sm', !available && 'opacity-40 grayscale')}>
      <Cover src={coverUrl} title={packageTitle} width={48} />
    </div>
  );
}
