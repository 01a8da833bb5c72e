import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasFfmpeg, measureSound } from './gateway.server.ts';
import { headroom, SoundMeter } from './sound-meter.ts';
import { TruePeakMeter } from './true-peak-meter.ts';

const rate = 44_100;
const decibels = (level: number) => 20 * Math.log10(level / 10_000);

/** A tone that fades in and out, 10,000 at its middle; its phase decides which values the samples have. */
const tone = (hertz: number, phase: number) =>
  Int16Array.from(
    { length: rate },
    (_, at) => 10_000 * Math.sin((Math.PI * at) / rate) * Math.sin((2 * Math.PI * hertz * at) / rate + phase),
  );

function highestOf(samples: Int16Array, channels = 1, chunk = samples.length): number {
  const meter = new TruePeakMeter(channels);
  for (let at = 0; at < samples.length; at += chunk) meter.add(samples.subarray(at, at + chunk));
  return meter.highest;
}

describe('a true peak', () => {
  it.each([100, 1000, 5512.5, 11_025, 14_700, 17_000])(
    'between the samples of a tone of %d Hz is found',
    (hertz) => {
      for (const phase of [0, 0.4, Math.PI / 4, 1]) {
        expect(Math.abs(decibels(highestOf(tone(hertz, phase)))), String(phase)).toBeLessThan(0.2);
      }
    },
  );

  it('is the same however the sound is cut, and that of the loudest channel', () => {
    const one = tone(11_025, Math.PI / 4);
    const both = new Int16Array(2 * one.length);
    for (const [at, sample] of one.entries()) both[2 * at + 1] = sample;
    for (const chunk of [2, 14, 1000, 65_536]) expect(highestOf(both, 2, chunk)).toBe(highestOf(one));
  });

  it('of the last and of the only sample is found, and of silence is nothing', () => {
    expect(highestOf(Int16Array.from({ length: 51 }, (_, at) => (at === 50 ? -9000 : 0)))).toBe(9000);
    expect(highestOf(Int16Array.of(5))).toBe(5);
    expect(highestOf(new Int16Array(500))).toBe(0);
    expect(highestOf(new Int16Array(0))).toBe(0);
  });
});

describe('a sound that comes in pieces', () => {
  it('is heard the same wherever it is cut', () => {
    const bytes = Buffer.from(tone(1000, 0).buffer);
    const heard = [bytes.length, 1, 7, 4096, 65_536].map((chunk) => {
      const meter = new SoundMeter(rate);
      for (let at = 0; at < bytes.length; at += chunk) meter.add(bytes.subarray(at, at + chunk));
      expect(meter.isSomething).toBe(true);
      return meter.facts(null);
    });
    expect(heard[0]).toMatchObject({ durationMs: 500, loudnessLufs: null, tempoBpm: null });
    expect(heard[0]!.truePeakDb).toBeCloseTo(20 * Math.log10((10_000 * headroom) / 32_768), 1);
    for (const facts of heard) expect(facts).toEqual(heard[0]);
  });

  it('of which nothing has come is none', () => {
    const meter = new SoundMeter(rate);
    expect(meter.isSomething).toBe(false);
    expect(meter.facts(null)).toMatchObject({ durationMs: null, truePeakDb: null, peaks: null });
  });
});

const folder = await mkdtemp(join(tmpdir(), 'sonoteca-true-peak-'));
afterAll(() => rm(folder, { recursive: true }));
const song = new URL('../../../../demo/audio/trilha-samba-roda-alegre.mp3', import.meta.url).pathname;
const tones = "aevalsrc='0.4*sin(2*PI*50*t)|0.9*sin(2*PI*9000*t)|0.1*random(0)':c=2.1:s=48000:d=3";

describe.skipIf(!(await hasFfmpeg({})))('loudness and true peak are those of ffmpeg', () => {
  it.each([
    ['a song that was driven far into the limits', 'mp3', ['-t', '20', '-i', song, '-af', 'volume=10dB']],
    ['one that was limited', 'flac', ['-t', '20', '-i', song, '-af', 'volume=20dB,alimiter', '-ar', '48000']],
    // At the rate of what is delivered, whose true peak it is: noise loses its top on the way to a lower one.
    ['noise', 'wav', ['-f', 'lavfi', '-i', 'anoisesrc=d=3:a=0.9:seed=1:r=44100', '-ac', '2']],
    ['a low rate', 'wav', ['-t', '20', '-i', song, '-ar', '8000', '-ac', '1']],
    ['a high rate', 'flac', ['-t', '10', '-i', song, '-ar', '96000']],
    ['three channels', 'wav', ['-f', 'lavfi', '-i', tones, '-af', 'afade=d=0.2,afade=t=out:st=2.8:d=0.2']],
    ['a title', 'flac', ['-t', '5', '-i', song, '-metadata', `title=${'data'.repeat(2000)}`]],
  ] as const)('for %s', async (name, type, made) => {
    const path = join(folder, `${name}.${type}`);
    const quiet = ['-v', 'error', '-nostdin', '-y'];
    expect(spawnSync('ffmpeg', [...quiet, ...made, path], { encoding: 'utf8' }).stderr).toBe('');
    const asked = [
      '-hide_banner',
      '-nostats',
      '-nostdin',
      '-i',
      path,
      '-af',
      'ebur128=peak=true:dualmono=true:framelog=verbose',
    ];
    const said = spawnSync('ffmpeg', [...asked, '-f', 'null', '-'], { encoding: 'utf8' })
      .stderr.split('Summary:')
      .at(-1)!;
    const figure = (name: string) => Number(new RegExp(`${name}:\\s+(-?[\\d.]+)`).exec(said)![1]);
    const { loudnessLufs, truePeakDb } = await measureSound({ path, type });
    expect(Math.abs(loudnessLufs! - figure('I'))).toBeLessThan(0.1);
    expect(Math.abs(truePeakDb! - figure('Peak'))).toBeLessThan(0.3);
  });
});
