import type { SoundType } from '../sound-type.ts';

export const previewKbps = 128;
/** Bits a second above which an original is too heavy to stream; tags add to an MP3 of 320 kbit/s. */
const heavy = 330_000;

/** Whether a sound needs a preview: lossless formats always, others above 320 kbit/s. */
export function needsPreview(type: SoundType, size: number, durationMs: number | null): boolean {
  if (type === 'wav' || type === 'flac') return true;
  return durationMs !== null && durationMs > 0 && (size * 8 * 1000) / durationMs > heavy;
}
