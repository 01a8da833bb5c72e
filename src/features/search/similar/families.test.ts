import { describe, expect, it } from 'vitest';
import { headroom, SoundMeter } from '#features/media/audio/sound-meter.ts';
import { knownFamilies, otherFamilies, soundRate, variantsOf } from '#tests/sound-families.ts';
import { distance } from './model.ts';

interface Sample {
  family: string;
  timbre: Uint8Array;
}

/** As the analysis hears it, but without ffmpeg's loudness. */
function hear(sound: Float32Array): Uint8Array {
  const meter = new SoundMeter(soundRate);
  const both = new Int16Array(2 * sound.length);
  for (const [at, value] of sound.entries())
    both.fill(Math.round((value * 32_767) / headroom), 2 * at, 2 * at + 2);
  meter.add(Buffer.from(both.buffer));
  return meter.facts(null).timbre!;
}

const samplesOf = (families: typeof knownFamilies, seed: number): Sample[] =>
  Object.entries(families).flatMap(([family, make], at) =>
    variantsOf(make, 7, seed + at).map((sound) => ({ family, timbre: hear(sound) })),
  );

/** Of the five nearest, which part is of the family: of all, and of each family. */
function purityOf(samples: Sample[]): { all: number; each: Record<string, number> } {
  const each: Record<string, number> = {};
  for (const { family, timbre } of samples) {
    const near = samples
      .filter((other) => other.timbre !== timbre)
      .sort((one, other) => distance(timbre, one.timbre) - distance(timbre, other.timbre))
      .slice(0, 5);
    const own = near.filter((other) => other.family === family).length / 5;
    each[family] = (each[family] ?? 0) + own / 7;
  }
  const parts = Object.values(each);
  return { all: parts.reduce((sum, part) => sum + part) / parts.length, each };
}

describe('sounds of one family are nearest to each other', () => {
  const known = samplesOf(knownFamilies, 1000);
  const other = samplesOf(otherFamilies, 2000);
  it.each([
    ['known', known],
    ['kept apart', other],
    ['all', [...known, ...other]],
  ])('%s families', (_, samples) => {
    const { all, each } = purityOf(samples);
    expect(all, JSON.stringify(each)).toBeGreaterThanOrEqual(0.8);
  });
});

describe('a timbre', () => {
  const tone = (level: number) => variantsOf(knownFamilies.tone!, 1, 1)[0]!.map((value) => value * level);

  it('does not depend on how loud the sound is; silence has none', () => {
    expect(distance(hear(tone(1)), hear(tone(0.1)))).toBeLessThan(200);
    expect(hear(tone(0))).toBe(null);
  });

  it('of a sample or two is still one; a long sound costs no more than what is kept of it', () => {
    expect(hear(tone(1).subarray(0, 2))).toHaveLength(23);
    const long = new Float32Array(44_100 * 90).map((_, at) => Math.sin(at / 20));
    expect(distance(hear(long), hear(long.subarray(0, long.length / 2)))).toBeLessThan(800);
  });
});
