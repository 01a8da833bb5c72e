import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasFfmpeg, measureSound, openMeasuring } from './gateway.server.ts';
import { readLoudness } from './loudness-gateway.server.ts';
import { analysisLevels, peakCount, unreadableReasons } from './model.ts';
import { PeakMeter } from './peak-meter.ts';
import { soundName } from './sound-name.ts';

const demo = new URL('../../../../demo/', import.meta.url).pathname;
const song = join(demo, 'audio/vinheta-so-sucessos.mp3');
const facts = JSON.parse(await readFile(join(demo, 'facts.json'), 'utf8'))['vinheta-so-sucessos.mp3'];
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-audio-'));
afterAll(() => rm(folder, { recursive: true }));

/** A second of a tone as WAV, 8 kHz, one channel. */
function aWav(seconds = 1, rate = 8000): Buffer {
  const samples = Buffer.alloc(seconds * rate * 2);
  for (let i = 0; i < seconds * rate; i++) samples.writeInt16LE(Math.round(Math.sin(i / 3) * 12_000), i * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

describe('a sound', () => {
  it('is measured: duration, waveform, and loudness where ffmpeg is', async () => {
    const measured = await measureSound({ path: song, type: 'mp3' });
    expect(Math.abs(measured.durationMs! - facts.durationMs)).toBeLessThan(120);
    expect(measured.peaks!.length).toBe(peakCount);
    expect(Math.max(...measured.peaks!)).toBe(255);
    if (measured.loudnessLufs !== null)
      expect(measured).toMatchObject({ loudnessLufs: facts.loudnessLufs, truePeakDb: facts.truePeakDb });
  });

  it('is measured with others in one go as by itself; one that cannot be read spoils no other', async () => {
    const broken = join(folder, 'broken.mp3');
    await writeFile(broken, Buffer.concat([Buffer.from('ID3'), Buffer.alloc(5000, 'x')]));
    const names = ['corvo', 'robo', 'scratch-dj', 'sino-acerto', 'erro-buzina'];
    const paths = names.map((name) => join(demo, `audio/efeito-${name}.mp3`));
    const measure = openMeasuring();
    const alone = await Promise.all(paths.map((path) => measureSound({ path, type: 'mp3' })));
    expect(await Promise.all(paths.map((path) => measure({ path, type: 'mp3' })))).toEqual(alone);
    const mixed = await Promise.allSettled([...paths, broken].map((path) => measure({ path, type: 'mp3' })));
    expect(mixed.slice(0, -1)).toEqual(alone.map((value) => ({ status: 'fulfilled', value })));
    expect(mixed.at(-1)).toMatchObject({ value: { unreadable: unreadableReasons.silent, durationMs: null } });
    expect(new Set(alone.map(({ durationMs }) => durationMs)).size).toBe(names.length);
  });

  it('without ffmpeg has its duration, and an MP3 its waveform', async () => {
    const options = { ffmpegFolder: join(folder, 'nowhere') };
    expect(await hasFfmpeg(options)).toBe(false);
    const measured = await measureSound({ path: song, type: 'mp3', ...options });
    expect(measured).toMatchObject({ loudnessLufs: null, tempoBpm: null, analysis: analysisLevels.partial });
    expect(Math.abs(measured.durationMs! - facts.durationMs)).toBeLessThan(120);
    expect(measured.peaks!.length).toBe(peakCount);
    expect(measured.truePeakDb!).toBeLessThanOrEqual(3);
    const wav = join(folder, 'a.wav');
    await writeFile(wav, aWav(2));
    expect(await measureSound({ path: wav, type: 'wav', ...options })).toMatchObject({
      durationMs: 2000,
      peaks: null,
    });
  });

  it('too quiet to be measured has no loudness', () => {
    expect(readLoudness('x Summary:\n I:  -70.0 LUFS')).toBe(null);
    expect(readLoudness('Summary: I: -14.2 LUFS')).toBe(-14.2);
    expect(readLoudness('')).toBe(null);
  });

  it('of one sample, or of none, has a waveform or none', () => {
    const meter = new PeakMeter();
    expect(meter.draw()).toBe(null);
    meter.add([-0.5]);
    expect(new Set(meter.draw())).toEqual(new Set([255]));
  });

  it('of any length has its loudest moment in its place', () => {
    for (const length of [1000, 8192, 8193, 100_000, 1_234_567]) {
      const meter = new PeakMeter();
      const samples = new Float32Array(length).fill(0.25);
      samples[Math.floor(length * 0.75)] = -0.5;
      for (let at = 0; at < length; at += 5000) meter.add(samples.subarray(at, at + 5000));
      const peaks = meter.draw()!;
      expect(Math.abs(peaks.indexOf(255) - 300), String(length)).toBeLessThanOrEqual(1);
      expect(peaks.filter((peak) => peak === 128).length).toBeGreaterThan(395);
      expect(meter.samples).toBe(length);
    }
  });
});

describe('B09: the name of a sound', () => {
  it.each([
    ['Faixa 1.mp3', 'Faixa 1.mp3'],
    ['C:\\músicas\\São João.MP3', 'C:\\músicas\\São João.mp3'],
    ['Vinheta 50/50', 'Vinheta 50/50.mp3'],
    ['24/7 Rock.wav', '24/7 Rock.mp3'],
    ['Hora certa 12:00', 'Hora certa 12:00.mp3'],
    ['#1: "50%", a; b – ’c’ =x -y', '#1: "50%", a; b – ’c’ =x -y.mp3'],
    ['...E o vento levou', '...E o vento levou.mp3'],
    ['Sa\u0303o Joa\u0303o', 'São João.mp3'],
    ['duas\nlinhas\t.mp3', 'duas linhas.mp3'],
    ['..', 'faixa.mp3'],
    ['.mp3', 'faixa.mp3'],
    ['nome\u0000com\u202Etruque.exe.mp3', 'nomecomtruque.exe.mp3'],
    ['a"b<c>.wav', 'a"b<c>.mp3'],
    ['👨‍👩‍👧 Família.mp3', '👨‍👩‍👧 Família.mp3'],
    [`${'x'.repeat(249)}🎙️.mp3`, `${'x'.repeat(249)}.mp3`],
    [`${'x'.repeat(245)}👨‍👩‍👧.mp3`, `${'x'.repeat(245)}.mp3`],
    ['\ud800.mp3', '\ufffd.mp3'],
    [`${'x'.repeat(400)}.mp3`, `${'x'.repeat(250)}.mp3`],
  ])('%j is %j', (given, name) => expect(soundName(given, 'mp3')).toBe(name));
});
