import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { cx } from '#ui/cx.ts';
import { lookOf } from '../model.ts';
import { player } from '../store.ts';
import { type Current, DownloadButton, PackageLink } from './mini-parts.tsx';
import { PillText } from './mini-pill.tsx';
import { OnAirEdge } from './on-air-edge.tsx';
import { Control, Elapsed, SeekWave, StepButton, ToggleButton, Total } from './transport.tsx';
import { useDock } from './use-dock.ts';

/** The mini player of phones: at the bottom over the full width, or minimised to one row (MIN-04). */
export function MiniDock({ queue, track, isMinimised }: Current & { isMinimised: boolean }) {
  const dock = useRef<HTMLElement>(null);
  useDock(dock);
  return (
    <section
      ref={dock}
      aria-label="Player de áudio"
      className={cx(
        'fixed inset-x-0 bottom-0 z-40 bg-raised text-fg shadow-lg select-none',
        'pb-[env(safe-area-inset-bottom)]',
        isMinimised ? 'rounded-t-md' : 'rounded-t-lg',
      )}
    >
      <OnAirEdge />
      {isMinimised ? (
        <SmallRow track={track} queue={queue} />
      ) : (
        <div className="px-2 pt-2 pb-1.5">
          <div className="flex items-center pl-1">
            <PackageLink queue={queue} track={track} coverClass="size-11" />
            <Control label="Minimizar player" onClick={player.minimise} className="size-11">
              <ChevronDown className="size-5" aria-hidden="true" />
            </Control>
            <Control label="Fechar player" onClick={player.stop} className="size-11">
              <X className="size-5" aria-hidden="true" />
            </Control>
          </div>
          <div className="mt-1 flex items-center text-lg">
            <StepButton to="previous" className="size-11" />
            <ToggleButton className="size-12" />
            <StepButton to="next" className="size-11" />
            <div className="mx-1.5 min-w-0 flex-1">
              <SeekWave track={track} kind={lookOf(queue, track).kind} height={32} />
              <div className="flex justify-between text-xs leading-4 text-muted">
                <Elapsed />
                <Total />
              </div>
            </div>
            <DownloadButton queue={queue} track={track} className="size-11" />
          </div>
        </div>
      )}
    </section>
  );
}

function SmallRow({ track }: Current) {
  return (
    <div className="flex h-13 short:h-11 items-center gap-3 pr-2 pl-4">
      <PillText name={track.name} />
      <ToggleButton className="size-11" />
      <Control label="Expandir player" onClick={player.restore} className="size-11 short:hidden">
        <ChevronUp className="size-5" aria-hidden="true" />
      </Control>
    </div>
  );
}
