import type { ReactNode } from 'react';
import { Cover } from '#features/catalog/components/cover.tsx';
import { countTracks } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import type { FavoritePackage } from '../model.ts';
import { RemoveButton } from './remove-button.tsx';

/** On phones the button is under the title. */
const areas =
  "grid-cols-[auto_minmax(0,1fr)_auto_auto] gap-y-1 [grid-template-areas:'cover_title_title_heart'_'cover_count_action_action'] " +
  "sm:gap-y-0 sm:[grid-template-areas:'cover_title_action_heart'_'cover_count_action_heart']";

/** A saved package (FAV-08); 'Indisponível' when it is no longer visible to listeners. */
export function FavoritePackageItem({ pack, play }: { pack: FavoritePackage; play: ReactNode }) {
  const { packageId, title, available, coverUrl, trackCount } = pack;
  return (
    <li className={cx('grid min-w-0 items-center rounded-md bg-surface p-2 shadow-sm sm:pr-3', areas)}>
      <div
        className={cx(
          'relative mr-3 size-16 overflow-hidden rounded-sm [grid-area:cover] sm:mr-4',
          !available && 'opacity-40 grayscale',
        )}
      >
        <Cover src={coverUrl} title={title} width={64} />
        {play ? (
          <div className="absolute inset-0 grid place-items-center bg-black/45 [&_button]:text-white">
            {play}
          </div>
        ) : null}
      </div>
      <p
        className={cx(
          'line-clamp-2 min-w-0 text-sm leading-5 font-semibold [grid-area:title] sm:self-end',
          !available && 'text-muted',
        )}
      >
        {title}
      </p>
      <p className="text-xs text-muted tabular-nums [grid-area:count] sm:mt-0.5 sm:self-start">
        {available ? countTracks(trackCount ?? 0) : <Badge>Indisponível</Badge>}
      </p>
      {available ? (
        <ButtonLink
          to={`/package/${packageId}`}
          size="sm"
          className="[grid-area:action] sm:mx-3"
          prefetch="intent"
          aria-label={`Ver Pacote ${title}`}
        >
          Ver Pacote
        </ButtonLink>
      ) : null}
      <div className="[grid-area:heart]">
        <RemoveButton item={{ packageId, trackId: null }} name={title} />
      </div>
    </li>
  );
}
