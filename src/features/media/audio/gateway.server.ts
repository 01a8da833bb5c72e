import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stepAside } from '#platform/background.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { SoundType } from '../sound-type.ts';
import { inGroups } from './in-groups.ts';
import { analysisLevels, type SoundFacts } from './model.ts';
import { PeakMeter } from './peak-meter.ts';
import { headroom, reportOf, SoundMeter } from './sound-meter.ts';

/** ffmpeg reads a file as what its first bytes say and as nothing else: no playlists, no network. */
export const demuxers: Record<SoundType, string> = {
  mp3: 'mp3',
  wav: 'wav',
  flac: 'flac',
  ogg: 'ogg',
  m4a: 'mov',
};
/** Bytes up to which a sound counts as small: seconds of it, not minutes. */
const smallBytes = 2 * 1024 * 1024;
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

/** A sound to be measured, as a file. */
interface SoundFile {
  path: string;
  type: SoundType;
}

async function measureWith(
  program: string,
  path: string,
  type: SoundType,
  signal?: AbortSignal,
): Promise<SoundFacts> {
  const { code, meters, said } = await listen(program, [{ path, type }], signal);
  if (code !== 0 && !meters[0]!.isSomething) {
    throw new UnreadableSound(`ffmpeg ended with ${code}: ${said.slice(-400)}`);
  }
  return meters[0]!.facts(said);
}

/**
 * `measureSound` for many small files: those that come at nearly the same time share one ffmpeg, whose start costs more
 * than the listening. Where a group fails, each is measured by itself. Long ones are measured by themselves anyway.
 */
export function openMeasuring(ffmpegFolder?: string): typeof measureSound {
  const program = programIn(ffmpegFolder);
  const together = inGroups(
    async (files: SoundFile[]) => {
      const { code, meters, said } = await listen(program, files);
      if (code !== 0 || meters.some(({ isSomething }) => !isSomething))
        throw new Error('not all were measured');
      return meters.map((meter, at) => meter.facts(reportOf(said, at)));
    },
    { most: 4, groups: 2, pause: 25 },
  );
  return async (path, type, options) => {
    if ((await stat(path)).size > smallBytes) return measureSound(path, type, options);
    const facts = await together({ path, type }).catch(() => null);
    options?.signal?.throwIfAborted();
    return facts ?? measureSound(path, type, options);
  };
}

/** Lets ffmpeg read sounds: how it ended, what was heard of each, and its report. @throws when it was stopped */
async function listen(
  program: string,
  files: SoundFile[],
  signal?: AbortSignal,
): Promise<{ code: number; meters: SoundMeter[]; said: string }> {
  const inputs = files.flatMap(({ path, type }) => [
    '-protocol_whitelist',
    'file,pipe',
    '-f',
    demuxers[type],
    '-i',
    path,
  ]);
  const outputs = files.flatMap((_, at) => {
    const heard = `ebur128@s${at}=framelog=verbose,volume=${1 / headroom}`;
    // Only the sound: no titles and pictures of the file come before it.
    const bare = ['-map_metadata', '-1', '-bitexact', '-c:a', 'pcm_s16le', '-f', 'wav'];
    return ['-map', `${at}:a:0`, '-af', heard, ...bare, `pipe:${3 + at}`];
  });
  const child = spawn(program, ['-hide_banner', '-nostdin', '-nostats', ...inputs, ...outputs], {
    stdio: ['ignore', 'ignore', 'pipe', ...files.map(() => 'pipe' as const)],
    signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
    killSignal: 'SIGKILL',
  });
  stepAside(child);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  ended.catch(() => {});
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-32_768);
  });
  const meters = files.map((_, at) => {
    const meter = new SoundMeter();
    (child.stdio[3 + at] as Readable).on('data', (chunk: Buffer) => meter.add(chunk));
    return meter;
  });
  const code = await ended;
  if (code === null) throw new Error('ffmpeg was stopped');
  return { code, meters, said };
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
