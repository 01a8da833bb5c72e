import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { measureSound } from './gateway.server.ts';
import { analysisLevels } from './model.ts';
import { OnsetMeter } from './onset-meter.ts';
import { estimateTempo } from './tempo.ts';

const rate = 11_025;
const seconds = 30;

/** Deterministic pseudo-random numbers of 0 to 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Instrument = 'kick' | 'snare' | 'hat' | 'click';
/** An instrument at a time in seconds or beats, with a level. */
type Hit = [at: number, what: Instrument, level: number];

const lengths: Record<Instrument, number> = { kick: 1500, snare: 1200, hat: 400, click: 200 };

function play(hits: Hit[]): Float32Array {
  const random = dice(7);
  const samples = new Float32Array(seconds * rate);
  const sound: Record<Instrument, (i: number) => number> = {
    kick: (i) => Math.sin((2 * Math.PI * (60 + 60 * Math.exp(-i / 200)) * i) / rate),
    snare: (i) => 0.6 * (random() * 2 - 1) + 0.4 * Math.sin((2 * Math.PI * 190 * i) / rate),
    hat: (i) => (i % 2 ? random() : -random()),
    click: (i) => Math.sin((2 * Math.PI * 1000 * i) / rate),
  };
  for (const [moment, what, level] of hits) {
    const at = Math.round(moment * rate);
    for (let i = 0; i < lengths[what] && at + i < samples.length; i++) {
      samples[at + i]! += level * Math.exp((-6 * i) / lengths[what]) * sound[what](i);
    }
  }
  return samples;
}

/** Repeats a pattern; hits are in beats from the beat's start. */
function drum(bpm: number, beatOf: (beat: number) => Hit[]): Float32Array {
  const beat = 60 / bpm;
  const beats = Array.from({ length: Math.ceil(seconds / beat) }, (_, n) => n);
  return play(
    beats.flatMap((n) => beatOf(n).map(([at, what, level]): Hit => [(n + at) * beat, what, level])),
  );
}

const patterns: Record<string, (beat: number) => Hit[]> = {
  click: () => [[0, 'click', 0.8]],
  waltz: (n) => [[0, n % 3 ? 'snare' : 'kick', n % 3 ? 0.4 : 0.9]],
  rock: (n) => [
    [0, n % 2 ? 'snare' : 'kick', 0.8],
    [0, 'hat', 0.25],
    [0.5, 'hat', 0.2],
    ...(n % 4 === 2 ? [[0.5, 'kick', 0.6] as Hit] : []),
  ],
  samba: (n) => [
    [0, 'kick', n % 2 ? 0.9 : 0.5],
    [0, 'hat', 0.3],
    [0.25, 'hat', 0.15],
    [0.5, 'hat', 0.2],
    [0.75, 'hat', 0.3],
    ...(n % 2
      ? ([
          [0.25, 'snare', 0.5],
          [0.75, 'snare', 0.5],
        ] as Hit[])
      : ([
          [0, 'snare', 0.5],
          [0.5, 'snare', 0.4],
        ] as Hit[])),
  ],
  baiao: (n) =>
    n % 2
      ? [[0.5, 'kick', 0.8]]
      : [
          [0, 'kick', 0.9],
          [0.75, 'kick', 0.7],
        ],
};

function tempoOf(samples: Float32Array): number | null {
  const meter = new OnsetMeter(rate);
  for (let at = 0; at < samples.length; at += 4096) meter.add(samples.subarray(at, at + 4096));
  return estimateTempo(meter.draw(), meter.rate);
}

const known: Record<string, number[]> = {
  click: [60, 66, 70, 72, 83, 90, 95, 100, 113, 120, 128, 140, 155, 168, 170, 180],
  waltz: [60, 90, 120, 150, 180],
  rock: [70, 80, 92, 100, 120, 138, 150, 165, 180],
  samba: [80, 96, 104, 116],
  baiao: [80, 96, 108],
};
/** Tapped tempos of the demo trilhas. */
const tapped: Record<string, number> = {
  'baiao-sanfona': 108,
  'bossa-nova-fim-de-tarde': 128,
  'corporativo-inspirador': 112,
  'eletronica-noite': 122,
  'esporte-torcida-rock': 138,
  'jornal-abertura-noticias': 126,
  'lounge-madrugada': 76,
  'natal-sinos': 100,
  'piano-romantico-namorados': 72,
  'samba-roda-alegre': 104,
  'sertanejo-estrada': 92,
  'suspense-investigacao': 84,
};
const cases = Object.entries(known).flatMap(([name, tempos]) => tempos.map((bpm) => [name, bpm] as const));

describe('tempo', () => {
  it.each(cases)('a %s of %i beats a minute is known to 2 %%', (name, bpm) => {
    const found = tempoOf(drum(bpm, patterns[name]!));
    expect(found).not.toBe(null);
    expect(Math.abs(found! / bpm - 1)).toBeLessThan(0.02);
  });

  it('noise, silence, a swelling tone and what is too short have none', () => {
    const random = dice(3);
    const tone = (i: number) => Math.sin(i * 0.12) * 0.3 * (1 + 0.3 * Math.sin(i / 20_000));
    expect(tempoOf(Float32Array.from({ length: seconds * rate }, () => random() * 2 - 1))).toBe(null);
    expect(tempoOf(new Float32Array(seconds * rate))).toBe(null);
    expect(tempoOf(Float32Array.from({ length: seconds * rate }, (_, i) => tone(i)))).toBe(null);
    expect(tempoOf(drum(120, patterns.rock!).subarray(0, 5 * rate))).toBe(null);
    expect(tempoOf(new Float32Array(0))).toBe(null);
  });

  it.each([1, 2, 3, 4, 5])('something like speech (%i) has none', (seed) => {
    const random = dice(seed);
    const hits: Hit[] = [];
    let at = 0;
    while (at < seconds) {
      hits.push([at, 'snare', 0.3 + 0.5 * random()], [at + 0.02, 'click', 0.2 * random()]);
      at += 0.11 + 0.2 * random() + (random() < 0.12 ? 0.3 + 0.6 * random() : 0);
    }
    expect(tempoOf(play(hits))).toBe(null);
  });

  it('of the demo trilhas is what one taps; effects and vinhetas have none', async () => {
    const demo = new URL('../../../../demo/', import.meta.url).pathname;
    const facts: Record<string, { tempoBpm: number | null }> = JSON.parse(
      await readFile(`${demo}facts.json`, 'utf8'),
    );
    for (const [name, { tempoBpm }] of Object.entries(facts)) {
      expect(tempoBpm, name).toBe(tapped[name.replace(/^trilha-|\.mp3$/g, '')] ?? null);
    }
    for (const name of ['bossa-nova-fim-de-tarde', 'esporte-torcida-rock', 'piano-romantico-namorados']) {
      const measured = await measureSound({ path: `${demo}audio/trilha-${name}.mp3`, type: 'mp3' });
      if (measured.analysis === analysisLevels.whole) expect(measured.tempoBpm, name).toBe(tapped[name]);
    }
  });
});
