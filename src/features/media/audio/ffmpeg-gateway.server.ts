import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stepAside, withinLimits } from '#platform/background.server.ts';
import type { SoundType } from '../sound-type.ts';

// Only the reading process may load this file (docs/decisions/026).

/** Forces ffmpeg's demuxer by the detected type: no playlists, no network. */
const demuxers: Record<SoundType, string> = {
  mp3: 'mp3',
  wav: 'wav',
  flac: 'flac',
  ogg: 'ogg',
  m4a: 'mov',
};
/** Limits of ffmpeg: megabytes of memory, and processor seconds on top of one per megabyte of the file. */
const megabytes = 640;
const seconds = 120;

export interface SoundFile {
  path: string;
  type: SoundType;
  /** Folder of ffmpeg when it is not on PATH. */
  ffmpegFolder?: string | undefined;
}

/** A program that runs, and its exit. */
export interface Begun {
  child: ChildProcess;
  ended: Promise<number>;
}

export class NoFfmpeg extends Error {}
/** ffmpeg crashed or hit a limit. */
export class Crash extends Error {}

type Program = 'ffmpeg' | 'ffprobe';
const programIn = (folder: string | undefined, name: Program): string => (folder ? join(folder, name) : name);
/** What keeps each of them quiet, and away from the terminal. */
const manners: Record<Program, string[]> = {
  ffmpeg: ['-hide_banner', '-nostdin'],
  ffprobe: ['-hide_banner'],
};

/** Starts ffmpeg (or ffprobe) within limits and at the lowest priority. @param bytes size of its input, which decides its time */
export function begin(
  folder: string | undefined,
  args: string[],
  bytes: number,
  { program = 'ffmpeg', ...options }: Pick<SpawnOptions, 'stdio' | 'signal'> & { program?: Program },
): Begun {
  const limits = { megabytes, seconds: seconds + bytes / 1024 ** 2 };
  const [command, argv] = withinLimits(programIn(folder, program), [...manners[program], ...args], limits);
  const child = spawn(command, argv, { ...options, killSignal: 'SIGKILL' });
  stepAside(child);
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 127) reject(new NoFfmpeg());
      // 126: cannot be executed; 255: told to stop. Neither says anything about the file.
      else if (code === 126 || code === 255) reject(new Error(`ffmpeg ended with ${code}`));
      else if (code === null) reject(new Crash(`ffmpeg ended with ${signal}`));
      else resolve(code);
    });
  });
  ended.catch(() => {});
  return { child, ended };
}

/** Samples a second of what is delivered and of previews: peaks and cue points are measured of it. */
export const deliveredRate = 44_100;

/** Gain of a channel that stands behind, above or between the two speakers (ITU-R BS.775). */
const aside = Math.SQRT1_2.toFixed(4);
/** Gain of the same on both sides that does both: behind or above, and between. */
const far = 0.5;
/** Below what 16 bits hold. It decides only where a side has nothing else: a lone channel is heard on both. */
const trace = 0.000_02;

/** What a side hears of the channels. @param own `L` or `R` */
function sideOf(own: 'L' | 'R', other: 'L' | 'R'): string {
  const near = [`F${own}`, `D${own}`, `F${own}C`];
  const around = ['S', 'B', 'W', 'TF', 'TB'].map((place) => `${aside}${place}${own}`);
  const between = [`${aside}FC`, ...['BC', 'TC', 'TFC', 'TBC'].map((place) => `${far}${place}`)];
  return [...near, ...around, ...between, `${trace}F${other}`, `${trace}LFE`].join('+');
}

/**
 * The mix: what every sound becomes before it is measured, cut, rendered or made a preview, so that all agree on its
 * loudness and peaks. Two channels, of any layout, also of one that ffmpeg does not know: its channels then count as the
 * positions in ffmpeg's order. The gains of a side add up to 1 (`<`), so that one channel is heard on both sides at its own
 * level and nothing is clipped. Not left to `-ac 2` or `aformat`, which attenuate a mono sound by 3 dB, refuse several
 * layouts, and have other gains for other sample formats. Equal in ffmpeg 4.1, 5.1 and 7.0.
 */
const mix = `aformat=sample_fmts=fltp,pan=stereo|FL<${sideOf('L', 'R')}|FR<${sideOf('R', 'L')}`;

/**
 * The arguments that take the sound of an input, mixed and then filtered, for the next output. @param input its number
 * @param rate samples a second of the output; filters have the file's own
 */
export const soundOf = (input: number, rate: number, filters: readonly string[] = []): string[] => [
  '-map',
  `${input}:a:0`,
  '-af',
  [mix, ...filters, `aresample=${rate}`].join(','),
];

/**
 * Starts ffmpeg on a sound that was mixed before, by another ffmpeg: one stream, also of a file that was joined from several.
 * Where channels or rate change in a file, ffmpeg builds its filters anew, and they forget what they measured or cut.
 * @param args for the input that is there already @param rate samples a second of that input
 */
export async function beginMixed(
  file: SoundFile,
  args: string[],
  { rate, stdio, signal }: { rate: number; stdio: ('ignore' | 'pipe')[]; signal?: AbortSignal | undefined },
): Promise<Begun> {
  const bytes = await bytesOf([file]);
  const stream = [...soundOf(0, rate), '-c:a', 'pcm_f32le', '-f', 'wav', 'pipe:1'];
  const mixing = begin(file.ffmpegFolder, ['-v', 'error', ...sourceOf(file), ...stream], bytes, {
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
  });
  const source = ['-f', 'wav', '-ignore_length', '1', '-i', 'pipe:0'];
  const { child, ended } = begin(file.ffmpegFolder, [...source, ...args], bytes, {
    stdio: [mixing.child.stdout, ...stdio],
    signal,
  });
  // Ours is a copy: with it open, the first would wait for ever once the second has ended.
  mixing.child.stdout?.destroy();
  // The first says with its exit only that the second took no more; a crash of it counts.
  return { child, ended: Promise.all([ended, mixing.ended]).then(([code]) => code) };
}

/** The arguments that open a file as what it was found to be. */
export const sourceOf = ({ path, type }: SoundFile): string[] => [
  '-protocol_whitelist',
  'file,pipe',
  '-f',
  demuxers[type],
  '-i',
  path,
];

/** The bytes of files together. */
export async function bytesOf(files: Pick<SoundFile, 'path'>[]): Promise<number> {
  const facts = await Promise.all(files.map(({ path }) => stat(path)));
  return facts.reduce((sum, { size }) => sum + size, 0);
}
