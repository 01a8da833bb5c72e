import { cx } from '#ui/cx.ts';
import { barsPath } from '#ui/peaks.ts';
import type { Wave } from '../wave.ts';

interface WaveShapeProps {
  wave: Wave;
  className?: string;
  /** Stretches the drawing to its box, or keeps its proportions and crops. */
  fit?: 'stretch' | 'cut';
}

/** Units per bar. */
const step = 5;

/** A waveform as one line in the text's colour. Decorative. */
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
