import type { SoundFacts } from '../audio/model.ts';
import type { ImageType, PictureUse, PreparedImage } from '../model.ts';
import type { Reading } from '../reading/model.ts';
import type { RenderResult, RenderWish } from '../rendering/model.ts';
import type { SoundType } from '../sound-type.ts';

export type DrawnType = 'webp' | 'png';

interface SoundFile {
  path: string;
  type: SoundType;
  ffmpegFolder?: string | undefined;
}

/** All work on untrusted bytes: input and result of each kind. */
export interface ForeignWork {
  measureSound(file: SoundFile): SoundFacts;
  readSound(file: Omit<SoundFile, 'type'>): Reading;
  /** Writes a preview MP3 to `draft`; false when none could be made. */
  encodePreview(file: SoundFile & { draft: string }): boolean;
  /** Writes the sound as wished to `draft`. */
  renderSound(file: SoundFile & { draft: string; wish: RenderWish }): RenderResult;
  hasFfmpeg(where: { ffmpegFolder?: string | undefined }): boolean;
  preparePicture(picture: { path: string; type: ImageType; use: PictureUse }): PreparedImage;
  /** A stored picture as WebP, at most `width` wide; null when it cannot be decoded. */
  shrinkPicture(picture: { bytes: Uint8Array; width: number }): Uint8Array | null;
  drawPicture(picture: { svg: string; type: DrawnType }): Uint8Array;
  /** A licence as PDF; the feature licences knows its form, and draws it. */
  drawDocument(paper: { licence: object; issuer: object }): Uint8Array;
}

export type WorkName = keyof ForeignWork;
export type WorkInput<K extends WorkName> = Parameters<ForeignWork[K]>[0];
export type WorkResult<K extends WorkName> = ReturnType<ForeignWork[K]>;

/** Messages to the process: start work, or cancel it. */
export type WorkCall = { id: number; work: WorkName; input: unknown } | { id: number; stop: true };
/** Messages from the process: ready, and results. */
export type WorkAnswer = { ready: true } | { id: number; result: unknown } | { id: number; failure: string };

/** A file that crashed the reading process twice; it is not read again. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}
