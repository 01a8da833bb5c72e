import ArrowRight from 'lucide-react/icons/arrow-right';
import { useState } from 'react';
import { Link } from 'react-router';
import { hueOfKind } from '#features/catalog/kinds.ts';
import { countTracks } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import { hueColor } from '#ui/hue.ts';
import { countPackages } from '../counts.ts';
import type { Tile } from '../model.ts';
import { TileArt } from './tile-art.tsx';

interface LibraryTileProps {
  tile: Omit<Tile, 'imageKey'> & { imageUrl: string | null };
}

/** A link into the library: a kind in its colour, or with its own picture (LIB-04, LIB-09). */
export function LibraryTile({ tile }: LibraryTileProps) {
  const [broken, setBroken] = useState(false);
  const hue = hueOfKind(tile.kind);
  const picture = tile.imageUrl && !broken ? tile.imageUrl : null;
  return (
    <Link
      to={`/category/${tile.kind}`}
      prefetch="intent"
      style={{ color: hueColor(hue) }}
      className="group relative isolate flex min-h-34 flex-col justify-end overflow-hidden rounded-lg bg-surface p-5 shadow-md transition duration-150 ease-out hover:-translate-y-0.5 hover:shadow-lg sm:aspect-[4/3] sm:min-h-44 sm:p-6 lg:min-h-88 lg:aspect-auto"
    >
      {picture ? (
        <img
          src={picture}
          alt=""
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) setBroken(true);
          }}
          onError={() => setBroken(true)}
          className="absolute inset-0 -z-20 size-full object-cover transition duration-200 ease-out group-hover:scale-[1.03]"
        />
      ) : (
        <TileArt kind={tile.kind} className="absolute inset-0 -z-20 size-full" />
      )}
      <span
        aria-hidden="true"
        className={cx(
          'absolute inset-0 -z-10 bg-linear-to-t from-black/80 via-black/25 to-transparent',
          !picture && 'light:from-surface light:via-surface/40',
        )}
      />
      <span className={cx('flex items-end justify-between gap-4', picture ? 'text-white' : 'text-fg')}>
        <span className="min-w-0">
          <span className="block font-display text-2xl leading-tight font-bold tracking-tight">
            {tile.name}
          </span>
          <span className={cx('mt-1 block text-sm tabular-nums', picture ? 'text-white/80' : 'text-muted')}>
            {countPackages(tile.packages)} · {countTracks(tile.tracks)}
          </span>
        </span>
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent text-on-accent transition duration-150 group-hover:shadow-glow">
          <ArrowRight className="size-5" aria-hidden="true" />
        </span>
      </span>
    </Link>
  );
}
