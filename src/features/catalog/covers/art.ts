import { elementAt } from '#platform/elements.ts';
import {
  amber,
  around,
  at,
  box,
  coverSize,
  curve,
  dark,
  disc,
  light,
  type Palette,
  stroke,
  thinned,
  tint,
} from './palette.ts';

/** @param wave 96 values of 0 to 1 */
type Draw = (wave: readonly number[], palette: Palette, random: () => number) => string;

const middle = coverSize / 2;
const circle = Math.PI * 2;

/** A record whose groove is the waveform. */
const record: Draw = (wave, { hue, far }, random) => {
  const inner = 130 + random() * 50;
  const turn = random() * circle;
  const bars = wave.map((peak, i) => {
    const angle = turn + (i / wave.length) * circle;
    const from = around(middle, middle, inner, angle);
    const to = around(middle, middle, inner + 18 + peak * 190, angle);
    return stroke(from, to, light(hue + peak * (far - hue), peak), 9);
  });
  return bars.join('') + disc(middle, middle, inner - 60, amber);
};

/** One hit: the mirrored waveform. */
const impact: Draw = (wave, { hue, far }) =>
  thinned(wave, 40)
    .map((peak, i) => {
      const [x, height] = [(i + 0.5) * 20, 14 + peak * 300];
      return stroke([x, middle - height], [x, middle + height], light(i % 5 ? hue : far, peak), 11);
    })
    .join('');

/** A transmitter: arcs that leave a warm point. */
const signal: Draw = (wave, { hue, far }) => {
  const [x, y] = [190, coverSize - 190];
  const arcs = thinned(wave, 12).map((peak, i) => {
    const [r, half] = [100 + i * 56, 0.25 + peak * 0.62];
    const from = around(x, y, r, -Math.PI / 4 - half);
    const to = around(x, y, r, -Math.PI / 4 + half);
    return `<path d="M${at(from)}A${r} ${r} 0 0 1 ${at(to)}" fill="none" stroke="${light(i % 3 ? hue : far, 1 - i / 12)}" stroke-width="${(14 + peak * 16).toFixed(1)}" stroke-linecap="round"/>`;
  });
  return arcs.join('') + disc(x, y, 46, amber);
};

/** Layered hills, one per line of speech. */
const ridges: Draw = (wave, { hue, far }) =>
  Array.from({ length: 11 }, (_, row) => {
    const points = wave.slice(0, 64).map((_, i) => {
      const envelope = Math.sin((i / 63) * Math.PI) ** 2;
      const peak = elementAt(wave, (i + row * 9) % wave.length);
      return [20 + (i / 63) * 760, 200 + row * 54 - peak * envelope * 130] as const;
    });
    return curve(points, light(hue + (row / 11) * (far - hue), 0.7), 6, `fill="${dark(hue)}"`);
  }).join('');

/** An equaliser that stands on the lower edge, with its peaks held. */
const skyline: Draw = (wave, { hue, far }) =>
  thinned(wave, 13)
    .map((peak, i) => {
      const [x, height] = [14 + i * 60, 90 + peak * 480];
      const held = box(x, coverSize - height - 34, 46, 12, i % 4 ? light(far, 1) : amber, 6);
      return box(x, coverSize - height, 46, height + 200, light(hue, peak * 0.8), 10) + held;
    })
    .join('');

/** Strings that swing with the sound. */
const strings: Draw = (wave, { hue, far }, random) => {
  const bends = 1 + Math.floor(random() * 3);
  return Array.from({ length: 9 }, (_, row) => {
    const amount = 40 + elementAt(wave, row * 10) * 190;
    const points = Array.from({ length: 81 }, (_, i) => {
      const swing = Math.sin((i / 80) * Math.PI * bends + row * 0.35) * amount;
      return [-60 + i * 11.5, 430 + (row - 4) * 30 + swing] as const;
    });
    return curve(points, light(row % 3 ? hue : far, row / 9), 5 + row * 1.6);
  }).join('');
};

/** A sun behind blinds, each as wide as the sound is loud. */
const sun: Draw = (wave, { hue, far }, random) => {
  const [y, r] = [430 + random() * 60, 270];
  const blinds = thinned(wave, 9).map((peak, i) =>
    box(0, y - 120 + i * 46, coverSize, 6 + peak * 26, dark(hue)),
  );
  return disc(middle, y, r + 70, tint(far, 70, 44)) + disc(middle, y, r, amber) + blinds.join('');
};

/** A grid of dots, each as large as its moment is loud. */
const dots: Draw = (wave, { hue, far }) =>
  thinned(wave, 81)
    .map((peak, i) => {
      const [x, y] = [64 + (i % 9) * 84, 64 + Math.floor(i / 9) * 84];
      return disc(x, y, 7 + peak ** 1.5 * 34, i % 7 ? light(hue, peak) : light(far, 1));
    })
    .join('');

