import { type PointerEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatTime } from '#platform/format.ts';
import { cx } from './cx.ts';
import { type Hue, hueColor } from './hue.ts';
import { barHeights, barsPath, decodePeaks, restingHeights } from './peaks.ts';
import { fractionAt, valueAfterKey } from './slider-keys.ts';

/** Pixels per bar. */
const gap = 4;

interface WaveformProps {
  /** base64 of bytes, each a peak; null: not analysed, even bars are drawn. */
  peaks: string | null;
  hue: Hue;
  /** Played part, 0 to 1. Without it the whole waveform is lit. */
  progress?: number;
  /** Makes it a slider: pointer, touch and keys. */
  onSeek?: (fraction: number) => void;
  durationSeconds?: number | null;
  height?: number;
  className?: string;
}

/** Bars are drawn once per width, a line until it is known; progress only moves a clip. Decorative without `onSeek`. */
export function Waveform({
  peaks,
  hue,
  progress,
  onSeek,
  durationSeconds,
  height = 48,
  className,
}: WaveformProps) {
  const box = useRef<HTMLElement>(null);
  const id = useId();
  const picture = useRef<SVGSVGElement>(null);
  const path = useRef<SVGPathElement>(null);
  const [hover, setHover] = useState<number | null>(null);

  // Drawn by the observer, which is told between layout and paint: with the width in a state, a page of rows would be
  // laid out and rendered twice before its first paint.
  useLayoutEffect(() => {
    if (!box.current) return;
    const bytes = decodePeaks(peaks);
    const draw = (width: number) => {
      const count = Math.max(8, Math.floor(width / gap));
      picture.current?.setAttribute('viewBox', `0 0 ${width} ${height}`);
      picture.current?.setAttribute('width', String(width));
      const bars = barsPath(bytes ? barHeights(bytes, count) : restingHeights(count), gap, height);
      path.current?.setAttribute('d', bars);
    };
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0);
      if (width > 0) draw(width);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [peaks, height]);

  const played = progress === undefined ? 1 : Math.min(1, Math.max(0, progress || 0));
  const drawing = (
    <svg
      ref={picture}
      viewBox={`0 0 ${gap} ${height}`}
      preserveAspectRatio="none"
      width="100%"
      height={height}
      className="absolute top-0 left-0 overflow-visible"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <defs>
        <path ref={path} id={id} d={`M0 ${height / 2}h${gap}`} vectorEffect="non-scaling-stroke" />
      </defs>
      <use href={`#${id}`} opacity={progress === undefined ? 1 : 0.42} />
      {hover === null ? null : <Lit id={id} upTo={hover} opacity={0.6} />}
      {progress === undefined ? null : <Lit id={id} upTo={played} opacity={1} />}
    </svg>
  );
  const look = cx('relative min-w-0', className);
  const style = { color: hueColor(hue), height };

  if (!onSeek) {
    return (
      <span ref={box} className={cx(look, 'block')} style={style}>
        {drawing}
      </span>
    );
  }

  const total = durationSeconds && durationSeconds > 0 ? durationSeconds : null;
  const at = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    return fractionAt(event.clientX, left, wide);
  };
  const range = total
    ? { min: 0, max: total, step: 0.1, arrow: Math.min(5, total / 10) }
    : { min: 0, max: 100, step: 1, arrow: 5 };
  const value = played * range.max;

  return (
    <div
      ref={box as RefObject<HTMLDivElement | null>}
      role="slider"
      tabIndex={0}
      aria-label="Posição na faixa"
      aria-valuemin={0}
      aria-valuemax={Math.round(range.max)}
      aria-valuenow={Math.round(value)}
      aria-valuetext={total ? `${formatTime(value)} de ${formatTime(total)}` : `${Math.round(value)} %`}
      className={cx(look, 'cursor-pointer touch-pan-y rounded-xs select-none')}
      style={style}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        onSeek(at(event));
      }}
      onPointerMove={(event) => {
        const fraction = at(event);
        if (event.pointerType === 'mouse') setHover(fraction);
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onSeek(fraction);
      }}
      onPointerLeave={() => setHover(null)}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const next = valueAfterKey(event.key, value, range);
        if (next === null) return;
        event.preventDefault();
        event.stopPropagation();
        onSeek(next / range.max);
      }}
    >
      {drawing}
      {progress !== undefined && played > 0 ? <Needle at={played} className="bg-accent" /> : null}
      {hover !== null && total ? (
        <>
          <Needle at={hover} className="bg-fg/60" />
          <span
            className="pointer-events-none absolute bottom-full z-10 mb-1 -translate-x-1/2 rounded-xs bg-fg px-1.5 py-0.5 text-xs font-medium text-ink tabular-nums"
            style={{ left: `clamp(1.25rem, ${hover * 100}%, calc(100% - 1.25rem))` }}
            aria-hidden="true"
          >
            {formatTime(hover * total)}
          </span>
        </>
      ) : null}
    </div>
  );
}

/** The bars up to a position: the same path, clipped. */
function Lit({ id, upTo, opacity }: { id: string; upTo: number; opacity: number }) {
  return (
    <svg x="0" y="0" width={`${upTo * 100}%`} height="100%" opacity={opacity} aria-hidden="true">
      <use href={`#${id}`} />
    </svg>
  );
}

function Needle({ at, className }: { at: number; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 rounded-full', className)}
      style={{ left: `${at * 100}%` }}
    />
  );
}
