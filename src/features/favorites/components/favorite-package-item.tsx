import { Link } from 'react-router';
import { Cover } from '#features/catalog/components/cover.tsx';
import { countTracks } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import type { FavoritePackage } from '../model.ts';
import { RemoveButton } from './remove-button.tsx';

/** A saved package (FAV-08); 'Indisponível' when listeners cannot see it any more. */
export function FavoritePackageItem({ pack }: { pack: FavoritePackage }) {
  const { packageId, title, available, coverUrl, trackCount } = pack;
  return (
    <li className="flex min-w-0 items-center gap-3 rounded-md bg-surface p-2 pr-3 shadow-sm sm:gap-4">
      <div
        className={cx('size-16 shrink-0 overflow-hidden rounded-sm', !available && 'opacity-40 grayscale')}
      >
        <Cover src={coverUrl} title={title} />
      </div>
      <div className="min-w-0 flex-1">
        <p className={cx('line-clamp-2 text-sm leading-5 font-semibold', !available && 'text-muted')}>
          {title}
        </p>
        {available ? (
          <p className="mt-0.5 text-xs text-muted tabular-nums">{countTracks(trackCount ?? 0)}</p>
        ) : (
          <Badge className="mt-1">Indisponível</Badge>
        )}
      </div>
      {available ? (
        <Button asChild size="sm">
          <Link to={`/package/${packageId}`} prefetch="intent" aria-label={`Ver Pacote ${title}`}>
            Ver Pacote
          </Link>
        </Button>
      ) : null}
      <RemoveButton item={{ packageId, trackId: null }} name={title} />
    </li>
  );
}
