import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type LoadStretch, useStretches } from '#features/catalog/components/use-stretches.ts';
import { perStretch } from '#features/catalog/model.ts';
import type { FoundTrack, TrackPage } from '#features/search/tracks/model.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { FoundTrackRow } from './found-track.tsx';

/** Height of a row in pixels, until it is measured. */
const usualHeight = 56;

interface FoundTracksProps {
  /** The list's query: term, kind, filters and order. */
  query: string;
  page: TrackPage;
  entitled: boolean;
}

/** The tracks of a search, however many: rows in sight only, fetched in stretches. */
export function FoundTracks({ query, page: { total, tracks }, entitled }: FoundTracksProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above the list changes with the query
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, [query, total]);
  const virtual = useWindowVirtualizer({
    count: total,
    estimateSize: () => usualHeight,
    overscan: 6,
    scrollMargin: top,
    // The server renders a screen of rows; the browser's own size follows.
    initialRect: { width: 1280, height: 900 },
  });
  const seen = virtual.getVirtualItems();
  const trackAt = useStretches<FoundTrack>({
    listKey: `faixas ${query}`,
    first: tracks,
    load: useTrackLoader(query),
    from: seen[0]?.index ?? 0,
    to: seen.at(-1)?.index ?? -1,
  });
  return (
    <ul ref={list} className="relative" style={{ height: virtual.getTotalSize() }}>
      {seen.map(({ index, start, key }) => {
        const track = trackAt(index);
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={total}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {track ? (
              <FoundTrackRow track={track} entitled={entitled} />
            ) : (
              <Skeleton className="mx-3 my-2 h-10 rounded-md" />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Fetches further tracks of the list. */
export const useTrackLoader = (query: string): LoadStretch<FoundTrack> =>
  useCallback(
    async (offset) => {
      const answer = await fetch(`/functions/search-tracks?${query}&limit=${perStretch}&offset=${offset}`);
      if (!answer.ok) throw new Error(`stretch refused: ${answer.status}`);
      return ((await answer.json()) as TrackPage).tracks;
    },
    [query],
  );
