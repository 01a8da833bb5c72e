import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { wavOf } from '#tests/sounds.ts';
import { hasFfmpeg, measureSound, openMeasuring } from '../audio/gateway.server.ts';
import type { SoundType } from '../sound-type.ts';
import { renderSound } from './gateway.server.ts';
import { loudnessTolerance, peakCeilingDb, type RenderWish } from './model.ts';

const folder = await mkdtemp(join(tmpdir(), 'sonoteca-loudness-'));
afterAll(() => rm(folder, { recursive: true }));

const asItIs: RenderWish = {
  format: 'wav',
  levelLufs: null,
  silenceDb: null,
  lengthMs: null,
  tempoBpm: null,
  fadeMs: 0,
};
const noise = (seconds: number, level: number, rate = 48_000) =>
  `anoisesrc=d=${seconds}:a=${level}:c=pink:r=${rate}:seed=1`;

/** A file that ffmpeg writes from a generated sound. */
function make(name: string, source: string, args: string[] = []): string {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...args, path]);
  return path;
}

/** Files behind one another in one. */
async function inOne(name: string, paths: string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, Buffer.concat(await Promise.all(paths.map((one) => readFile(one)))));
  return path;
}

/** What ebur128 says of a file, one channel as it is heard on two speakers; ffprobe counts its channels. */
function judge(path: string): { lufs: number; peak: number; channels: number; seconds: number } {
  const filter = 'ebur128=peak=true:dualmono=true:framelog=verbose';
  const said = spawnSync('ffmpeg', ['-nostats', '-i', path, '-af', filter, '-f', 'null', '-'], {
    encoding: 'utf8',
  }).stderr;
  const entries = ['-show_entries', 'stream=channels:format=duration', '-of', 'json'];
  const probed = JSON.parse(execFileSync('ffprobe', ['-v', 'error', ...entries, path], { encoding: 'utf8' }));
  const summary = said.split('Summary:').at(-1) ?? '';
  return {
    lufs: Number(/I:\s+(\S+) LUFS/.exec(summary)?.[1]),
    peak: Number(/Peak:\s+(\S+) dBFS/.exec(summary)?.[1]),
    channels: probed.streams[0].channels,
    seconds: Number(probed.format.duration),
  };
}

/** A rendered sound. */
async function render(path: string, type: SoundType, wish: Partial<RenderWish>) {
  const whole = { ...asItIs, ...wish };
  const draft = `${path}.rendered.${whole.format.slice(0, 3)}`;
  const result = await renderSound({ path, type, draft, wish: whole });
  if (!result.ok) throw new Error(`${path}: ${result.reason}`);
  return { ...result, draft };
}

