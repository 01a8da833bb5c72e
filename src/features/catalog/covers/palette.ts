/** Sides of a drawn cover. */
export const coverSize = 800;

/** Two hues of a cover in degrees: its own, and one further in its family. */
export interface Palette {
  hue: number;
  far: number;
}

export const tint = (hue: number, saturation: number, light: number): string =>
  `hsl(${Math.round((hue + 360) % 360)},${saturation}%,${Math.round(light)}%)`;
export const dark = (hue: number): string => tint(hue, 48, 12);
export const mid = (hue: number): string => tint(hue, 52, 33);
export const light = (hue: number, amount = 1): string => tint(hue, 86, 58 + amount * 22);
/** The signal's amber. */
export const amber = 'hsl(41,100%,56%)';

/** Peaks as `count` values of 0 to 1, each the maximum of its slice. */
export function resample(peaks: Uint8Array, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((i + 1) * peaks.length) / count));
    return Math.max(...peaks.subarray(from, to)) / 255;
  });
}

/** Fewer values of a wave, each the maximum of its slice. */
export const thinned = (wave: readonly number[], count: number): number[] =>
  resample(
    Uint8Array.from(wave, (peak) => peak * 255),
    count,
  );

type Point = readonly [x: number, y: number];

export const around = (x: number, y: number, radius: number, angle: number): Point => [
  x + Math.cos(angle) * radius,
  y + Math.sin(angle) * radius,
];

export const at = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

export const stroke = (from: Point, to: Point, colour: string, width: number): string =>
  `<path d="M${at(from)}L${at(to)}" stroke="${colour}" stroke-width="${width.toFixed(1)}" stroke-linecap="round"/>`;

export const curve = (
  points: readonly Point[],
  colour: string,
  width: number,
  rest = 'fill="none"',
): string =>
  `<path d="M${points.map(at).join('L')}" stroke="${colour}" stroke-width="${width.toFixed(1)}" stroke-linecap="round" stroke-linejoin="round" ${rest}/>`;

export const disc = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${Math.max(0, radius).toFixed(1)}" fill="${fill}"/>`;

export const box = (x: number, y: number, width: number, height: number, fill: string, round = 0): string =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" rx="${round}" fill="${fill}"/>`;
