import { Readable } from 'node:stream';
import { storedObjects } from '#db/schema/media.ts';
import type { Admin } from '#features/accounts/model.ts';
import { sniffSound, soundHeadBytes, soundTypes } from '#features/media/sound-type.ts';
import { removeObjects } from '#features/media/store-image.server.ts';
import { newId } from '#platform/ids.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { cutText } from '#platform/letters.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { plainLine } from '#platform/typed-text.ts';
import { deliverRecording, type ProgressOutcome } from './move-request.server.ts';
import type { RecordingDeps } from './request-recording.server.ts';

const deliveryLimitBytes = 200 * 1024 * 1024;

interface Deps extends RecordingDeps {
  jobs: Jobs;
  storage: Storage;
}

type DeliveryOutcome = ProgressOutcome | { ok: false; reason: 'not-audio' | 'too-large' };

class TooLarge extends Error {}

/** Streams an upload into the store and delivers it; invalid or aborted ones leave nothing. Safe to repeat. */
export async function receiveDelivery(
  deps: Deps,
  admin: Admin,
  file: { requestId: string; name: string; body: Readable },
): Promise<DeliveryOutcome> {
  const chunks = file.body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const head = await readHead(chunks);
  const type = sniffSound(head);
  if (!type) return { ok: false, reason: 'not-audio' };
  const key = `recordings/${newId()}.${type}`;
  const size = { bytes: 0 };
  try {
    await deps.storage.put(key, limited(head, chunks, size), { mime: soundTypes[type] });
  } catch (error) {
    if (error instanceof TooLarge) return { ok: false, reason: 'too-large' };
    throw error;
  }
  const name = cleanName(file.name, type);
  await deps.db.insert(storedObjects).values({
    key,
    bucket: 'recordings',
    size: size.bytes,
    mime: soundTypes[type],
    originalName: name,
  });
  const outcome = await deliverRecording(deps, admin, file.requestId, { key, name });
  if (!outcome.ok) await removeObjects(deps.db, deps.storage, [key]);
  return outcome;
}

async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < soundHeadBytes) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

/** Joins head and rest into one stream that counts bytes and fails above the limit. */
function limited(head: Buffer, chunks: AsyncIterator<Buffer>, size: { bytes: number }): Readable {
  async function* all() {
    for (let chunk = head; ; ) {
      size.bytes += chunk.length;
      if (size.bytes > deliveryLimitBytes) throw new TooLarge();
      yield chunk;
      const next = await chunks.next();
      if (next.done) return;
      chunk = next.value;
    }
  }
  return Readable.from(all());
}

/** The shown name: without a path, with the extension of the detected type. */
function cleanName(name: string, type: string): string {
  const last = name.replace(/^.*[/\\]/s, '');
  const base = cutText(plainLine(last), 150) || 'gravacao';
  return base.toLowerCase().endsWith(`.${type}`) ? base : `${base.replace(/\.\w{1,5}$/, '')}.${type}`;
}
