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
): { child: ChildProcess; ended: Promise<number> } {
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
