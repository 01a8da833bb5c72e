import Maximize2 from 'lucide-react/icons/maximize-2';
import { cx } from '#ui/cx.ts';
import { EqualizerBars } from '#ui/equalizer.tsx';
import { pillSize } from '../placement.ts';
import { player, usePlayer } from '../store.ts';
import type { Current } from './mini-parts.tsx';
import { Control, ToggleButton } from './transport.tsx';
import { useDrag } from './use-drag.ts';
import { usePlace } from './use-place.ts';

/** The minimised mini player: the track's name, pause and restore (MIN-08). */
export function MiniPill({ track }: Current) {
  const { place, move, onKeyDown } = usePlace(pillSize);
  const { isDragged, ...drag } = useDrag(place, move);
  return (
    <section
      {...drag}
      data-player
      aria-label="Player de áudio"
      className={cx(
        'fixed top-0 left-0 z-40 flex cursor-grab touch-none items-center gap-2 rounded-full bg-raised pr-1.5 pl-4 text-fg shadow-lg select-none active:cursor-grabbing',
        !isDragged && 'transition-transform duration-200 ease-out',
      )}
      style={{ ...pillSize, transform: `translate(${place.x}px, ${place.y}px)` }}
    >
      <PillText name={track.name} />
      <ToggleButton className="size-9" />
      <Control
        label="Expandir player"
        title="Expandir"
        onClick={player.restore}
        onKeyDown={onKeyDown}
        className="size-9 rounded-full"
      >
        <Maximize2 className="size-4" aria-hidden="true" />
      </Control>
    </section>
  );
}

export function PillText({ name }: { name: string }) {
  const isOn = usePlayer((state) => state.playing && !state.loading);
  return (
    <>
      <EqualizerBars active={isOn} className="shrink-0" />
      <span className="min-w-0 flex-1 truncate text-sm font-semibold">{name}</span>
    </>
  );
}
