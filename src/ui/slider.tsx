import { type ComponentProps, type PointerEvent, useRef } from 'react';
import { cx } from './cx.ts';
import { fractionAt, type SliderRange, snap, valueAfterKey } from './slider-keys.ts';

interface SliderProps extends SliderRange, Omit<ComponentProps<'div'>, 'onChange' | 'role'> {
  label: string;
  /** The value as it is spoken: "0:30 de 2:00", "80 %". */
  valueText: string;
  value: number;
  disabled?: boolean;
  /** While moving. */
  onChange: (value: number) => void;
  /** When a move by pointer ends, and after each key. */
  onCommit?: (value: number) => void;
}

/** A fader. Pointer, touch and keyboard (arrows, Page, Home, End). */
export function Slider({
  label,
  valueText,
  value,
  min,
  max,
  step,
  arrow,
  page,
  disabled = false,
  onChange,
  onCommit,
  className,
  ...rest
}: SliderProps) {
  const range = { min, max, step, arrow, page };
  const last = useRef(value);
  const fraction = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;

  const move = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    last.current = snap(min + fractionAt(event.clientX, left + 8, width - 16) * (max - min), range);
    onChange(last.current);
  };

  return (
    <div
      {...rest}
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      aria-disabled={disabled || undefined}
      onPointerDown={(event) => {
        if (disabled || event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event);
      }}
      onLostPointerCapture={() => onCommit?.(last.current)}
      onKeyDown={(event) => {
        if (disabled || event.altKey || event.ctrlKey || event.metaKey) return;
        const next = valueAfterKey(event.key, value, range);
        if (next === null) return;
        event.preventDefault();
        event.stopPropagation();
        onChange(next);
        onCommit?.(next);
      }}
      className={cx(
        'group relative flex h-6 touch:h-11 min-w-16 cursor-pointer touch-none items-center rounded-xs select-none',
        disabled && 'pointer-events-none opacity-50',
        className,
      )}
    >
      <div className="h-1 w-full overflow-hidden rounded-full bg-fg/15">
        <div className="h-full bg-lamp" style={{ width: `calc(8px + (100% - 16px) * ${fraction})` }} />
      </div>
      <div
        className="absolute h-4 w-2 rounded-[3px] bg-fg shadow-md transition-transform group-hover:scale-110 group-active:scale-110"
        style={{ left: `calc(4px + (100% - 16px) * ${fraction})` }}
      />
    </div>
  );
}
