/** What a slider can hold. */
export interface SliderRange {
  min: number;
  max: number;
  step: number;
  /** How far Page Up and Page Down go; a tenth of the range when left out. */
  page?: number;
}

const digits = (n: number): number => (`${n}`.split('.')[1] ?? '').length;

/** The nearest value that the slider can hold, free of binary dust (0.1 + 0.2 is 0.3). */
export function snap(value: number, { min, max, step }: SliderRange): number {
  if (!Number.isFinite(value)) return min;
  const steps = Math.round((value - min) / step);
  const snapped = Number((min + steps * step).toFixed(Math.max(digits(step), digits(min))));
  return Math.min(max, Math.max(min, snapped));
}

/** The value after a key (PLY-17): arrows, Page Up and Down, Home, End; null: the key is not the slider's. */
export function valueAfterKey(key: string, value: number, range: SliderRange): number | null {
  const page = Math.max(range.step, range.page ?? (range.max - range.min) / 10);
  const moves: Record<string, number> = {
    ArrowRight: value + range.step,
    ArrowUp: value + range.step,
    ArrowLeft: value - range.step,
    ArrowDown: value - range.step,
    PageUp: value + page,
    PageDown: value - page,
    Home: range.min,
    End: range.max,
  };
  const next = moves[key];
  return next === undefined ? null : snap(next, range);
}

/** Where on a bar a pointer is: 0 at its left end, 1 at its right end, never beyond (PLY-10). */
export const fractionAt = (x: number, left: number, width: number): number =>
  width > 0 ? Math.min(1, Math.max(0, (x - left) / width)) : 0;
