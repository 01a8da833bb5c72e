import ArrowLeft from 'lucide-react/icons/arrow-left';
import Star from 'lucide-react/icons/star';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Cover } from '#features/catalog/components/cover.tsx';
import { TotalSize } from '#features/catalog/components/package-parts.tsx';
import { backPath, kindFacts, kindOfSlug, type PackageCard } from '#features/catalog/model.ts';
import { countTracks } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { hueOfKind, hueText } from '#ui/hue.ts';

/** What a package is: cover, names, tags, and what can be done with all of it (PKG-03, PKG-11). */
export function PackageHead({ pack, children }: { pack: PackageCard; children: ReactNode }) {
  const back = backPath(pack.kind);
  const kind = kindOfSlug(pack.kind);
  return (
    <header>
      <Link
        to={back}
        className="mb-4 -ml-2 inline-flex min-h-9 touch:min-h-11 items-center gap-2 rounded-sm px-2 text-sm font-medium text-muted transition hover:bg-fg/8 hover:text-fg"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        Voltar
      </Link>
      <div className="grid gap-5 sm:grid-cols-[13rem_minmax(0,1fr)] sm:gap-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <div className="aspect-square w-40 overflow-hidden rounded-lg shadow-lg sm:w-full">
          <Cover src={pack.coverUrl} title={pack.title} eager />
        </div>
        <div className="flex min-w-0 flex-col justify-end">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
            <span className={cx('font-semibold', hueText[hueOfKind(pack.kind)])}>
              {kind ? kindFacts[kind].tile : pack.categoryName}
            </span>
            <span className="text-muted tabular-nums">{countTracks(pack.trackCount)}</span>
            <TotalSize bytes={pack.totalSize} className="text-muted" />
            {pack.isFeatured ? (
              <Badge tone="accent">
                <Star className="fill-current" aria-hidden="true" />
                Destaque
              </Badge>
            ) : null}
          </p>
          <h1 className="mt-2 text-3xl sm:text-5xl">{pack.title}</h1>
          {pack.description ? (
            <p className="mt-3 max-w-2xl whitespace-pre-line text-muted">{pack.description}</p>
          ) : null}
          {pack.tags.length > 0 ? (
            <ul aria-label="Tags" className="mt-4 flex flex-wrap gap-2">
              {pack.tags.map((tag) => (
                <li key={tag} className="max-w-full">
                  <Link
                    to={`/search?q=${encodeURIComponent(tag)}`}
                    className="inline-flex min-h-7 max-w-full touch:min-h-11 items-center rounded-full bg-fg/8 px-3 text-xs font-medium text-muted transition hover:bg-fg/12 hover:text-fg"
                  >
                    <span className="truncate">{tag}</span>
                  </Link>
                </li>
              ))}
            </ul>
          ) : null}
          <div className="mt-6 flex flex-wrap gap-3">{children}</div>
        </div>
      </div>
    </header>
  );
}
