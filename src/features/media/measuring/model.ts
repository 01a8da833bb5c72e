import type { SoundFacts } from '../audio/model.ts';
import type { ImageType, PictureUse, PreparedImage } from '../model.ts';
import type { SoundType } from '../sound-type.ts';

interface SoundFile {
  path: string;
  type: SoundType;
  /** Where ffmpeg lies when it is not on PATH. */
  ffmpegFolder?: string | undefined;
}

/** Everything that looks into bytes from outside: what it is given, and what it finds. */
export interface ForeignWork {
  measureSound(file: SoundFile): SoundFacts;
  isReadableSound(file: { path: string }): boolean;
  /** Writes a small MP3 to `draft`; false when none could be made. */
  encodePreview(file: SoundFile & { draft: string }): boolean;
  hasFfmpeg(where: { ffmpegFolder?: string | undefined }): boolean;
  preparePicture(picture: { bytes: Uint8Array; type: ImageType; use: PictureUse }): PreparedImage;
  /** A stored picture as WebP of at most this width; null when its pixels cannot be read. */
  shrinkPicture(picture: { bytes: Uint8Array; width: number }): Uint8Array | null;
  /** A cover that was drawn as SVG, as WebP. */
  drawPicture(picture: { svg: string }): Uint8Array;
}

export type WorkName = keyof ForeignWork;
export type WorkInput<K extends WorkName> = Parameters<ForeignWork[K]>[0];
export type WorkResult<K extends WorkName> = ReturnType<ForeignWork[K]>;

/** What the process is told: to do some work, or that nobody waits for it any more. */
export type WorkCall = { id: number; work: WorkName; input: unknown } | { id: number; stop: true };
/** What it tells: that it has begun, and how work ended. */
export type WorkAnswer = { ready: true } | { id: number; result: unknown } | { id: number; failure: string };

/** A file that ended the process that read it, twice: nobody reads it a third time. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}
