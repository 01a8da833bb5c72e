import { memo } from 'react';
import { countTracks } from '#platform/format.ts';
import { buttonLook } from '#ui/button.tsx';
import type { PackageCard } from '../model.ts';
import { Cover } from './cover.tsx';
import { PackageLink } from './package-link.tsx';

export const RelatedCard = memo(function RelatedCard({ pack }: { pack: PackageCard }) {
  return (
    <article className="group flex h-full flex-col">
      <PackageLink packageId={pack.id} tabIndex={-1} aria-hidden="true">
        <span className="block aspect-square overflow-hidden rounded-md shadow-md">
          <Cover
            src={pack.coverUrl}
            width={240}
            title={pack.title}
            className="transition duration-200 ease-out group-hover:scale-[1.03]"
          />
        </span>
      </PackageLink>
      <h3 className="mt-2.5 line-clamp-2 font-sans text-sm leading-5 font-semibold tracking-normal">
        {pack.title}
      </h3>
      <p className="mt-0.5 mb-3 text-xs text-muted tabular-nums">{countTracks(pack.trackCount)}</p>
      <PackageLink
        packageId={pack.id}
        aria-label={`Ver Pacote ${pack.title}`}
        className={buttonLook({ size: 'sm' }, 'mt-auto w-full')}
      >
        Ver Pacote
      </PackageLink>
    </article>
  );
});
