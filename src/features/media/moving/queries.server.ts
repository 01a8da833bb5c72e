import type { Executor } from '#db/open.server.ts';
import { tracks } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import { listNamedKeys } from '../usage/queries.server.ts';
import { mimeOfKey } from './model.ts';

export interface BookedObject {
  mime: string;
  /** SHA-256 in hex, if known. */
  contentHash: string | null;
}

/** Every object that a table refers to, including the trash (restorable) and chunks of uploads. */
export async function listBookedObjects(db: Executor): Promise<Map<string, BookedObject>> {
  const booked = new Map<string, BookedObject>();
  for (const key of await listNamedKeys(db)) booked.set(key, { mime: mimeOfKey(key), contentHash: null });
  const rows = await db.select({ key: storedObjects.key, mime: storedObjects.mime }).from(storedObjects);
  for (const { key, mime } of rows) booked.set(key, { mime, contentHash: null });
  const files = await db
    .selectDistinct({ key: tracks.storageKey, mime: tracks.mime, contentHash: tracks.contentHash })
    .from(tracks);
  for (const { key, mime, contentHash } of files) if (key) booked.set(key, { mime, contentHash });
  return booked;
}
