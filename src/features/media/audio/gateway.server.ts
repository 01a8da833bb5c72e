import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stepAside } from '#platform/background.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { SoundType } from '../sound-type.ts';
import { analysisLevels, type SoundFacts } from './model.ts';
import { OnsetMeter } from './onset-meter.ts';
import { PeakMeter } from './peak-meter.ts';
import { estimateTempo } from './tempo.ts';

/** ffmpeg reads a file as what its first bytes say and as nothing else: no playlists, no network. */
export const demuxers: Record<SoundType, string> = {
  mp3: 'mp3',
  wav: 'wav',
  flac: 'flac',
  ogg: 'ogg',
  m4a: 'mov',
};
const sampleRate = 11_025;
/** Milliseconds that measuring one file may take. */
const patience = 15 * 60_000;
/** Without ffmpeg an MP3 is decoded here, up to this many bytes. */
const decodeLimit = 200 * 1024 * 1024;

/** Runs `use` with a stored object as a file: its own on a disk store, a copy that is removed afterwards elsewhere. */
export async function withLocalFile<T>(
  storage: Storage,
  key: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const own = storage.path(key);
  if (own) return use(own);
  const copy = join(tmpdir(), `sonoteca-${randomUUID()}.${key.split('.').at(-1)}`);
  try {
    const size = (await storage.stat(key))?.size ?? 0;
    await pipeline(await storage.openRange(key, 0, Math.max(0, size - 1)), createWriteStream(copy));
    return await use(copy);
  } finally {
    await unlink(copy).catch(() => {});
  }
}

/** Whether a file is a sound that can be played: the first bytes alone do not tell. */
export async function isReadableSound(path: string): Promise<boolean> {
  const { parseFile } = await import('music-metadata');
  const facts = await parseFile(path, { skipCovers: true, skipPostHeaders: true }).catch(() => null);
  return (facts?.format.sampleRate ?? 0) > 0 && facts?.format.hasAudio !== false;
}

/** ffmpeg was there and found no sound in the file: trying again would find none either. */
export class UnreadableSound extends Error {
  override name = 'UnreadableSound';
}

export const programIn = (folder: string | undefined): string => (folder ? join(folder, 'ffmpeg') : 'ffmpeg');

/** Whether ffmpeg can be run here. */
export function hasFfmpeg(folder?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(programIn(folder), ['-version'], { stdio: 'ignore', timeout: 10_000 });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

/**
 * Measures a sound with ffmpeg, in one pass; where there is none, what can be known without: duration, and an MP3's
 * waveform.
 * @throws UnreadableSound when ffmpeg finds no sound in the file; any error when it is stopped or takes too long
 */
export async function measureSound(
  path: string,
  type: SoundType,
  options: { ffmpegFolder?: string | undefined; signal?: AbortSignal } = {},
): Promise<SoundFacts> {
  try {
    return await measureWith(programIn(options.ffmpegFolder), path, type, options.signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return measureWithout(path, type);
  }
}

async function measureWith(
  program: string,
  path: string,
  type: SoundType,
  signal?: AbortSignal,
): Promise<SoundFacts> {
  const input = ['-protocol_whitelist', 'file,pipe', '-f', demuxers[type], '-i', path];
  const loudness = ['-map', '0:a:0', '-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'];
  const samples = ['-map', '0:a:0', '-ac', '1', '-ar', String(sampleRate), '-f', 's16le', 'pipe:1'];
  const child = spawn(program, ['-hide_banner', '-nostdin', '-nostats', ...input, ...loudness, ...samples], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
    killSignal: 'SIGKILL',
  });
  stepAside(child);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  ended.catch(() => {});
  const meter = new PeakMeter();
  const onsets = new OnsetMeter(sampleRate);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-16_384);
  });
  let odd: Buffer = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    const bytes = odd.length > 0 ? Buffer.concat([odd, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 2);
    const samples = samplesOf(bytes, whole);
    meter.add(samples);
    onsets.add(samples);
    odd = bytes.subarray(whole);
  });
  const code = await ended;
  if (code === null) throw new Error('ffmpeg was stopped');
  if (code !== 0 && meter.samples === 0) {
    throw new UnreadableSound(`ffmpeg ended with ${code}: ${said.slice(-400)}`);
  }
  const tempo = estimateTempo(onsets.draw(), onsets.rate);
  return {
    analysis: analysisLevels.whole,
    durationMs: meter.samples > 0 ? Math.round((meter.samples / sampleRate) * 1000) : null,
    ...readSummary(said),
    tempoBpm: tempo === null ? null : Math.round(tempo * 10) / 10,
    peaks: meter.draw(),
  };
}

function samplesOf(bytes: Buffer, end: number): Float32Array {
  const samples = new Float32Array(end / 2);
  for (let at = 0; at < samples.length; at++) samples[at] = bytes.readInt16LE(2 * at) / 32_768;
  return samples;
}

/** The figures at the end of ebur128's report; −70 LUFS is its scale's end: too short or too quiet to be measured. */
export function readSummary(report: string): Pick<SoundFacts, 'loudnessLufs' | 'truePeakDb'> {
  const summary = report.slice(report.lastIndexOf('Summary:'));
  const lufs = Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? Number.NaN);
  const peak = Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1] ?? Number.NaN);
  return {
    loudnessLufs: Number.isFinite(lufs) && lufs > -70 ? lufs : null,
    truePeakDb: Number.isFinite(peak) ? peak : null,
  };
}

async function measureWithout(path: string, type: SoundType): Promise<SoundFacts> {
  const { parseFile } = await import('music-metadata');
  const { format } = await parseFile(path, { duration: true, skipCovers: true });
  const durationMs = format.duration ? Math.round(format.duration * 1000) : null;
  const heard = type === 'mp3' ? await decodeMp3(path) : null;
  return {
    analysis: analysisLevels.partial,
    durationMs,
    tempoBpm: null,
    loudnessLufs: null,
    truePeakDb: heard?.truePeakDb ?? null,
    peaks: heard?.peaks ?? null,
  };
}

async function decodeMp3(path: string): Promise<Pick<SoundFacts, 'truePeakDb' | 'peaks'>> {
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  const meter = new PeakMeter();
  await decoder.ready;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024, end: decodeLimit })) {
      const [first] = decoder.decode(chunk as Buffer).channelData;
      if (first) meter.add(first);
    }
  } finally {
    decoder.free();
  }
  const { highest } = meter;
  return { truePeakDb: highest > 0 ? 20 * Math.log10(highest) : null, peaks: meter.draw() };
}
