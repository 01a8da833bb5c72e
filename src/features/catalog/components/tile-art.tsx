import { factsOfKind } from '../kinds.ts';

/** Deterministic drawings of sound, one per kind, in the colour of the surrounding text. */

const count = 48;
const steps = Array.from({ length: count }, (_, at) => at);

/** A deterministic pseudo-random number between 0 and 1. */
const chance = (at: number): number => Math.abs(Math.sin(at * 12.9898 + 4.1) * 43758.5453) % 1;

function Waves() {
  return [0, 1, 2, 3, 4].map((layer) => {
    const points = steps.map((at) => {
      const x = (at / (count - 1)) * 400;
      const y = 110 + layer * 26 + Math.sin(at * (0.2 + layer * 0.035) + layer * 1.7) * (34 - layer * 4);
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    });
    return (
      <path
        key={layer}
        d={`M${points.join('L')}`}
        opacity={0.75 - layer * 0.13}
        strokeWidth={3 - layer * 0.3}
        fill="none"
      />
    );
  });
}

function Burst() {
  return steps.map((at) => {
    const angle = (at / count) * Math.PI * 2;
    const inner = 26 + chance(at) * 10;
    const outer = inner + 18 + chance(at + 7) ** 2 * 120;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return (
      <path
        key={at}
        d={`M${(210 + x * inner).toFixed(1)} ${(120 + y * inner).toFixed(1)}L${(210 + x * outer).toFixed(1)} ${(120 + y * outer).toFixed(1)}`}
        opacity={0.35 + chance(at + 3) * 0.5}
        strokeWidth="4"
      />
    );
  });
}

function Bars() {
  return steps.map((at) => {
    const edge = Math.abs(at / (count - 1) - 0.5) * 2;
    const height = 14 + (0.25 + 0.75 * edge) * chance(at) * 150;
    return (
      <path
        key={at}
        d={`M${(8 + at * 8.2).toFixed(1)} ${(135 - height / 2).toFixed(1)}v${height.toFixed(1)}`}
        opacity={0.35 + edge * 0.5}
        strokeWidth="4"
      />
    );
  });
}

function Words() {
  return [0, 1, 2, 3, 4].map((line) => {
    const dashes = steps.slice(0, 9).map((at) => 8 + Math.round(chance(at + line * 11) * 46));
    return (
      <path
        key={line}
        d={`M20 ${72 + line * 32}H380`}
        strokeDasharray={dashes.join(' ')}
        opacity={0.8 - line * 0.13}
        strokeWidth="6"
      />
    );
  });
}

const drawings = { waves: Waves, burst: Burst, bars: Bars, words: Words };

export function TileArt({ kind, className }: { kind: string; className?: string }) {
  const Drawing = drawings[factsOfKind(kind)?.tileArt ?? 'waves'];
  return (
    <svg
      viewBox="0 0 400 300"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      stroke="currentColor"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <rect width="400" height="300" fill="currentColor" stroke="none" opacity="0.13" />
      <circle cx="330" cy="40" r="190" fill="currentColor" stroke="none" opacity="0.1" />
      <Drawing />
    </svg>
  );
}
