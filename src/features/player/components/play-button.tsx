import { type MouseEvent, useEffect, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner.tsx';
import type { PlayableQueue } from '../model.ts';
import { player, usePlayStatus } from '../store.ts';
import { PlayMark } from './transport.tsx';

const sizes = {
  sm: 'size-9 text-base touch:size-11',
  md: 'size-11 text-lg',
  lg: 'size-14 text-2xl',
};

const variants = {
  solid: 'bg-accent text-on-accent hover:bg-accent-hover hover:shadow-glow',
  /** One of many rows; highlighted while its track is current. */
  quiet: 'text-muted hover:bg-fg/8 hover:text-fg data-[current]:text-accent',
};

interface PlayButtonProps {
  name: string;
  queue: PlayableQueue;
  /** The row's track; without it the button plays the whole package. */
  trackId?: string;
  size?: keyof typeof sizes;
  variant?: keyof typeof variants;
  className?: string;
}

/** Play and pause for a row or page with its tracks (PKG-14); prefetches the address on hover or touch. */
export function PlayButton({ name, queue, trackId, ...look }: PlayButtonProps) {
  const status = usePlayStatus(queue.packageId, trackId);
  const first = trackId ?? queue.tracks[0]?.id;
  return (
    <PlayButtonFace
      {...look}
      name={name}
      trackId={trackId}
      status={status}
      onExpect={() => first && player.prepare(first)}
      onPlay={() => player.playPackage(queue, trackId)}
    />
  );
}

interface PlayButtonFaceProps extends Omit<PlayButtonProps, 'queue'> {
  status: ReturnType<typeof usePlayStatus>;
  /** Called on hover, focus or touch, before a likely click. */
  onExpect: () => void;
  onPlay: () => void;
}

/** The button without logic; card-play-button.tsx decides itself what to play. */
export function PlayButtonFace({
  name,
  trackId,
  status,
  onExpect,
  onPlay,
  size = 'md',
  variant = 'solid',
  className,
}: PlayButtonFaceProps) {
  const isOn = status === 'playing' || status === 'loading';
  const [isWarm, setWarm] = useState(false);
  useEffect(() => player.warm(), []);
  const expect = () => {
    if (!isWarm) onExpect();
    setWarm(true);
  };
  return (
    <button
      type="button"
      aria-label={`${isOn ? 'Pausar' : 'Tocar'} ${name}`}
      aria-busy={status === 'loading' || undefined}
      data-current={status === 'idle' ? undefined : ''}
      data-track={trackId}
      onPointerEnter={expect}
      onPointerDown={expect}
      onFocus={expect}
      onPointerLeave={() => setWarm(false)}
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        event.stopPropagation();
        onPlay();
      }}
      className={cx(
        'grid shrink-0 place-items-center rounded-full transition select-none active:scale-95',
        variants[variant],
        sizes[size],
        className,
      )}
    >
      {status === 'loading' ? <Spinner /> : <PlayMark isPlaying={isOn} className="size-[1.1em]" />}
    </button>
  );
}
