import ArrowLeft from 'lucide-react/icons/arrow-left';
import Star from 'lucide-react/icons/star';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Cover } from '#features/catalog/components/cover.tsx';
import { TotalSize } from '#features/catalog/components/package-parts.tsx';
import { backPath, hueOfKind, kindFacts, kindOfSlug } from '#features/catalog/kinds.ts';
import type { WholePackage } from '#features/catalog/model.ts';
import { countTracks } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { hueText } from '#ui/hue.ts';
import { LongText } from './long-text.tsx';

/** Titles of this many characters are set smaller. */
const longTitle = 60;

/** A package's cover, names, tags and actions (PKG-03, PKG-11). */
export function PackageHead({ pack, children }: { pack: WholePackage; children: ReactNode }) {
  const back = backPath(pack.kind);
  const kind = kindOfSlug(pack.kind);
  return (
    <header>
      <Link
        to={back}
        className="mb-4 -ml-2 inline-flex max-sm:-mt-2 max-sm:mb-1 min-h-9 touch:min-h-11 items-center gap-2 rounded-sm px-2 text-sm font-medium text-muted transition hover:bg-fg/8 hover:text-fg"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        Voltar
      </Link>
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 sm:grid-cols-[13rem_minmax(0,1fr)] sm:grid-rows-[1fr_auto] sm:gap-x-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <div className="aspect-square self-start overflow-hidden rounded-md shadow-lg sm:row-span-2 sm:rounded-lg">
          <Cover src={pack.coverUrl} title={pack.title} width={256} eager />
        </div>
        <div className="min-w-0 self-end">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm sm:gap-y-2">
            <span className={cx('font-semibold', hueText[hueOfKind(pack.kind)])}>
              {kind ? kindFacts[kind].tile : pack.categoryName}
            </span>
            <span className="text-muted tabular-nums">{countTracks(pack.trackCount)}</span>
            <TotalSize bytes={pack.totalSize} className="text-muted max-sm:hidden" />
            {pack.isFeatured ? (
              <Badge tone="accent">
                <Star className="fill-accent" aria-hidden="true" />
                Destaque
              </Badge>
            ) : null}
          </p>
          <h1
            className={cx(
              'mt-1.5',
              pack.title.length > longTitle
                ? 'text-lg sm:text-2xl lg:text-3xl'
                : 'text-2xl sm:text-3xl lg:text-5xl',
            )}
          >
            {pack.title}
          </h1>
        </div>
        <div className="min-w-0 max-sm:col-span-full max-sm:mt-1">
          {pack.description ? (
            <LongText text={pack.description} className="mt-3 max-w-2xl text-muted" />
          ) : null}
          {pack.tags.length > 0 ? <TagList tags={pack.tags} /> : null}
          <div className="mt-6 flex flex-wrap gap-3 touch:mt-4 max-sm:mt-2 max-sm:gap-2 max-sm:[&>*]:px-3">
            {children}
          </div>
        </div>
      </div>
    </header>
  );
}

function TagList({ tags }: { tags: string[] }) {
  return (
    <ul
      aria-label="Tags"
      className="mt-4 flex flex-wrap gap-2 touch:mt-2 touch:gap-y-0 max-sm:-mx-4 max-sm:-mt-1 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none]"
    >
      {tags.map((tag) => (
        <li key={tag} className="max-w-full max-sm:max-w-64 max-sm:shrink-0">
          <Link
            to={`/search?q=${encodeURIComponent(tag)}`}
            className="group inline-flex min-h-7 max-w-full min-w-11 items-center justify-center rounded-full touch:min-h-11"
          >
            <span className="truncate rounded-full bg-fg/8 px-3 py-1 text-xs font-medium text-muted transition group-hover:bg-fg/12 group-hover:text-fg">
              {tag}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
