import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { elementAt } from '#platform/elements.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { type PackageCard, perStretch } from '../model.ts';
import { headingHeight, layRows, measureWall, type WallRow, type WallStyle } from '../wall.ts';
import { type LoadStretch, useStretches } from './use-stretches.ts';
import { WallGrid, WallRoom } from './wall-grid.tsx';

interface PackageWallProps {
  listKey: string;
  style: WallStyle;
  /** Number of packages per section, in order; a list without sections is one section. */
  sizes: readonly number[];
  first: PackageCard[];
  load: LoadStretch<PackageCard>;
  renderPackage: (pack: PackageCard, place: { position: number; of: number }) => ReactNode;
  renderHeading?: (section: number) => ReactNode;
}

/** A list of any length: a short one is rendered whole, a long one is virtualised (CAT-16). */
export function PackageWall(props: PackageWallProps) {
  const total = props.sizes.reduce((sum, size) => sum + size, 0);
  return total <= perStretch ? <WholeWall {...props} total={total} /> : <LongWall {...props} total={total} />;
}

type WallProps = PackageWallProps & { total: number };

function WholeWall({ style, sizes, first, total, renderPackage, renderHeading }: WallProps) {
  let from = 0;
  return sizes.map((size, section) => {
    const start = from;
    from += size;
    if (size === 0) return null;
    return (
      <section key={start}>
        {renderHeading?.(section)}
        <WallGrid style={style}>
          {first
            .slice(start, start + size)
            .map((pack, at) => renderPackage(pack, { position: start + at + 1, of: total }))}
        </WallGrid>
      </section>
    );
  });
}

/** Width of the last wall: with the same height on return, the scroll position can be restored. */
let lastWidth = 0;

function useWidth(box: RefObject<HTMLDivElement | null>): { width: number; top: number } {
  const [place, setPlace] = useState({ width: lastWidth, top: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      if (!box.current) return;
      const { width, top } = box.current.getBoundingClientRect();
      lastWidth = width;
      setPlace((old) => {
        const next = { width, top: top + window.scrollY };
        return old.width === next.width && old.top === next.top ? old : next;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return place;
}

/** Packages of a long list that the document has: a large window shows no more at once. */
const sent = 24;

function LongWall(props: WallProps) {
  const { style, sizes, total, renderHeading } = props;
  const box = useRef<HTMLDivElement>(null);
  const { width, top } = useWidth(box);
  if (width > 0) {
    return (
      <div ref={box}>
        <SeenRows key={`${style} ${width}`} {...props} width={width} top={top} />
      </div>
    );
  }
  // On the server the first packages use CSS columns inside the full height, so that a reload restores the scroll
  // position.
  return (
    <div ref={box}>
      <WallRoom style={style} total={total} headings={renderHeading ? sizes.length : 0}>
        <WholeWall {...props} sizes={[Math.min(sent, sizes[0] ?? 0)]} />
      </WallRoom>
    </div>
  );
}

function SeenRows({
  listKey,
  style,
  sizes,
  first,
  load,
  renderPackage,
  renderHeading,
  total,
  width,
  top,
}: WallProps & { width: number; top: number }) {
  const measure = measureWall(style, width);
  const withHeadings = renderHeading !== undefined;
  const rows = useMemo(
    () => layRows(sizes, measure.columns, withHeadings),
    [sizes, measure.columns, withHeadings],
  );
  const heightOf = (at: number) => (rows[at]?.kind === 'heading' ? headingHeight : measure.rowHeight);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: heightOf,
    overscan: style === 'list' ? 8 : 3,
    scrollMargin: top,
    initialOffset: () => window.scrollY,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  const seen = virtual.getVirtualItems();
  const inSight = seen.flatMap(({ index }) => {
    const row = elementAt(rows, index);
    return row.kind === 'packages' ? [row.from, row.from + row.count - 1] : [];
  });
  const cardAt = useStretches({
    listKey,
    first,
    load,
    from: inSight[0] ?? 0,
    to: inSight.at(-1) ?? -1,
  });

  const renderRow = (row: WallRow): ReactNode => {
    // biome-ignore lint/a11y/useSemanticElements: rows stand between the list and its items
    if (row.kind === 'heading') return <div role="listitem">{renderHeading?.(row.section)}</div>;
    return (
      <div
        className="grid"
        style={{ gridTemplateColumns: `repeat(${measure.columns}, minmax(0, 1fr))`, columnGap: measure.gap }}
      >
        {Array.from({ length: row.count }, (_, at) => {
          const index = row.from + at;
          const pack = cardAt(index);
          if (pack) return renderPackage(pack, { position: index + 1, of: total });
          return <Coming key={index} style={style} />;
        })}
      </div>
    );
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows stand between the list and its items
    <div role="list" className="@container relative" style={{ height: virtual.getTotalSize() }}>
      {seen.map((item) => (
        <div
          key={item.key}
          className="absolute inset-x-0 top-0"
          style={{ height: item.size, transform: `translateY(${item.start - top}px)` }}
        >
          {renderRow(elementAt(rows, item.index))}
        </div>
      ))}
    </div>
  );
}

function Coming({ style }: { style: WallStyle }) {
  if (style === 'list') return <Skeleton className="mx-3 my-2 h-10 rounded-md" />;
  return (
    <div>
      <Skeleton className="aspect-square rounded-md" />
      <Skeleton className="mt-3 h-4 w-2/3" />
    </div>
  );
}
