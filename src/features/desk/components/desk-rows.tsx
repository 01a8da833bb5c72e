import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import Heart from 'lucide-react/icons/heart';
import { memo, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { hueOfKind } from '#features/catalog/kinds.ts';
import { describeSound } from '#features/catalog/sound-facts.ts';
import { useIsHeartOn } from '#features/favorites/components/use-heart.ts';
import { usePlayStatus } from '#features/player/store.ts';
import { formatTime } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import { EqualizerBars } from '#ui/equalizer.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Waveform } from '#ui/waveform.tsx';
import type { DeskTrack, Mark } from '../model.ts';
import { spokenTrack } from '../spoken.ts';
import { MarkLamps } from './mark-lamps.tsx';
import { type DeskControl, itemOf } from './use-desk.ts';

const rowHeight = 48;

const columns =
  'grid items-center gap-x-4 grid-cols-[2.25rem_minmax(0,1fr)_3.5rem_3.25rem_1rem] ' +
  'md:grid-cols-[2.25rem_minmax(0,1.2fr)_minmax(0,0.8fr)_3.5rem_3.25rem_1rem] ' +
  'lg:grid-cols-[2.5rem_minmax(0,1.2fr)_minmax(0,0.8fr)_minmax(0,1fr)_9rem_3.5rem_3.25rem_1rem]';

/** The rows of the desk, however many; the current one is always there, in sight, and has the focus. */
export function DeskRows({ desk, choose, readMore }: Pick<DeskControl, 'desk' | 'choose' | 'readMore'>) {
  const box = useRef<HTMLDivElement>(null);
  const { tracks, at, marks, saved, total, rest } = desk;
  const virtual = useRows(box, tracks.length, at);
  const seen = virtual.getVirtualItems();
  const isEndSeen = rest === 'more' && (seen.at(-1)?.index ?? 0) >= tracks.length - 1;
  useEffect(() => {
    if (isEndSeen) readMore();
  }, [isEndSeen, readMore]);
  return (
    <div
      ref={box}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 sm:px-4 [scrollbar-gutter:stable]"
    >
      {/** biome-ignore lint/a11y/useKeyWithClickEvents: the desk takes the keys of all rows */}
      <div
        role="listbox"
        aria-label="Faixas da mesa"
        onClick={({ target }) => {
          const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
          if (row) choose(Number(row.dataset.index));
        }}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {seen.map(({ index, start, key }) => {
          const track = tracks[index];
          return track ? (
            <Row
              key={key}
              track={track}
              index={index}
              of={total}
              isCurrent={index === at}
              mark={marks.get(track.id) ?? null}
              isSaved={saved.has(track.id)}
              top={start}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

/** The rows in sight, and always the current one, which is scrolled into sight and has the focus. */
function useRows(box: RefObject<HTMLDivElement | null>, count: number, at: number) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const seen = defaultRangeExtractor(range);
      return seen.includes(at) || at >= range.count ? seen : [...seen, at].toSorted((a, b) => a - b);
    },
    [at],
  );
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    rangeExtractor,
  });
  useLayoutEffect(() => {
    const to = offsetShowing(at, virtual.scrollOffset ?? 0, virtual.scrollRect?.height ?? 0);
    if (to !== virtual.scrollOffset) box.current?.scrollTo({ top: to });
  }, [box, at, virtual]);
  const isDrawn = virtual.getVirtualItems().some(({ index }) => index === at);
  useFocusOn(box, at, isDrawn);
  return virtual;
}

/**
 * The scroll offset, in pixels, at which a row and its neighbours are in sight; the given one where they already are.
 * Calculated from the height of a row, because the virtualizer's own way asks the browser for a layout at each key.
 */
function offsetShowing(index: number, offset: number, height: number): number {
  const highest = Math.max(0, (index - 1) * rowHeight);
  const lowest = (index + 3) * rowHeight - height;
  return Math.min(highest, Math.max(offset, lowest));
}

/** Gives the focus to the current row once it is drawn, unless a button of the desk has it. */
function useFocusOn(box: RefObject<HTMLElement | null>, at: number, isDrawn: boolean): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const isElsewhere = focused?.closest('[data-desk]') && !focused.matches('[data-desk], [role="option"]');
    if (isDrawn && !isElsewhere)
      box.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus({ preventScroll: true });
  }, [box, at, isDrawn]);
}

interface RowProps {
  track: DeskTrack;
  index: number;
  of: number;
  isCurrent: boolean;
  mark: Mark | null;
  isSaved: boolean;
  top: number;
}

const Row = memo(function Row({ track, index, of, isCurrent, mark, isSaved, top }: RowProps) {
  const { name, packageId, packageTitle, kind, durationMs, peaks, id } = track;
  const isOn = useIsHeartOn(itemOf(track), isSaved);
  const status = usePlayStatus(packageId, id);
  const facts = describeSound({ ...track, truePeakDb: null }, kind);
  return (
    <div
      role="option"
      aria-selected={isCurrent}
      aria-posinset={index + 1}
      aria-setsize={of}
      tabIndex={isCurrent ? 0 : -1}
      data-index={index}
      className={cx(
        columns,
        'absolute inset-x-0 top-0 h-12 cursor-pointer rounded-sm px-3 text-sm outline-none select-none',
        isCurrent
          ? 'bg-raised text-fg shadow-sm before:absolute before:inset-y-2 before:left-0 before:w-1 before:rounded-full before:bg-lamp focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent'
          : 'text-muted hover:bg-fg/6',
      )}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span className="sr-only">{spokenTrack(track, mark, isOn)}</span>
      <span aria-hidden="true" className="contents">
        <span className="flex items-center justify-end gap-2 text-xs text-muted tabular-nums">
          {status === 'loading' ? <Spinner late className="text-accent" /> : null}
          {status === 'playing' ? <EqualizerBars active={false} /> : index + 1}
        </span>
        <span className={cx('truncate font-medium', isCurrent ? 'text-accent' : 'text-fg')}>{name}</span>
        <span className="truncate text-xs text-muted max-md:hidden">{packageTitle}</span>
        <Waveform
          peaks={peaks}
          hue={hueOfKind(kind)}
          height={26}
          className={cx('max-lg:hidden', !isCurrent && 'opacity-60')}
        />
        <span className="flex gap-3 text-xs whitespace-nowrap text-muted tabular-nums max-lg:hidden">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
        <span className="text-right text-xs tabular-nums">{formatTime((durationMs ?? 0) / 1000)}</span>
        <MarkLamps mark={mark} />
        <Heart
          aria-hidden="true"
          className={cx('size-4', isOn ? 'fill-current text-accent' : 'text-transparent')}
        />
      </span>
    </div>
  );
});
