import type { PointerEvent } from 'react';
import { cx } from './cx.ts';
import { fractionAt, type SliderRange, snap, valueAfterKey } from './slider-keys.ts';

interface SliderProps extends SliderRange {
  label: string;
  /** The announced value: "0:30 de 2:00", "80 %". */
  valueText: string;
  value: number;
  onChange: (value: number) => void;
  className?: string;
}

/** Supports pointer, touch and keyboard (arrows, Page, Home, End). */
export function Slider({ label, valueText, value, onChange, className, ...range }: SliderProps) {
  const { min, max } = range;
  const fraction = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;

  const move = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onChange(snap(min + fractionAt(event.clientX, left + 8, width - 16) * (max - min), range));
  };

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event);
      }}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const next = valueAfterKey(event.key, value, range, event.shiftKey);
        if (next === null) return;
        event.preventDefault();
        event.stopPropagation();
        onChange(next);
      }}
      className={cx(
        'group relative flex h-6 touch:h-11 min-w-16 cursor-pointer touch-none items-center rounded-xs select-none',
        className,
      )}
    >
      <div data-track="" className="h-1 w-full overflow-hidden rounded-full bg-fg/15">
        <div className="h-full bg-lamp" style={{ width: `calc(8px + (100% - 16px) * ${fraction})` }} />
      </div>
      <div
        data-thumb=""
        className="absolute h-4 w-2 rounded-[3px] bg-fg shadow-md transition-transform group-hover:scale-110 group-active:scale-110"
        style={{ left: `calc(4px + (100% - 16px) * ${fraction})` }}
      />
    </div>
  );
}
