import Play from 'lucide-react/icons/play';
import { Link } from 'react-router';
import { Cover } from '#features/catalog/components/cover.tsx';
import { SimilarLink } from '#features/catalog/components/similar-link.tsx';
import { hueOfKind } from '#features/catalog/kinds.ts';
import { formatTime } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { Waveform } from '#ui/waveform.tsx';
import type { FavoriteTrack } from '../model.ts';
import { RemoveButton } from './remove-button.tsx';

/** A saved track: a link that plays it on its package's page (FAV-07). */
export function FavoriteTrackItem({ track }: { track: FavoriteTrack }) {
  const { packageId, trackId, name, packageTitle, available, coverUrl, durationMs, kind, peaks } = track;
  return (
    <li
      className={cx(
        'group relative flex min-w-0 items-center gap-x-3 rounded-md p-2 pr-3 transition duration-150 max-sm:flex-wrap sm:gap-x-4',
        '[contain-intrinsic-size:auto_4rem] [content-visibility:auto]',
        available && 'hover:bg-surface',
      )}
    >
      <Thumb coverUrl={coverUrl} packageTitle={packageTitle} available={available} />
      <div className="min-w-0 flex-1">
        <p className={cx('truncate text-sm font-medium', !available && 'text-muted')}>
          {available ? (
            <Link
              to={`/package/${packageId}?track=${trackId}`}
              prefetch="intent"
              className="transition group-hover:text-accent after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        <p className="truncate text-xs text-muted">{packageTitle}</p>
      </div>
      {available && kind ? (
        <Waveform
          peaks={peaks}
          hue={hueOfKind(kind)}
          height={24}
          className="opacity-75 transition group-hover:opacity-100 max-sm:order-last max-sm:mt-1.5 max-sm:w-3/4 max-sm:flex-1 sm:w-1/3"
        />
      ) : null}
      {available ? (
        <span className="text-sm text-muted tabular-nums">{formatTime((durationMs ?? 0) / 1000)}</span>
      ) : (
        <Badge className="max-sm:order-last max-sm:mt-1 max-sm:ml-15">Indisponível</Badge>
      )}
      {available ? (
        <SimilarLink trackId={trackId} name={name} className="relative z-10 max-sm:order-last sm:-mr-4" />
      ) : null}
      <div className="relative z-10">
        <RemoveButton item={{ packageId, trackId }} name={name} />
      </div>
    </li>
  );
}

/** The cover, with a sign to play on it. */
function Thumb({
  coverUrl,
  packageTitle,
  available,
}: Pick<FavoriteTrack, 'coverUrl' | 'packageTitle' | 'available'>) {
  return (
    <div
      className={cx(
        'relative size-12 shrink-0 overflow-hidden rounded-sm',
        !available && 'opacity-40 grayscale',
      )}
    >
      <Cover src={coverUrl} title={packageTitle} />
      {available ? (
        <span className="absolute inset-0 grid place-items-center bg-black/45 text-white opacity-0 transition group-focus-within:opacity-100 group-hover:opacity-100">
          <Play className="size-5 fill-current" aria-hidden="true" />
        </span>
      ) : null}
    </div>
  );
}
