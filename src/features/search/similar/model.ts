import {
  type TimbreFact,
  timbreFacts,
  timbreLength,
  timbreNames,
} from '#features/media/audio/timbre-facts.ts';

/** Tracks that a list of similar ones shows. */
export const similarShown = 48;

/** A timbre as it stands in an address. */
export const timbreToText = (timbre: Uint8Array): string =>
  btoa(String.fromCharCode(...timbre))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Reads what `timbreToText` wrote; null for anything else. */
export function timbreFromText(text: string): Uint8Array | null {
  if (!/^[\w-]+$/.test(text) || text.length !== Math.ceil((timbreLength * 4) / 3)) return null;
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
}

const weights = Float64Array.from(timbreNames, (name) => timbreFacts[name].weight);

/** How far apart two sounds are; 0: alike. @param at where the second one begins in `others` */
export function distance(timbre: Uint8Array, others: Uint8Array, at = 0): number {
  let sum = 0;
  for (let fact = 0; fact < weights.length; fact++) {
    const apart = (timbre[fact] ?? 0) - (others[at + fact] ?? 0);
    sum += (weights[fact] ?? 0) * apart * apart;
  }
  return sum;
}

/** The facts by which sounds fall into cells, and their middle among real sounds; `timbre_cell()` has them too. */
const cellFacts: readonly [TimbreFact, middle: number][] = [
  ['slope', 144],
  ['bow', 144],
  ['waves', 142],
  ['ripples', 136],
  ['slopeChange', 132],
  ['bowChange', 130],
  ['centre', 113],
  ['rise', 117],
  ['width', 129],
  ['middle', 128],
  ['levelChange', 157],
  ['length', 135],
];

/** All cells, the one of the sound first, then by how far the sound is from them. */
export function cellsByDistance(timbre: Uint8Array): number[] {
  const sides = cellFacts.map(([name, middle]) => {
    const above = (timbre[timbreNames.indexOf(name)] ?? 0) - middle - 0.5;
    return { isAbove: above > 0, cost: timbreFacts[name].weight * above * above };
  });
  const own = sides.reduce((cell, { isAbove }, bit) => cell + (isAbove ? 2 ** bit : 0), 0);
  const costs = new Float64Array(2 ** sides.length);
  for (const [bit, { cost }] of sides.entries()) {
    for (let changed = 2 ** bit; changed < 2 ** (bit + 1); changed++)
      costs[changed] = (costs[changed - 2 ** bit] ?? 0) + cost;
  }
  const order = Uint16Array.from(costs.keys()).sort((one, other) => (costs[one] ?? 0) - (costs[other] ?? 0));
  return Array.from(order, (changed) => own ^ changed);
}
