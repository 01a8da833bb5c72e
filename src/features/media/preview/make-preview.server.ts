import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import type { Storage } from '#platform/storage/storage.ts';
import type { SoundFacts } from '../audio/model.ts';
import { encodePreview } from '../measuring/gateway.server.ts';
import type { SoundType } from '../sound-type.ts';
import { needsPreview } from './model.ts';

/** A preview MP3 in the store that is not recorded in stored_objects yet. */
export interface PlacedPreview {
  key: string;
  size: number;
}

/** `draft` is where the preview is written first; defaults to a file beside the sound. */
interface SoundFile {
  path: string;
  type: SoundType;
  size: number;
  draft?: string;
  /** A preview exists already: none is made. */
  hasPreview?: boolean;
}

/**
 * Makes the preview MP3 of a sound that is not played as it is, and stores it under its content's key
 * (docs/decisions/016). Null for any other sound, an existing preview, or when ffmpeg is missing or fails: then the
 * original is played. Safe to repeat. @param facts the measurements; null: unknown
 */
export async function placePreview(
  storage: Storage,
  { path, type, size, hasPreview, draft = `${path}.preview.mp3` }: SoundFile,
  facts: SoundFacts | null,
  options: { ffmpegFolder?: string | undefined; signal: AbortSignal },
): Promise<PlacedPreview | null> {
  if (hasPreview || facts?.unreadable || !needsPreview(type, size, facts)) return null;
  try {
    if (!(await encodePreview(path, type, draft, options))) return null;
    const { size } = await stat(draft);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(draft)) hash.update(chunk as Buffer);
    const name = hash.digest('hex');
    const key = `audio/${name.slice(0, 2)}/${name}.mp3`;
    if ((await storage.stat(key))?.size !== size)
      await storage.put(key, createReadStream(draft), { mime: 'audio/mpeg' });
    return { key, size };
  } finally {
    await unlink(draft).catch(() => {});
  }
}
