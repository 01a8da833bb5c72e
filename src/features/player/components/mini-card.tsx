import GripHorizontal from 'lucide-react/icons/grip-horizontal';
import Minus from 'lucide-react/icons/minus';
import X from 'lucide-react/icons/x';
import { cx } from '#ui/cx.ts';
import { lookOf } from '../model.ts';
import { cardSize } from '../placement.ts';
import { player } from '../store.ts';
import { type Current, DownloadButton, PackageLink } from './mini-parts.tsx';
import { OnAirEdge } from './on-air-edge.tsx';
import { Control, Elapsed, SeekWave, StepButton, ToggleButton, Total } from './transport.tsx';
import { useLowRoom } from './use-dock.ts';
import { useDrag } from './use-drag.ts';
import { usePlace } from './use-place.ts';
import { Volume } from './volume.tsx';

/** The mini player on wide screens: 320 by 120 pixels whatever the names, draggable within the window (MIN-02). */
export function MiniCard({ queue, track }: Current) {
  const { place, isLow, move, onKeyDown } = usePlace(cardSize);
  const { isDragged, ...drag } = useDrag(place, move);
  useLowRoom(isLow);
  return (
    <section
      {...drag}
      data-player
      aria-label="Player de áudio"
      className={cx(
        'fixed top-0 left-0 z-40 flex cursor-grab touch-none flex-col justify-between overflow-hidden rounded-md bg-raised px-2 pt-2 pb-1.5 text-fg shadow-lg select-none active:cursor-grabbing',
        !isDragged && 'transition-transform duration-200 ease-out',
      )}
      style={{ ...cardSize, transform: `translate(${place.x}px, ${place.y}px)` }}
    >
      <OnAirEdge />
      <div className="flex items-center gap-1">
        <PackageLink queue={queue} track={track} coverClass="size-10" />
        <div className="-mt-2 -mr-1 flex self-start">
          <Control label="Minimizar player" title="Minimizar" onClick={player.minimise} className="size-6">
            <Minus className="size-3.5" aria-hidden="true" />
          </Control>
          <Control label="Fechar player" title="Fechar" onClick={player.stop} className="size-6">
            <X className="size-3.5" aria-hidden="true" />
          </Control>
        </div>
      </div>
      <div className="flex items-center gap-2 px-0.5 text-xs text-muted">
        <Elapsed />
        <SeekWave track={track} kind={lookOf(queue, track).kind} height={22} className="flex-1" />
        <Total />
      </div>
      <div className="flex items-center text-base">
        <StepButton to="previous" className="size-8" />
        <ToggleButton className="mx-0.5 size-9" />
        <StepButton to="next" className="size-8" />
        <div className="flex flex-1 justify-center">
          <Control
            label="Mover o player com as setas do teclado"
            title="Arraste ou use as setas"
            data-handle
            onKeyDown={onKeyDown}
            className="h-8 w-9 cursor-grab touch-none"
          >
            <GripHorizontal className="size-4" aria-hidden="true" />
          </Control>
        </div>
        <DownloadButton queue={queue} track={track} className="size-8" />
        <Volume buttonClass="size-8" sliderClass="h-6! w-20" />
      </div>
    </section>
  );
}
