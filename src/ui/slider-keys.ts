export interface SliderRange {
  min: number;
  max: number;
  step: number;
  /** Step of an arrow key; defaults to one step. */
  arrow?: number;
  /** Step of an arrow key with Shift; defaults to the same. */
  shiftArrow?: number;
}

const digits = (n: number): number => (`${n}`.split('.')[1] ?? '').length;

/** The nearest valid value, without floating-point error (0.1 + 0.2 is 0.3). */
export function snap(value: number, { min, max, step }: SliderRange): number {
  if (!(value > min)) return min;
  if (value >= max) return max;
  const steps = Math.round((value - min) / step);
  return Math.min(max, Number((min + steps * step).toFixed(Math.max(digits(step), digits(min)))));
}

/** The value after a key (PLY-17): arrows, Page Up and Down, Home, End; null for other keys. */
export function valueAfterKey(
  key: string,
  value: number,
  range: SliderRange,
  isShifted = false,
): number | null {
  const usual = range.arrow ?? range.step;
  const arrow = isShifted ? (range.shiftArrow ?? usual) : usual;
  const page = Math.max(usual, (range.max - range.min) / 10);
  const moves: Record<string, number> = {
    ArrowRight: value + arrow,
    ArrowUp: value + arrow,
    ArrowLeft: value - arrow,
    ArrowDown: value - arrow,
    PageUp: value + page,
    PageDown: value - page,
    Home: range.min,
    End: range.max,
  };
  const next = moves[key];
  return next === undefined ? null : snap(next, range);
}

/** Position of a pointer on a bar: 0 at its left end, 1 at its right end, clamped (PLY-10). */
export const fractionAt = (x: number, left: number, width: number): number =>
  width > 0 ? Math.min(1, Math.max(0, (x - left) / width)) : 0;
