import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import SkipBack from 'lucide-react/icons/skip-back';
import SkipForward from 'lucide-react/icons/skip-forward';
import type { ComponentProps, ReactNode } from 'react';
import { hueOfKind } from '#features/catalog/kinds.ts';
import { formatTime } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner.tsx';
import { Waveform } from '#ui/waveform.tsx';
import type { PlayableTrack } from '../model.ts';
import { canStep } from '../playback.ts';
import { player, usePlayer, usePosition } from '../store.ts';

interface ControlProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  label: string;
  children: ReactNode;
}

/** A small button on the card; its size is fixed like the card's. */
export function Control({ label, className, children, ...rest }: ControlProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx(
        'grid shrink-0 place-items-center rounded-sm text-muted transition hover:bg-fg/8 hover:text-fg',
        'active:bg-fg/12 disabled:pointer-events-none disabled:opacity-35',
        className,
      )}
    >
      {children}
    </button>
  );
}

/** Previous and next; disabled with fewer than two tracks (PLY-04). */
export function StepButton({ to, className }: { to: 'previous' | 'next'; className: string }) {
  const enabled = usePlayer(canStep);
  const isNext = to === 'next';
  const Icon = isNext ? SkipForward : SkipBack;
  return (
    <Control
      label={isNext ? 'Próxima faixa' : 'Faixa anterior'}
      disabled={!enabled}
      onClick={isNext ? player.next : player.previous}
      className={className}
    >
      <Icon className="size-[1.15em] fill-current" aria-hidden="true" />
    </Control>
  );
}

/** Play and pause of the current track. Shows a spinner and is disabled while sound loads (PLY-02). */
export function ToggleButton({ className }: { className: string }) {
  const loading = usePlayer((state) => state.loading);
  const playing = usePlayer((state) => state.playing);
  return (
    <button
      type="button"
      disabled={loading}
      aria-busy={loading || undefined}
      aria-label={playing ? 'Pausar' : 'Tocar'}
      onClick={player.toggle}
      className={cx(
        'grid shrink-0 place-items-center rounded-full bg-accent text-on-accent transition',
        'hover:bg-accent-hover hover:shadow-glow active:scale-95 disabled:cursor-progress',
        className,
      )}
    >
      {loading ? <Spinner /> : <PlayMark isPlaying={playing} className="size-[1.1em]" />}
    </button>
  );
}

export function PlayMark({ isPlaying, className }: { isPlaying: boolean; className?: string }) {
  const Icon = isPlaying ? Pause : Play;
  return (
    <Icon
      className={cx('fill-current', isPlaying ? 'stroke-0' : 'translate-x-[6%] stroke-[1.5]', className)}
      aria-hidden="true"
    />
  );
}

interface SeekProps {
  track: PlayableTrack;
  kind: string;
  height: number;
  className?: string;
}

/** The current track's waveform: shows the position and seeks by click, drag and keys (PLY-10, PLY-17). */
export function SeekWave({ track, kind, height, className }: SeekProps) {
  const duration = usePosition((position) => position.duration);
  const progress = usePosition(({ time, duration: whole }) => (whole > 0 ? time / whole : 0));
  return (
    <div
      onPointerDownCapture={({ button }) => {
        if (button === 0) holdUntilUp();
      }}
      className={cx('min-w-0', className)}
    >
      <Waveform
        peaks={track.peaks}
        hue={hueOfKind(kind)}
        progress={progress}
        durationSeconds={duration}
        onSeek={player.seekFraction}
        height={height}
      />
    </div>
  );
}

/** Holds the position until the pointer is released anywhere. */
function holdUntilUp(): void {
  const ups = ['pointerup', 'pointercancel'] as const;
  const letGo = () => {
    for (const up of ups) window.removeEventListener(up, letGo);
    player.hold(false);
  };
  player.hold(true);
  for (const up of ups) window.addEventListener(up, letGo);
}

export const Elapsed = ({ className }: { className?: string }) => (
  <span className={cx('tabular-nums', className)}>{usePosition(({ time }) => formatTime(time))}</span>
);

export const Total = ({ className }: { className?: string }) => (
  <span className={cx('tabular-nums', className)}>{usePosition(({ duration }) => formatTime(duration))}</span>
);
