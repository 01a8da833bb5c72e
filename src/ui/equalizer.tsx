import { cx } from './cx.ts';

const bars = [
  { rest: 0.35, delay: '-0.2s', pace: '0.8s' },
  { rest: 0.7, delay: '-0.6s', pace: '1.1s' },
  { rest: 0.5, delay: '-0.9s', pace: '0.7s' },
  { rest: 0.25, delay: '-0.4s', pace: '0.95s' },
];

interface EqualizerBarsProps {
  /** Moves only while true. */
  active: boolean;
  className?: string;
}

/** The sign for "playing": four animated bars. Decorative. */
export function EqualizerBars({ active, className }: EqualizerBarsProps) {
  return (
    <span
      aria-hidden="true"
      className={cx('inline-flex size-4 items-end justify-between text-lamp', className)}
    >
      {bars.map(({ rest, delay, pace }) => (
        <span
          key={delay}
          className={cx('h-full w-[18%] origin-bottom rounded-[1px] bg-current', active && 'animate-bar')}
          style={{ transform: `scaleY(${rest})`, animationDelay: delay, animationDuration: pace }}
        />
      ))}
    </span>
  );
}
