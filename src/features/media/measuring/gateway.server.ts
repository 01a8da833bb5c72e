import { stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } from '#platform/background.server.ts';
import { projectRoot } from '#platform/project.server.ts';
import { temporaryPath } from '#platform/temporary.server.ts';
import { type SoundFacts, unreadableReasons, unreadableSound } from '../audio/model.ts';
import {
  foreignImage,
  type ImageType,
  type PictureUse,
  type PreparedImage,
  pictureUses,
  sniffImage,
} from '../model.ts';
import type { Reading } from '../reading/model.ts';
import type { RenderResult, RenderWish } from '../rendering/model.ts';
import type { SoundType } from '../sound-type.ts';
import { type DrawnType, UnreadableFile, type WorkInput } from './model.ts';
import { ReadingProcess } from './process/gateway.server.ts';

// The site decodes untrusted bytes only through this file (docs/decisions/026).

/** The build has it beside the site's program; from the sources, Node runs the TypeScript. */
const program = join(
  projectRoot(),
  import.meta.filename.endsWith('.ts') ? 'server/measuring.ts' : 'build/server/measuring.js',
);
const pictures = new ReadingProcess({ program, priority: PRIORITY_BELOW_NORMAL, atOnce: 1 });
const sounds = new ReadingProcess({ program, priority: PRIORITY_LOW, atOnce: 32 });
/** Its own process, so that no measurement waits behind a delivery of hundreds of tracks; deliveries take turns. */
const renders = new ReadingProcess({ program, priority: PRIORITY_LOW, atOnce: 3 });
const documents = new ReadingProcess({ program, priority: PRIORITY_BELOW_NORMAL, atOnce: 2 });

/** Timeout in milliseconds for a picture, or for checking that a file is audio. */
const shortly = 30_000;
/** Limits of the queues: uploaded pictures, each up to 5 MB in memory, and small pictures of pages. */
const mostSent = 8;
const mostSmall = 200;

/** Timeout in milliseconds for a whole sound; generous, because the process has the lowest priority. */
async function patienceFor(path: string): Promise<number> {
  const { size } = await stat(path);
  return 15 * 60_000 + (size / 1024 ** 2) * 1000;
}

interface SoundOptions {
  ffmpegFolder?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Measures a sound, with ffmpeg if installed; `unreadable` when no retry would help. @throws any error when aborted
 */
export async function measureSound(
  path: string,
  type: SoundType,
  { ffmpegFolder, signal }: SoundOptions = {},
): Promise<SoundFacts> {
  const options = { patience: await patienceFor(path), signal };
  return sounds.run('measureSound', { path, type, ffmpegFolder }, options).catch((error: unknown) => {
    if (error instanceof UnreadableFile) return unreadableSound(unreadableReasons.broken);
    throw error;
  });
}

/** What a file is, by its content, or why it is no sound that is taken (reading/gateway.server.ts). @throws when aborted */
export function readSound(path: string, { ffmpegFolder, signal }: SoundOptions = {}): Promise<Reading> {
  const call = sounds.run('readSound', { path, ffmpegFolder }, { patience: shortly, signal });
  return call.catch((error: unknown) => {
    if (error instanceof UnreadableFile) return { ok: false, refusal: 'unreadable' } as const;
    throw error;
  });
}

/** Writes the preview MP3 to `draft`; false when ffmpeg is missing or fails. @throws when aborted */
export async function encodePreview(
  path: string,
  type: SoundType,
  draft: string,
  { ffmpegFolder, signal }: SoundOptions,
): Promise<boolean> {
  const options = { patience: await patienceFor(path), signal };
  const call = sounds.run('encodePreview', { path, type, draft, ffmpegFolder }, options);
  return call.catch((error: unknown) => {
    if (error instanceof UnreadableFile) return false;
    throw error;
  });
}

/** Renders a sound as wished into `draft` (rendering/gateway.server.ts). @throws when aborted */
export async function renderSound(
  file: { path: string; type: SoundType; draft: string; wish: RenderWish },
  { ffmpegFolder, signal }: SoundOptions,
): Promise<RenderResult> {
  const options = { patience: await patienceFor(file.path), signal };
  return renders.run('renderSound', { ...file, ffmpegFolder }, options).catch((error: unknown) => {
    if (error instanceof UnreadableFile) return { ok: false, reason: 'unreadable' } as const;
    throw error;
  });
}

export const hasFfmpeg = (ffmpegFolder?: string): Promise<boolean> =>
  sounds.run('hasFfmpeg', { ffmpegFolder }, { patience: shortly });

/**
 * Prepares a picture for storage (pictures/gateway.server.ts). It is handed over as a file: a message would copy its
 * megabytes several times, in both processes. @throws AppError `rate-limited` when the queue is full
 */
export async function preparePicture(bytes: Uint8Array, use: PictureUse): Promise<PreparedImage> {
  if (bytes.length > pictureUses[use].bytes) return { ok: false, reason: 'too-large' };
  const type: ImageType | null = sniffImage(bytes);
  if (!type) return { ok: false, reason: 'not-an-image', seen: foreignImage(bytes) };
  const path = temporaryPath(type);
  try {
    await writeFile(path, bytes);
    return await pictures.run(
      'preparePicture',
      { path, type, use },
      { patience: shortly, mostWaiting: mostSent },
    );
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, reason: 'unreadable' };
    throw error;
  } finally {
    await unlink(path).catch(() => {});
  }
}

/** A stored picture as WebP; null when it cannot be decoded. @throws AppError `rate-limited` when the queue is full */
export function shrinkPicture(bytes: Uint8Array, width: number): Promise<Uint8Array | null> {
  const options = { patience: shortly, mostWaiting: mostSmall };
  return pictures.run('shrinkPicture', { bytes, width }, options).catch((error: unknown) => {
    if (error instanceof UnreadableFile) return null;
    throw error;
  });
}

/** Renders an SVG of ours; deterministic. */
export const drawPicture = (svg: string, type: DrawnType = 'webp'): Promise<Uint8Array> =>
  pictures.run('drawPicture', { svg, type }, { patience: shortly });

/** Draws a licence as PDF; deterministic. */
export const drawDocument = (paper: WorkInput<'drawDocument'>): Promise<Uint8Array> =>
  documents.run('drawDocument', paper, { patience: shortly });