describe.skipIf(!(await hasFfmpeg({})))('loudness as heard (skipped without ffmpeg)', () => {
  it('B02: is the same for one channel and for the same sound on both, stored and delivered', async () => {
    const mono = make('mono.wav', noise(4, 0.1), ['-ac', '1']);
    const both = make('both.flac', noise(4, 0.1), ['-filter:a', 'pan=stereo|c0=c0|c1=c0']);
    const [one, two] = [
      await measureSound({ path: mono, type: 'wav' }),
      await measureSound({ path: both, type: 'flac' }),
    ];
    expect(one.loudnessLufs).toBeCloseTo(judge(both).lufs, 1);
    expect(one.loudnessLufs).toBeCloseTo(two.loudnessLufs!, 1);
    expect(one.truePeakDb).toBeCloseTo(two.truePeakDb!, 1);
    for (const [path, type, channels] of [
      [mono, 'wav', 1],
      [both, 'flac', 2],
    ] as const) {
      for (const format of ['wav', 'mp3-192'] as const) {
        const made = await render(path, type, { format, levelLufs: -16 });
        const heard = judge(made.draft);
        expect(heard.channels, `${path} ${format}`).toBe(channels);
        expect(Math.abs(heard.lufs + 16), `${path} ${format}`).toBeLessThanOrEqual(loudnessTolerance);
        expect(made.loudnessLufs).toBeCloseTo(heard.lufs, 1);
      }
    }
  });

  it('B02: one channel is heard on both sides, whichever speaker its file names', async () => {
    const named = ['mono', 'FL', 'FR', 'LFE'].map((layout) =>
      make(`one-${layout}.wav`, noise(3, 0.1), ['-ac', '1', '-af', `pan=${layout}|c0=c0`]),
    );
    const figures = await Promise.all(named.map((path) => measureSound({ path, type: 'wav' })));
    expect(new Set(figures.map(({ loudnessLufs }) => loudnessLufs)).size).toBe(1);
  });

  it.each(
    [
      ['2.1', '3.0', '3.0(back)', '3.1', '4.0', 'quad', '5.0', '5.1', '5.1(side)', '6.0', '6.1', '7.0'],
      ['7.1', '7.1(wide)', 'octagonal', 'hexagonal', 'hexadecagonal', 'downmix'],
      ['9 channels', '12 channels', '32 channels'],
    ].flat(),
  )('B01: %s is prepared as it was measured, and at a level', async (layout) => {
    const count = /^(\d+) channels$/.exec(layout)?.[1];
    const channels = Number(count ?? 0);
    // A WAV that names no speakers says only how many channels it has.
    const path = count
      ? join(folder, `${layout}.wav`)
      : make(`${layout}.wav`, noise(3, 0.3, 44_100), ['-af', `aformat=channel_layouts=${layout}`]);
    if (count) await writeFile(path, manyChannels(channels));
    const stored = await measureSound({ path, type: 'wav' });
    expect(stored.loudnessLufs).not.toBe(null);
    const plain = await render(path, 'wav', {});
    const heard = judge(plain.draft);
    expect(heard.channels).toBe(2);
    expect(Math.abs(heard.lufs - stored.loudnessLufs!)).toBeLessThan(0.15);
    expect(Math.abs(heard.peak - stored.truePeakDb!)).toBeLessThan(0.35);
    const levelled = judge((await render(path, 'wav', { format: 'mp3-192', levelLufs: -16 })).draft);
    expect(Math.abs(levelled.lufs + 16)).toBeLessThanOrEqual(loudnessTolerance);
    expect(levelled.peak).toBeLessThanOrEqual(peakCeilingDb);
  });

  it.each([
    ['mp3', ['-b:a', '128k']],
    ['ogg', ['-c:a', 'libvorbis', '-q:a', '5']],
  ] as const)('F02: parts of other channels and rates count as one %s', async (type, codec) => {
    const quiet = make(`quiet.${type}`, noise(6, 0.05), ['-ac', '1', '-ar', '22050', ...codec]);
    const loud = make(`loud.${type}`, noise(3, 0.5), ['-ac', '2', '-ar', '44100', ...codec]);
    for (const [name, parts] of [
      ['up', [quiet, loud]],
      ['down', [loud, quiet]],
    ] as const) {
      const path = await inOne(`${name}.${type}`, [...parts]);
      // The judge hears both parts as one: decoded, and joined without a change of form.
      const flat = parts.map((part, at) => {
        const wav = join(folder, `${name}-${at}.wav`);
        const form = ['-af', 'pan=stereo|c0=c0|c1=c0', '-ar', '44100', '-f', 's16le'];
        execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', part, ...form, wav]);
        return wav;
      });
      const whole = join(folder, `${name}-flat.wav`);
      const raw = ['-f', 's16le', '-ac', '2', '-ar', '44100', '-i', await inOne(`${name}.raw`, flat)];
      execFileSync('ffmpeg', ['-v', 'error', '-y', ...raw, whole]);
      const right = judge(whole);
      for (const measure of [measureSound, openMeasuring()]) {
        const { loudnessLufs, durationMs } = await measure({ path, type });
        expect(Math.abs(loudnessLufs! - right.lufs), `${name} ${type}`).toBeLessThanOrEqual(0.2);
        expect(Math.abs(durationMs! - right.seconds * 1000)).toBeLessThan(100);
      }
      const made = await render(path, type, { levelLufs: -20 });
      const heard = judge(made.draft);
      expect(Math.abs(heard.lufs + 20), `${name} ${type}`).toBeLessThanOrEqual(loudnessTolerance);
      expect(heard.peak).toBeLessThanOrEqual(peakCeilingDb);
      expect(Math.abs(heard.seconds - right.seconds)).toBeLessThan(0.1);
      // What is cut of the end is counted from the beginning, not from the joint.
      const cut = judge((await render(path, type, { lengthMs: 7000 })).draft);
      expect(Math.abs(cut.seconds - 7)).toBeLessThanOrEqual(0.02);
    }
  });

  it.each([1, 2])('F03: silence is what is below the asked level, with %i channels', async (channels) => {
    // A second each at these levels in dBFS.
    const rate = 44_100;
    const levels = [-62, -58, -58.5, -62];
    const samples = Int16Array.from({ length: 4 * rate }, (_, at) => {
      const level = 32_768 * 10 ** ((levels[Math.floor(at / rate)] ?? 0) / 20);
      return Math.round(level * Math.sin((2 * Math.PI * 441 * at) / rate));
    });
    const path = join(folder, `silence-${channels}.wav`);
    await writeFile(path, wavOf(samples, rate));
    const both = channels === 2 ? join(folder, 'silence-both.wav') : path;
    if (channels === 2)
      execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', path, '-af', 'pan=stereo|c0=c0|c1=c0', both]);
    const { fromMs, toMs } = await render(both, 'wav', { silenceDb: -60 });
    expect(Math.abs(fromMs - 1000)).toBeLessThanOrEqual(10);
    expect(Math.abs(toMs - 3000)).toBeLessThanOrEqual(10);
  });
});

/** Noise on all of many channels, in a WAV that does not say where they stand. */
function manyChannels(channels: number): Buffer {
  let state = 1;
  const rate = 44_100;
  const samples = new Int16Array(2 * rate * channels);
  for (let at = 0; at < samples.length; at += channels) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    samples.fill(Math.round((state / 2 ** 32 - 0.5) * 20_000), at, at + channels);
  }
  const bytes = wavOf(samples, rate);
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(rate * channels * 2, 28);
  bytes.writeUInt16LE(channels * 2, 32);
  return bytes;
}
