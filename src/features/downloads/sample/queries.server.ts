import { buffer } from 'node:stream/consumers';
import type { Storage } from '#platform/storage/storage.ts';
import type { TrackFile } from '../model.ts';
import { type Cut, cutMp3, id3End } from './mp3.ts';

const sampleSeconds = 30;
/** Bytes of 30 seconds at MP3's highest bit rate, with room for the first frame. */
const enough = 40_000 * sampleSeconds + 16_384;

/**
 * The bytes of the first 30 seconds of a stored track: whole MP3 frames without tags, so that a player sees a short
 * file; for other types a share of the whole. Null when the duration of such a file is unknown.
 */
export async function findSampleCut(
  storage: Storage,
  file: Pick<TrackFile, 'key' | 'mime' | 'durationMs'>,
  size: number,
): Promise<Cut | null> {
  const read = async (start: number, end: number) =>
    buffer(await storage.openRange(file.key, start, Math.min(end, size) - 1));
  if (size === 0) return null;
  if (file.mime === 'audio/mpeg') {
    const tagEnd = id3End(await read(0, 10));
    const cut = tagEnd < size ? cutMp3(await read(tagEnd, tagEnd + enough), sampleSeconds) : null;
    if (cut) return { start: tagEnd + cut.start, end: tagEnd + cut.end };
  }
  if (!file.durationMs) return null;
  const share = Math.min(1, (sampleSeconds * 1000) / file.durationMs);
  return { start: 0, end: Math.max(1, Math.floor(size * share)) };
}
