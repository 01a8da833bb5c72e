import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { useFetcher } from 'react-router';
import { TrackLine } from '#features/curation/tracks/components/track-line.tsx';
import { PlayButton } from '#features/player/components/play-button.tsx';
import type { PlayableQueue } from '#features/player/model.ts';
import type { Answer } from '#platform/answer.ts';
import { countTracks } from '#platform/format.ts';
import { OrderedList } from '#ui/ordered-list.tsx';
import type { Draft } from '../draft-review.ts';

interface DraftTracksProps {
  draft: Draft;
  queue: PlayableQueue;
  isOpen: boolean;
}

/** The tracks of a draft: played, reordered, renamed and removed; each change is saved at once. */
export function DraftTracks({ draft, queue, isOpen: isOpenAtFirst }: DraftTracksProps) {
  const ordering = useFetcher<Answer>();
  // Collapsed lists are not rendered, because there may be many.
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/tracks rounded-md bg-sunken"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-md px-4 text-sm font-medium hover:bg-fg/4 [&::-webkit-details-marker]:hidden">
        {countTracks(draft.tracks.length)}
        <ChevronDown
          aria-hidden="true"
          className="size-5 text-muted transition group-open/tracks:rotate-180"
        />
      </summary>
      {isOpen ? (
        <OrderedList
          label={`Faixas de ${draft.title}`}
          items={draft.tracks}
          onOrder={(ids) =>
            ordering.submit(
              { intent: 'track-order', packageId: draft.id, ids: ids.join() },
              { method: 'post' },
            )
          }
          className="gap-1 px-1 pb-2 sm:px-2"
        >
          {(track) => (
            <TrackLine
              track={track}
              kind={draft.kind}
              lead={
                <PlayButton
                  name={track.name}
                  queue={queue}
                  trackId={track.id}
                  size="sm"
                  variant="quiet"
                  className="-mr-2"
                />
              }
            />
          )}
        </OrderedList>
      ) : null}
    </details>
  );
}
