import { createReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import { storedObjects } from '#db/schema/media.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { withLocalFile } from '#features/media/audio/upload-audio.server.ts';
import { encodePreview, measureSound } from '#features/media/measuring/gateway.server.ts';
import { mimeOfKey } from '#features/media/moving/model.ts';
import { needsPreview } from '#features/media/preview/model.ts';
import { soundTypeOf, soundTypes } from '#features/media/sound-type.ts';
import { removeObjects } from '#features/media/store-image.server.ts';
import { newId } from '#platform/ids.ts';
import { handles, type JobDefinition, type JobHandler } from '#platform/jobs/jobs.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { temporaryPath } from '#platform/temporary.server.ts';

const payload = z.object({ requestId: z.string() });

/** Makes the MP3 by which a delivered recording is heard. */
export const recordingHeardJob: JobDefinition<z.infer<typeof payload>> = {
  name: 'recording-heard',
  schema: payload,
  retries: 3,
  timeoutSeconds: 1800,
};

interface Deps {
  db: Database;
  storage: Storage;
  settings: { FFMPEG_PATH?: string | undefined };
}

export const heardJobs = (deps: Deps): JobHandler<never>[] => [
  handles(recordingHeardJob, ({ requestId }, signal) => makeHeard(deps, requestId, signal)),
];

/**
 * Makes an MP3 of a delivered recording that browsers would miss; without ffmpeg, and for any other recording,
 * nothing: then the delivered file is heard. Safe to repeat; a later delivery wins.
 */
async function makeHeard({ db, storage, settings }: Deps, requestId: string, signal: AbortSignal) {
  const [request] = await db
    .select({ key: recordingRequests.deliveredKey, heardKey: recordingRequests.heardKey })
    .from(recordingRequests)
    .where(eq(recordingRequests.id, requestId));
  const { key = null, heardKey: known = null } = request ?? {};
  const type = key && soundTypeOf(mimeOfKey(key));
  if (!key || !type || known) return;
  const options = { ffmpegFolder: settings.FFMPEG_PATH, signal };
  const draft = temporaryPath('heard.mp3');
  try {
    const isMade = await withLocalFile(storage, key, async (path) => {
      const facts = await measureSound(path, type, options);
      const { size } = await stat(path);
      return needsPreview(type, size, facts) && encodePreview(path, type, draft, options);
    });
    if (!isMade) return;
    const [heardKey, mime, { size }] = [`recordings/${newId()}.mp3`, soundTypes.mp3, await stat(draft)];
    await storage.put(heardKey, createReadStream(draft), { mime });
    await db.insert(storedObjects).values({ key: heardKey, bucket: 'recordings', size, mime });
    const isSame = and(eq(recordingRequests.id, requestId), eq(recordingRequests.deliveredKey, key));
    const named = await db
      .update(recordingRequests)
      .set({ heardKey })
      .where(and(isSame, isNull(recordingRequests.heardKey)));
    if (named.rowCount === 0) await removeObjects(db, storage, [heardKey]);
  } finally {
    await unlink(draft).catch(() => {});
  }
}
