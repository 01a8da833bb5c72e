import type { ReactNode } from 'react';
import { hueOfKind } from '#features/catalog/kinds.ts';
import { countTracks } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import { hueBackground } from '#ui/hue.ts';
import type { PackageCard as Card } from '../model.ts';
import { Cover } from './cover.tsx';
import { PackageLink } from './package-link.tsx';
import { TrackBadge } from './package-parts.tsx';

/** Parts that other features put on a card. */
export interface CardSlots {
  play: ReactNode;
  heart: ReactNode;
  /** With a pointer only: a cover has no room for it beside the others. */
  add?: ReactNode;
  /** In lines only. */
  download?: ReactNode;
  isCurrent?: boolean;
  eager?: boolean;
  /** This listener may not open the page: no prefetch. */
  isClosed?: boolean;
}

/** In a list with one column a roomy card is horizontal. */
const lying = {
  card: '@max-[479px]:h-28 @max-[479px]:flex-row @max-[479px]:items-center @max-[479px]:gap-3',
  cover: '@max-[479px]:w-28 @max-[479px]:shrink-0',
  text: '@max-[479px]:mt-0 @max-[479px]:pr-14',
  heart: '@max-[479px]:top-1/2 @max-[479px]:-translate-y-1/2',
  add: '@max-[479px]:hidden',
  badge: '@max-[479px]:[&>span:last-child]:hidden @max-[479px]:not-has-[[role=img]]:hidden',
  count: 'hidden shrink-0 @max-[479px]:inline',
  play: '@max-[479px]:right-auto @max-[479px]:w-28',
};

interface PackageCardProps {
  pack: Card;
  slots: CardSlots;
  roomy?: boolean;
}

/** A package in the grid: one big link with its buttons above it (CRD-01, CAT-23). */
export function PackageCard({ pack, slots, roomy = false }: PackageCardProps) {
  return (
    <article
      className={cx('group relative flex flex-col', roomy && lying.card)}
      data-current={slots.isCurrent ? '' : undefined}
    >
      <div
        className={cx(
          'relative aspect-square overflow-hidden rounded-md shadow-md transition duration-150 ease-out',
          'group-hover:shadow-lg group-data-current:ring-2 group-data-current:ring-accent',
          roomy && lying.cover,
        )}
      >
        <Cover
          src={pack.coverUrl}
          width={240}
          title={pack.title}
          eager={slots.eager}
          className="transition duration-200 ease-out group-hover:scale-[1.03]"
        />
        <div className="on-hover absolute inset-0 bg-linear-to-t from-black/55 via-transparent to-black/25" />
        <TrackBadge
          count={pack.trackCount}
          isFeatured={pack.isFeatured}
          className={cx('absolute bottom-2 left-2 max-w-[calc(100%-4.5rem)]', roomy && lying.badge)}
        />
      </div>
      <Words pack={pack} slots={slots} roomy={roomy} />
      <div className={cx('on-hover absolute top-1.5 right-1.5 flex gap-1.5', roomy && lying.heart)}>
        <div className={cx('[@media(hover:none)]:hidden', roomy && lying.add)}>{slots.add}</div>
        {slots.heart}
      </div>
      <div className={cx('pointer-events-none absolute inset-x-0 top-0 aspect-square', roomy && lying.play)}>
        <div className="on-hover pointer-events-auto absolute right-2 bottom-2">{slots.play}</div>
      </div>
    </article>
  );
}

function Words({ pack, slots, roomy }: PackageCardProps) {
  return (
    <div className={cx('mt-2.5 h-[3.875rem] min-w-0', roomy && lying.text)}>
      <h3 className="line-clamp-2 font-sans text-sm leading-5 font-semibold tracking-normal">
        <PackageLink
          packageId={pack.id}
          prefetch={slots.isClosed ? 'none' : 'intent'}
          className="card-link focus-visible:after:outline-offset-2"
        >
          {pack.title}
        </PackageLink>
      </h3>
      <p className="mt-0.5 flex items-center gap-1.5 text-xs leading-4 text-muted">
        <span
          className={cx('size-1.5 shrink-0 rounded-full', hueBackground[hueOfKind(pack.kind)])}
          aria-hidden="true"
        />
        <span className="truncate">{pack.label}</span>
        {roomy ? <span className={lying.count}>· {countTracks(pack.trackCount)}</span> : null}
      </p>
    </div>
  );
}
