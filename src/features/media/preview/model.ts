import type { SoundFacts } from '../audio/model.ts';
import type { SoundType } from '../sound-type.ts';

export const previewKbps = 128;
/** Samples a second of a preview: at this rate every frame has 384 bytes, so that no player can miss a place. */
export const previewRate = 48_000;
/** Bits a second above which an original is too heavy to stream; tags add to an MP3 of 320 kbit/s. */
const heavy = 330_000;
/** Samples a second below which an MP3's frames are too long to be found within 50 ms. */
const leastRate = 32_000;

/** The facts that decide how a sound is played. */
export type PlayedFacts = Pick<SoundFacts, 'durationMs' | 'codec' | 'channels' | 'sampleRate' | 'isSeekable'>;

/**
 * Whether a sound is played by a preview MP3 instead of its own bytes. Only an MP3 of one constant bit rate is played as
 * it is: the one kind that Chromium, Firefox and WebKit all decode and seek within 50 ms, and of which the first bytes are
 * a sample (docs/sounds.md has what they do with the others). An MP3 of which nothing is known counts as one. @param facts
 * null: not measured
 */
export function needsPreview(type: SoundType, size: number, facts: PlayedFacts | null): boolean {
  if (type !== 'mp3') return true;
  if (!facts) return false;
  const { durationMs, codec, channels, sampleRate, isSeekable } = facts;
  if (durationMs && (size * 8 * 1000) / durationMs > heavy) return true;
  const isOther = (codec ?? 'mp3') !== 'mp3' || (channels ?? 2) > 2 || (sampleRate ?? leastRate) < leastRate;
  return isOther || isSeekable === false;
}
