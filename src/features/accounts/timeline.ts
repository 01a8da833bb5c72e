export interface Clip {
  kind: 'trilhas' | 'efeitos' | 'vinhetas' | 'programetes';
  label: string;
  lane: number;
  from: number;
  length: number;
}

/** Size of the drawing, height and distance of the lanes, position of the needle. */
export const timeline = { width: 640, height: 520, top: 64, lane: 84, step: 112, needle: 404 };

export const clips: readonly Clip[] = [
  { kind: 'vinhetas', label: 'Vinheta', lane: 0, from: 24, length: 148 },
  { kind: 'vinhetas', label: 'Vinheta', lane: 0, from: 468, length: 196 },
  { kind: 'trilhas', label: 'Trilha', lane: 1, from: 108, length: 560 },
  { kind: 'efeitos', label: 'Efeito', lane: 2, from: 172, length: 84 },
  { kind: 'efeitos', label: 'Efeito', lane: 2, from: 352, length: 132 },
  { kind: 'programetes', label: 'Programete', lane: 3, from: -20, length: 236 },
  { kind: 'programetes', label: 'Programete', lane: 3, from: 260, length: 300 },
];

const gap = 6;

/** Deterministic noise, 0 to 1. */
function noise(n: number): number {
  const x = Math.sin(n * 127.1 + 311.7) * 43758.5453;
  return x - Math.floor(x);
}

/** Loudness of each kind of clip along its length (`t` from 0 to 1). */
const loudness: Record<Clip['kind'], (t: number, i: number) => number> = {
  trilhas: (t, i) => Math.min(1, t * 6, (1 - t) * 5) * (i % 8 === 0 ? 1 : i % 4 === 0 ? 0.8 : 0.5),
  vinhetas: (t, i) => (t < 0.16 ? t / 0.16 : (1 - t) ** 0.6) * (i % 5 === 4 ? 0.5 : 0.95),
  efeitos: (t) => Math.exp(-3.4 * t) * 1.05,
  programetes: (t, i) => (Math.sin(i * 0.62) ** 2 < 0.12 ? 0.08 : 0.4 + 0.5 * Math.sin(i * 0.31 + t) ** 2),
};

export function clipPath({ kind, lane, from, length }: Clip): string {
  const middle = timeline.top + lane * timeline.step + timeline.lane / 2 + 6;
  const count = Math.floor((length - 20) / gap);
  let path = '';
  for (let i = 0; i < count; i++) {
    const loud = loudness[kind](i / count, i) * (0.72 + 0.28 * noise(from + i * 3 + lane * 17));
    const half = Math.max(1.5, Math.min(1, loud) * (timeline.lane / 2 - 18));
    path += `M${from + 13 + i * gap} ${(middle - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
  }
  return path;
}
