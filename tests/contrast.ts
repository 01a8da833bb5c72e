import { elementAt } from '#platform/elements.ts';

/** Red, green and blue of `#rrggbb`, each 0 to 255. */
function channels(hex: string): [number, number, number] {
  const number = Number.parseInt(hex.slice(1, 7), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** Relative luminance by WCAG 2.2, 0 to 1. */
function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two opaque colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The opaque result of `over` on `under` at the given opacity, 0 to 1. */
export function laidOver(over: string, under: string, opacity: number): string {
  const below = channels(under);
  const mixed = channels(over).map((value, at) =>
    Math.round(value * opacity + elementAt(below, at) * (1 - opacity)),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
