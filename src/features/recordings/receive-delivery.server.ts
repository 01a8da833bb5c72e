import { createReadStream } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { storedObjects } from '#db/schema/media.ts';
import type { Admin } from '#features/accounts/model.ts';
import { readSound } from '#features/media/measuring/gateway.server.ts';
import { ContainerFinder, type Seen } from '#features/media/reading/container.ts';
import type { SoundRefusal } from '#features/media/reading/refusals.ts';
import { type SoundType, soundTypes } from '#features/media/sound-type.ts';
import { removeObjects } from '#features/media/store-image.server.ts';
import { newId } from '#platform/ids.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { cutText } from '#platform/letters.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { temporaryPath } from '#platform/temporary.server.ts';
import { plainLine } from '#platform/typed-text.ts';
import { deliverRecording, type ProgressOutcome } from './move-request.server.ts';
import type { RecordingDeps } from './request-recording.server.ts';

const deliveryLimitBytes = 200 * 1024 * 1024;

interface Deps extends RecordingDeps {
  jobs: Jobs;
  storage: Storage;
  settings: { FFMPEG_PATH?: string | undefined };
}

type DeliveryOutcome = ProgressOutcome | { ok: false; reason: SoundRefusal | 'too-large' };

class Refused extends Error {
  readonly reason: SoundRefusal | 'too-large';
  constructor(reason: SoundRefusal | 'too-large') {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Receives a finished recording, reads that it is a sound, stores and delivers it; one that is refused or broken off leaves
 * nothing, and the order stays open. Safe to repeat.
 */
export async function receiveDelivery(
  deps: Deps,
  admin: Admin,
  file: { requestId: string; name: string; body: Readable },
): Promise<DeliveryOutcome> {
  const path = temporaryPath('gravacao');
  try {
    // Open before anything can be refused: a stream that opens it may do so after it was removed.
    const draft = await open(path, 'wx', 0o600);
    await pipeline(withinBounds(file.body), draft.createWriteStream());
    const reading = await readSound(path, { ffmpegFolder: deps.settings.FFMPEG_PATH });
    if (!reading.ok) return { ok: false, reason: reading.refusal };
    return await deliver(deps, admin, file, { path, type: reading.type });
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason };
    throw error;
  } finally {
    await unlink(path).catch(() => {});
  }
}

async function deliver(
  deps: Deps,
  admin: Admin,
  file: { requestId: string; name: string },
  { path, type }: { path: string; type: SoundType },
): Promise<DeliveryOutcome> {
  const key = `recordings/${newId()}.${type}`;
  const mime = soundTypes[type];
  const { size } = await stat(path);
  await deps.storage.put(key, createReadStream(path), { mime });
  const name = cleanName(file.name, type);
  await deps.db.insert(storedObjects).values({ key, bucket: 'recordings', size, mime, originalName: name });
  const outcome = await deliverRecording(deps, admin, file.requestId, { key, name });
  if (!outcome.ok) await removeObjects(deps.db, deps.storage, [key]);
  return outcome;
}

/** The bytes as they arrive. @throws Refused as soon as they are too many, or are seen to be no sound */
async function* withinBounds(body: Readable): AsyncGenerator<Buffer> {
  const finder = new ContainerFinder();
  let seen: Seen | null = null;
  let size = 0;
  // No loop over the body: a refusal would destroy it, and close the connection before the refusal is read.
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const { done, value: chunk } = await chunks.next();
    if (done) return;
    size += chunk.length;
    if (size > deliveryLimitBytes) throw new Refused('too-large');
    seen ??= finder.add(chunk);
    if (seen && 'refusal' in seen) throw new Refused(seen.refusal);
    yield chunk;
  }
}

/** The shown name: without a path, with the extension of the detected type. */
function cleanName(name: string, type: string): string {
  const last = name.replace(/^.*[/\\]/s, '');
  const base = cutText(plainLine(last), 150) || 'gravacao';
  return base.toLowerCase().endsWith(`.${type}`) ? base : `${base.replace(/\.\w{1,5}$/, '')}.${type}`;
}
