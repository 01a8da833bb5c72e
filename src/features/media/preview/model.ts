import type { SoundType } from '../sound-type.ts';

/** Bit rate of the MP3 that is heard in place of a heavy original, in kbit/s. */
export const previewKbps = 128;
/** Bits a second from which an original is too heavy to listen to; tags make an MP3 of 320 look a little heavier. */
const heavy = 330_000;

/** Whether a sound is heard as a small MP3: without loss it always is, otherwise when it is above 320 kbit/s. */
export function needsPreview(type: SoundType, size: number, durationMs: number | null): boolean {
  if (type === 'wav' || type === 'flac') return true;
  return durationMs !== null && durationMs > 0 && (size * 8 * 1000) / durationMs > heavy;
}
