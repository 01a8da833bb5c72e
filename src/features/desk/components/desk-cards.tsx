import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { useIsHeartOn } from '#features/favorites/components/use-heart.ts';
import { CoverThumb } from '#features/player/components/cover-thumb.tsx';
import { PlayMark } from '#features/player/components/transport.tsx';
import { usePlayStatus } from '#features/player/store.ts';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner.tsx';
import type { DeskTrack } from '../model.ts';
import { spokenTrack } from '../spoken.ts';
import { Display, Keeping, MarkKeys } from './deck.tsx';
import { DeskClock, DeskWave } from './desk-wave.tsx';
import { type DeskControl, itemOf, type RunCommand } from './use-desk.ts';

/** Pixels of a swipe that turn to another card. */
const swipe = 56;

type DeskCardsProps = Pick<DeskControl, 'desk' | 'told' | 'run'> & { track: DeskTrack };

/** The desk of a phone: one card for a track; a swipe to the left is the next one, which plays. */
export function DeskCards({ desk, track, told, run }: DeskCardsProps) {
  const card = useRef<HTMLElement>(null);
  const { id } = track;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each card takes the focus, so that it is read
  useLayoutEffect(() => card.current?.focus({ preventScroll: true }), [id]);
  const { drag, handlers } = useSwipe((by) => run({ do: 'step', by }));
  const mark = desk.marks.get(id) ?? null;
  const isSaved = desk.saved.has(id);
  const isOn = useIsHeartOn(itemOf(track), isSaved);
  const next = desk.tracks[desk.at + 1];
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overflow-x-clip">
      <div className="relative flex flex-1 touch-pan-y flex-col p-4 low:py-1" {...handlers}>
        <article
          key={id}
          ref={card}
          tabIndex={-1}
          aria-label={spokenTrack(track, mark, isOn)}
          aria-roledescription="cartão"
          className={cx(
            'm-auto flex w-full max-w-md flex-col gap-3 rounded-lg bg-surface p-4 shadow-lg outline-none',
            'low:max-w-3xl low:flex-row low:items-center low:gap-5 low:py-3',
            drag === 0 && 'transition-transform duration-150',
          )}
          style={{ transform: `translateX(${drag}px) rotate(${drag / 60}deg)` }}
        >
          <div className="flex min-w-0 flex-1 flex-col gap-3 low:gap-1">
            <div className="flex items-center gap-4">
              <CoverThumb
                src={track.coverUrl}
                kind={track.kind}
                peaks={track.peaks}
                className="size-20 low:hidden"
              />
              <div className="min-w-0 flex-1">
                <p className="line-clamp-2 text-lg leading-6 font-semibold">{track.name}</p>
                <Display track={track} told={told} />
              </div>
            </div>
            <DeskWave track={track} height={88} />
            <DeskClock track={track} className="text-center text-2xl font-bold" />
          </div>
          <div className="flex flex-col gap-3 low:w-66 [&_[data-cap]]:hidden">
            <MarkKeys mark={mark} run={run} />
            <Keeping track={track} isSaved={isSaved} run={run} />
          </div>
        </article>
        {next ? (
          <p className="truncate pt-4 text-center text-sm text-muted low:hidden">
            Deslize para ouvir: {next.name}
          </p>
        ) : null}
      </div>
      <Turns track={track} desk={desk} run={run} />
    </div>
  );
}

/** Previous, play, next, within reach of a thumb. */
function Turns({ track, desk, run }: { track: DeskTrack; desk: DeskControl['desk']; run: RunCommand }) {
  const status = usePlayStatus(track.packageId, track.id);
  const isOn = status === 'playing' || status === 'loading';
  const side =
    'grid h-14 low:h-11 flex-1 place-items-center rounded-md bg-raised shadow-sm active:shadow-well disabled:opacity-40';
  return (
    <div
      data-deck=""
      className="sticky bottom-0 flex gap-3 bg-ink px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      <button
        type="button"
        aria-label="Faixa anterior"
        disabled={desk.at === 0}
        onClick={() => run({ do: 'step', by: -1 })}
        className={side}
      >
        <ChevronLeft className="size-6" aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={`${isOn ? 'Pausar' : 'Tocar'} ${track.name}`}
        onClick={() => run({ do: 'toggle' })}
        className="grid h-14 low:h-11 flex-1 place-items-center rounded-md bg-accent text-on-accent shadow-sm active:translate-y-px"
      >
        {status === 'loading' ? <Spinner /> : <PlayMark isPlaying={isOn} className="size-6" />}
      </button>
      <button
        type="button"
        aria-label="Próxima faixa"
        disabled={desk.at >= desk.tracks.length - 1}
        onClick={() => run({ do: 'step', by: 1 })}
        className={side}
      >
        <ChevronRight className="size-6" aria-hidden="true" />
      </button>
    </div>
  );
}

/** A sideways swipe; the waveform keeps its own drags. */
function useSwipe(turn: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; id: number } | null>(null);
  const [drag, setDrag] = useState(0);
  const end = (by: number) => {
    from.current = null;
    setDrag(0);
    if (Math.abs(by) >= swipe) turn(by < 0 ? 1 : -1);
  };
  const handlers = {
    onPointerDown: ({ clientX, pointerId, isPrimary }: PointerEvent) => {
      if (isPrimary) from.current = { x: clientX, id: pointerId };
    },
    onPointerMove: ({ clientX, pointerId, buttons }: PointerEvent) => {
      if (from.current?.id !== pointerId) return;
      // A mouse that was released elsewhere.
      if (buttons === 0) end(0);
      else setDrag(clientX - from.current.x);
    },
    onPointerUp: ({ clientX, pointerId }: PointerEvent) => {
      if (from.current?.id === pointerId) end(clientX - from.current.x);
    },
    onPointerCancel: () => end(0),
  };
  return { drag, handlers };
}
