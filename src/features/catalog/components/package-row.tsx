import { countTracks, formatTime } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import { Waveform } from '#ui/waveform.tsx';
import { hueOfKind } from '../kinds.ts';
import type { PackageCard as Card } from '../model.ts';
import { describeLoudness, describeTempo } from '../sound-facts.ts';
import { Cover } from './cover.tsx';
import type { CardSlots } from './package-card.tsx';
import { PackageLink } from './package-link.tsx';
import { FeaturedStar, TagLine, TotalSize } from './package-parts.tsx';

/** A package in a list, for comparing: one line of fixed height, its facts in columns (CRD-05, CRD-06). */
export function PackageRow({ pack, slots }: { pack: Card; slots: CardSlots }) {
  const { tags = [], description } = pack;
  return (
    <article
      className="group relative @container flex h-14 items-center gap-3 rounded-md px-2 transition duration-150 hover:bg-surface data-current:bg-surface sm:px-3"
      data-current={slots.isCurrent ? '' : undefined}
    >
      <div className="flex shrink-0 items-center gap-3 max-sm:grid">
        <div className="relative z-10 max-sm:col-start-1 max-sm:row-start-1 max-sm:place-self-center max-sm:[&_button]:text-white">
          {slots.play}
        </div>
        <div className="size-11 overflow-hidden rounded-sm max-sm:col-start-1 max-sm:row-start-1 max-sm:brightness-60">
          <Cover src={pack.coverUrl} title={pack.title} width={44} eager={slots.eager} />
        </div>
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="flex min-w-0 items-center gap-2 font-sans text-sm leading-5 font-semibold tracking-normal">
          <PackageLink
            packageId={pack.id}
            prefetch={slots.isClosed ? 'none' : 'intent'}
            className="card-link truncate"
          >
            {pack.title}
          </PackageLink>
          {pack.isFeatured ? <FeaturedStar className="[&_svg]:size-3.5" /> : null}
        </h3>
        <p className="flex min-w-0 gap-2 text-xs leading-5 text-muted tabular-nums">
          <span className="shrink-0">{countTracks(pack.trackCount)}</span>
          <TotalSize bytes={pack.totalSize ?? null} className="shrink-0 @min-[60rem]:hidden" />
          <TagLine tags={tags} className="@max-[44rem]:hidden" />
          {description ? (
            <span className={cx('truncate', tags.length > 0 && '@min-[44rem]:hidden')}>{description}</span>
          ) : null}
        </p>
      </div>
      <RowFacts pack={pack} />
      <div className="relative z-10 flex shrink-0">
        {slots.heart}
        <div className="max-sm:hidden">{slots.add}</div>
        {slots.download}
      </div>
    </article>
  );
}

/** Waveform, length, tempo, loudness and size, each in its column where there is room; the size else below the title. */
function RowFacts({ pack: { sound, kind, totalSize } }: { pack: Card }) {
  const fact = 'shrink-0 text-right text-xs text-muted tabular-nums whitespace-nowrap';
  return (
    <>
      {sound ? (
        <Waveform
          peaks={sound.peaks}
          hue={hueOfKind(kind)}
          height={28}
          className="w-24 shrink-0 opacity-75 transition group-hover:opacity-100 @max-[30rem]:hidden @min-[60rem]:w-40 @min-[72rem]:w-[34cqw]"
        />
      ) : null}
      {sound ? (
        <>
          <span className={cx(fact, 'w-12')}>{formatTime(sound.durationMs / 1000)}</span>
          <span className={cx(fact, 'w-22 @max-[44rem]:hidden')}>
            {describeTempo(sound.slowestBpm, sound.fastestBpm, kind)}
          </span>
          <span className={cx(fact, 'w-19 @max-[44rem]:hidden')}>{describeLoudness(sound.loudnessLufs)}</span>
        </>
      ) : null}
      <span className={cx(fact, 'w-17 @max-[60rem]:hidden')}>
        <TotalSize bytes={totalSize ?? null} />
      </span>
    </>
  );
}
