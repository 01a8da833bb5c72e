import { cx } from '#ui/cx.ts';
import { barsPath } from '#ui/peaks.ts';
import type { Wave } from '../wave.ts';

interface WaveShapeProps {
  wave: Wave;
  className?: string;
  /** How the drawing fills its box: stretched, or in its own proportions and cut. */
  fit?: 'stretch' | 'cut';
}

/** Units from bar to bar. */
const step = 5;

/** A waveform as one drawn line, in the colour of the text. Decoration. */
export function WaveShape({ wave, className, fit = 'stretch' }: WaveShapeProps) {
  const height = 100;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${wave.length * step} ${height}`}
      preserveAspectRatio={fit === 'stretch' ? 'none' : 'xMidYMid slice'}
      className={cx('block', className)}
    >
      <path
        d={barsPath(wave, step, height)}
        fill="none"
        stroke="currentColor"
        strokeWidth={step * 0.55}
        strokeLinecap={fit === 'stretch' ? 'butt' : 'round'}
      />
    </svg>
  );
}
