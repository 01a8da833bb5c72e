import type { Carried, CarriedPart, FilePoint } from '#db/schema/catalog.ts';
import type { FileBytes } from './file-bytes.server.ts';
import { fileCuesOf } from './file-cues.ts';
import { headLimit, type ReadSound } from './model.ts';
import type { Probed } from './probed.ts';
import type { WaveChunks } from './wave-chunks.server.ts';

/** Chapters that are kept, and letters of their titles. */
const mostChapters = 500;
const titleLength = 200;

/** What came with a file beside its sound, for deliveries to say what is lost of it; null: nothing. */
export async function carriedBy(
  bytes: FileBytes,
  { type, start }: Pick<ReadSound, 'type' | 'start'>,
  { probed, wave }: { probed: Probed | null; wave: WaveChunks | null },
): Promise<Carried | null> {
  // Newer ffmpegs make chapters of a WAV's cue points, which are read already.
  const chapters = wave ? [] : chaptersOf(probed);
  const head = wave ? wave.soundStart : type === 'flac' ? await flacStart(bytes, start) : start;
  const isTagged = type === 'mp3' && (await hasApeTag(bytes));
  const parts: CarriedPart[] = [
    ...(wave?.parts ?? []),
    ...(chapters.length > 0 ? ['chapters' as const] : []),
    ...(isTagged ? ['ape-tag' as const] : []),
    ...(type !== 'm4a' && head > headLimit ? ['large-head' as const] : []),
  ];
  if (parts.length === 0) return null;
  const points = [...(wave?.points ?? []), ...chapters];
  // A chapter is a stretch, whose name says nothing of where sound begins or ends.
  return { parts, points, cues: wave && fileCuesOf(wave.points, wave.timers) };
}

const chaptersOf = (probed: Probed | null): FilePoint[] =>
  (probed?.chapters ?? []).slice(0, mostChapters).map(({ start_time, end_time, tags }) => ({
    atMs: Math.round(start_time * 1000),
    toMs: end_time > start_time ? Math.round(end_time * 1000) : null,
    label: tags.title?.slice(0, titleLength) ?? null,
  }));

/** Where a FLAC's frames begin, behind its blocks. */
async function flacStart(bytes: FileBytes, start: number): Promise<number> {
  for (let at = start + 4, blocks = 0; blocks < 1000 && at + 4 <= bytes.size; blocks++) {
    const head = await bytes.at(at, 4);
    at += 4 + head.readUIntBE(1, 3);
    if (((head[0] ?? 0) & 0x80) !== 0) return at;
  }
  return start;
}

/** Whether an MP3 has an APE tag: at its beginning, or at its end with an ID3v1 tag behind it or without. */
async function hasApeTag(bytes: FileBytes): Promise<boolean> {
  const places = [0, bytes.size - 32, bytes.size - 160].filter((place) => place >= 0);
  for (const place of places) if ((await bytes.at(place, 8)).toString('latin1') === 'APETAGEX') return true;
  return false;
}
