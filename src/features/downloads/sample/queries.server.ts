import { buffer } from 'node:stream/consumers';
import { soundTypes } from '#features/media/sound-type.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { TrackFile } from '../model.ts';
import { type Cut, cutMp3, id3End } from './mp3.ts';

const sampleSeconds = 30;
/** Bytes of 30 seconds at MP3's highest bit rate, with room for the first frame. */
const enough = 40_000 * sampleSeconds + 16_384;

/**
 * The first 30 seconds of the MP3 that is played of a track: whole frames without tags, so that a player sees a short
 * file. Null when nothing but an original of another type is there: a share of its bytes would be no sound.
 */
export async function findSampleCut(
  storage: Storage,
  file: Pick<TrackFile, 'key' | 'mime'>,
  size: number,
): Promise<Cut | null> {
  if (file.mime !== soundTypes.mp3) return null;
  const read = async (start: number, end: number) =>
    buffer(await storage.openRange(file.key, start, Math.min(end, size) - 1));
  const tagEnd = size > 0 ? id3End(await read(0, 10)) : 0;
  const cut = tagEnd < size ? cutMp3(await read(tagEnd, tagEnd + enough), sampleSeconds) : null;
  return cut && { start: tagEnd + cut.start, end: tagEnd + cut.end };
}
