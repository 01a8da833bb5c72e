import type { Kind } from '#features/catalog/kinds.ts';
/** A part of the hour that uses sound from the library. */
export interface ClockSlot {
  kind: Kind;
  /** Minutes of the hour, from 0 to 60. */
  from: number;
  to: number;
}

/** A typical hour of radio: everything outside the slots is music. */
export const hour: readonly ClockSlot[] = [
  { kind: 'pacotes-vinhetas', from: 0, to: 1.1 },
  { kind: 'trilhas', from: 1.1, to: 7 },
  { kind: 'efeitos-sonoros', from: 7, to: 7.9 },
  { kind: 'pacotes-vinhetas', from: 15, to: 16 },
  { kind: 'efeitos-sonoros', from: 22, to: 22.9 },
  { kind: 'programetes', from: 22.9, to: 26 },
  { kind: 'pacotes-vinhetas', from: 30, to: 31.1 },
  { kind: 'trilhas', from: 31.1, to: 37 },
  { kind: 'efeitos-sonoros', from: 44.1, to: 45 },
  { kind: 'pacotes-vinhetas', from: 45, to: 46 },
  { kind: 'programetes', from: 46, to: 48.5 },
  { kind: 'trilhas', from: 53, to: 58.9 },
  { kind: 'pacotes-vinhetas', from: 58.9, to: 60 },
];

/** A point on a ring around 0,0, moved on by `shift` units, as in an SVG path. */
function point(minute: number, radius: number, shift = 0): string {
  const angle = (minute / 60) * 2 * Math.PI - Math.PI / 2 + shift / radius;
  return `${round(Math.cos(angle) * radius)} ${round(Math.sin(angle) * radius)}`;
}

/** SVG path of a line from the ring `outer` to the ring `inner`. */
export const spokePath = (minute: number, inner: number, outer: number): string =>
  `M${point(minute, outer)}L${point(minute, inner)}`;

/** SVG path of a slot on a ring around 0,0, with a gap of `gap` units to its neighbours. */
export function slotPath({ from, to }: ClockSlot, inner: number, outer: number, gap = 2): string {
  const large = to - from > 30 ? 1 : 0;
  return [
    `M${point(from, outer, gap / 2)}`,
    `A${outer} ${outer} 0 ${large} 1 ${point(to, outer, -gap / 2)}`,
    `L${point(to, inner, -gap / 2)}`,
    `A${inner} ${inner} 0 ${large} 0 ${point(from, inner, gap / 2)}Z`,
  ].join('');
}

/** Whether a minute of the hour is music: outside every slot of the given kinds. */
export const isMusic = (minute: number, kinds: readonly string[]): boolean =>
  !hour.some(({ kind, from, to }) => kinds.includes(kind) && minute > from - 0.25 && minute < to + 0.25);

const round = (n: number): number => Math.round(n * 10) / 10;
