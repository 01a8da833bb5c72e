import { createReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import type { Database } from '#db/open.server.ts';
import { storedObjects } from '#db/schema/media.ts';
import { asHeard, type TrackFile } from '#features/downloads/model.ts';
import { findTrackFile } from '#features/downloads/queries.server.ts';
import { withLocalFile } from '#features/media/audio/upload-audio.server.ts';
import { encodePreview } from '#features/media/measuring/gateway.server.ts';
import { previewKbps } from '#features/media/preview/model.ts';
import { soundTypeOf, soundTypes } from '#features/media/sound-type.ts';
import { removeObjects } from '#features/media/store-image.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { temporaryPath } from '#platform/temporary.server.ts';

/** Where the light sounds lie that only strangers hear. */
const bucket = 'streams';
const folder = `${bucket}/`;
/** Days after which one is made anew when a link needs it: longer than any link is valid. */
const keptDays = 45;
/** Bits a second up to which an MP3 counts as light: tags and covers add to its sound. */
const light = previewKbps * 1000 * 1.15;

type Sound = Pick<TrackFile, 'key' | 'mime' | 'size' | 'durationMs' | 'contentHash'>;

const isLight = ({ mime, size, durationMs }: Sound): boolean =>
  mime === soundTypes.mp3 &&
  size !== null &&
  durationMs !== null &&
  durationMs > 0 &&
  (size * 8 * 1000) / durationMs <= light;

/** The key of the light sound of a track: its preview, itself when it is light, else one that is made for it. */
function keyOf(file: TrackFile): { key: string; isMade: boolean } | null {
  const heard = asHeard(file);
  if (heard !== file || isLight(file)) return { key: heard.key, isMade: false };
  const hash = file.contentHash;
  return hash ? { key: `${folder}${hash.slice(0, 2)}/${hash}.mp3`, isMade: true } : null;
}

/** The light sound of a visible track; null: there is none, or not yet. The original is never handed out instead. */
export async function findStream(
  { db, storage }: { db: Database; storage: Storage },
  trackId: string,
): Promise<{ key: string; size: number; modifiedAt: Date } | null> {
  const file = await findTrackFile(db, trackId);
  const place = file && keyOf(file);
  const stat = place && (await storage.stat(place.key));
  return stat ? { key: place.key, ...stat } : null;
}

interface Deps {
  db: Database;
  storage: Storage;
  settings: { FFMPEG_PATH?: string | undefined };
}

/**
 * Makes the light sound of a track, unless there is one; kept by its bytes, so that equal tracks share it. Without ffmpeg
 * it does nothing, and the sound's address says so. Safe to repeat.
 */
export async function makeStream(
  { db, storage, settings }: Deps,
  trackId: string,
  signal: AbortSignal,
): Promise<void> {
  const file = await findTrackFile(db, trackId);
  const place = file && keyOf(file);
  const type = soundTypeOf(file?.mime ?? null);
  if (!file || !place?.isMade || !type || (await storage.stat(place.key))) return;
  const draft = temporaryPath('stream.mp3');
  try {
    const options = { ffmpegFolder: settings.FFMPEG_PATH, signal };
    const isMade = await withLocalFile(storage, file.key, (path) =>
      encodePreview(path, type, draft, options),
    );
    if (!isMade) return;
    const { size } = await stat(draft);
    const mime = soundTypes.mp3;
    await storage.put(place.key, createReadStream(draft), { mime });
    await db
      .insert(storedObjects)
      .values({ key: place.key, bucket, size, mime })
      .onConflictDoUpdate({ target: storedObjects.key, set: { size, trashedAt: null } });
  } finally {
    await unlink(draft).catch(() => {});
  }
}

/** Deletes light sounds that no link can need any more. Safe to repeat. */
export async function forgetStreams(db: Database, storage: Storage, now: Date): Promise<void> {
  const before = now.getTime() - keptDays * 86_400_000;
  for await (const { key, modifiedAt } of storage.list(folder)) {
    if (modifiedAt.getTime() < before) await removeObjects(db, storage, [key]);
  }
}