/** Two reels and the tape between them. */
const tape: Draw = (wave, { hue, far }, random) => {
  const full = 0.35 + random() * 0.3;
  const reel = (x: number, share: number, from: number) => {
    const rings = thinned(wave.slice(from, from + 48), 8).map(
      (peak, i) =>
        `<circle cx="${x}" cy="470" r="${(70 + i * 26 * share).toFixed(1)}" fill="none" stroke="${light(i % 2 ? hue : far, peak)}" stroke-width="${(4 + peak * 13 * share).toFixed(1)}"/>`,
    );
    const arms = [0, 1, 2].map((arm) =>
      stroke([x, 470], around(x, 470, 52, full * 9 + (arm * circle) / 3), amber, 13),
    );
    return rings.join('') + arms.join('');
  };
  return reel(220, 0.6 + full, 0) + reel(590, 1.5 - full, 48) + box(-200, 730, 1200, 16, light(far, 0.4), 8);
};

/** Quarter discs in a chequered floor. */
const tiles: Draw = (wave, { hue, far }, random) =>
  thinned(wave, 16)
    .map((peak, i) => {
      const [x, y, side] = [(i % 4) * 200, Math.floor(i / 4) * 200, 200];
      const corner = Math.floor(random() * 4);
      const [cx, cy] = [x + (corner % 2) * side, y + Math.floor(corner / 2) * side];
      const floor = box(x, y, side, side, (i + Math.floor(i / 4)) % 2 ? dark(hue) : tint(hue, 55, 30));
      const clip = `<clipPath id="c${i}"><rect x="${x}" y="${y}" width="${side}" height="${side}"/></clipPath>`;
      const ring = (share: number, fill: string) => disc(cx, cy, side * share * (0.6 + peak * 0.4), fill);
      const rings = ring(1, light(hue, 0)) + ring(0.62, light(far, peak)) + ring(0.3, amber);
      return `${clip}${floor}<g clip-path="url(#c${i})">${rings}</g>`;
    })
    .join('');

/** A melody on a piano roll. */
const roll: Draw = (wave, { hue, far }, random) => {
  let x = -40;
  const notes: string[] = [];
  while (x < coverSize) {
    const peak = elementAt(wave, Math.min(95, Math.max(0, Math.floor((x / coverSize) * 96))));
    const length = 50 + random() * 130;
    const y = 700 - Math.round(peak * 9) * 52;
    notes.push(box(x, y, length, 38, random() < 0.12 ? amber : light(hue, peak), 19));
    if (random() < 0.6) notes.push(box(x + 20, y + 104, length * 0.7, 38, light(far, 0.3), 19));
    x += length + 14;
  }
  return notes.join('');
};

/** Rays of a burst that leave one point. */
const burst: Draw = (wave, { hue, far }, random) => {
  const [x, y] = [middle + (random() - 0.5) * 260, 460 + (random() - 0.5) * 200];
  const count = 32;
  const rays = thinned(wave, count).map((peak, i) => {
    const [angle, half, reach] = [
      (i / count) * circle,
      (0.35 + peak * 0.3) * (Math.PI / count),
      200 + peak * 620,
    ];
    const [left, right] = [around(x, y, reach, angle - half), around(x, y, reach, angle + half)];
    return `<path d="M${at(around(x, y, 60, angle))}L${at(left)}L${at(right)}Z" fill="${light(i % 4 ? hue : far, peak)}"/>`;
  });
  return rays.join('') + disc(x, y, 74, amber);
};

/** Lines of equal height around a loud place. */
const contours: Draw = (wave, { hue, far }, random) => {
  const [x, y] = [middle + (random() - 0.5) * 300, 460 + (random() - 0.5) * 160];
  const soft = thinned(wave, 12);
  return Array.from({ length: 11 }, (_, ring) => {
    const points = Array.from({ length: 73 }, (_, i) => {
      const place = (i / 72) * 12;
      const [from, to] = [
        elementAt(soft, Math.floor(place) % 12),
        elementAt(soft, (Math.floor(place) + 1) % 12),
      ];
      const share = (1 - Math.cos((place % 1) * Math.PI)) / 2;
      return around(x, y, 34 + ring * 44 * (0.55 + (from + (to - from) * share) * 0.75), (i / 72) * circle);
    });
    return curve(points, light(hue + (ring / 11) * (far - hue), 1 - ring / 11), 7);
  }).join('');
};

/** A spiral that swells with the sound. */
const spiral: Draw = (wave, { hue, far }) =>
  wave
    .map((peak, i) => {
      const place = (step: number) => around(middle, 440, 34 + step * 4.4, step * 0.3);
      return stroke(place(i), place(i + 1.12), light(i % 12 ? hue : far, peak), 8 + peak * 26);
    })
    .join('');

export interface Art {
  draw: Draw;
  /** It may stand on any of its four sides. */
  turns?: true;
}

/** Every composition of a drawn cover. */
export const arts = {
  record: { draw: record },
  impact: { draw: impact, turns: true },
  signal: { draw: signal },
  ridges: { draw: ridges },
  skyline: { draw: skyline },
  strings: { draw: strings, turns: true },
  sun: { draw: sun },
  dots: { draw: dots },
  tape: { draw: tape },
  tiles: { draw: tiles, turns: true },
  roll: { draw: roll },
  burst: { draw: burst },
  contours: { draw: contours },
  spiral: { draw: spiral, turns: true },
} satisfies Record<string, Art>;

export type CoverArt = keyof typeof arts;
