import { countTracks } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import type { PackageCard as Card } from '../model.ts';
import { Cover } from './cover.tsx';
import type { CardSlots } from './package-card.tsx';
import { PackageLink } from './package-link.tsx';
import { FeaturedStar, TagLine, TotalSize } from './package-parts.tsx';

/** The track count stands before the description on phones, in its own column on wide screens. */
const areas =
  "grid-cols-[auto_minmax(0,1fr)] [grid-template-areas:'title_title'_'count_text'] " +
  "sm:grid-cols-[minmax(0,1fr)_5rem] sm:[grid-template-areas:'title_count'_'text_count'] " +
  "lg:grid-cols-[minmax(0,1fr)_18rem_5rem] lg:[grid-template-areas:'title_tags_count'_'text_tags_count']";

/** A package in a list, for comparing: one line of fixed height (CRD-05, CRD-06). */
export function PackageRow({ pack, slots }: { pack: Card; slots: CardSlots }) {
  return (
    <article
      className="group relative flex h-18 items-center gap-3 rounded-md px-2 transition duration-150 hover:bg-surface data-current:bg-surface sm:gap-4 sm:px-3"
      data-current={slots.isCurrent ? '' : undefined}
    >
      <div className="flex shrink-0 items-center gap-3 max-sm:grid sm:gap-4">
        <div className="relative z-10 max-sm:col-start-1 max-sm:row-start-1 max-sm:place-self-center max-sm:[&_button]:text-white">
          {slots.play}
        </div>
        <div className="size-14 overflow-hidden rounded-sm max-sm:col-start-1 max-sm:row-start-1 max-sm:brightness-60">
          <Cover src={pack.coverUrl} title={pack.title} eager={slots.eager} />
        </div>
      </div>
      <div className={cx('grid min-w-0 flex-1 items-center gap-x-1.5 sm:gap-x-4', areas)}>
        <h3 className="flex min-w-0 items-center gap-2 font-sans text-sm leading-5 font-semibold tracking-normal [grid-area:title]">
          <PackageLink
            packageId={pack.id}
            prefetch={slots.isClosed ? 'none' : 'intent'}
            className="truncate transition group-hover:text-accent group-data-current:playing after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {pack.title}
          </PackageLink>
          {pack.isFeatured ? <FeaturedStar className="[&_svg]:size-3.5" /> : null}
        </h3>
        <p className="truncate text-sm text-muted [grid-area:text]">{pack.description}</p>
        <TagLine tags={pack.tags} className="[grid-area:tags] max-lg:hidden" />
        <span
          className={cx(
            'text-sm whitespace-nowrap text-muted tabular-nums [grid-area:count] sm:text-right',
            pack.description && "max-sm:after:content-['_·']",
          )}
        >
          {countTracks(pack.trackCount)}
        </span>
      </div>
      <span className="w-20 shrink-0 text-right text-sm text-muted max-md:hidden">
        <TotalSize bytes={pack.totalSize} />
      </span>
      <div className="relative z-10 shrink-0">{slots.heart}</div>
    </article>
  );
}
