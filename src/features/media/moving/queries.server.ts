import { among } from '#db/conditions.ts';
import type { Executor } from '#db/open.server.ts';
import { tracks } from '#db/schema/catalog.ts';
import { listInBatches, listUnrecorded } from '../usage/queries.server.ts';
import { mimeOfKey } from './model.ts';

export interface BookedObject {
  key: string;
  mime: string;
  /** SHA-256 in hex, if known. */
  contentHash: string | null;
}

/** Every object that a table refers to, including the trash (restorable) and chunks of uploads; read in batches. */
export async function* listBookedObjects(db: Executor): AsyncGenerator<BookedObject> {
  for await (const part of listInBatches(db)) yield* await withHashes(db, part);
  for await (const part of listUnrecorded(db))
    yield* await withHashes(
      db,
      part.map(({ key }) => ({ key, mime: mimeOfKey(key) })),
    );
}

/** Adds what the tracks of these objects know. */
async function withHashes(
  db: Executor,
  objects: Omit<BookedObject, 'contentHash'>[],
): Promise<BookedObject[]> {
  const keys = objects.map(({ key }) => key);
  const rows = await db
    .selectDistinctOn([tracks.storageKey], {
      key: tracks.storageKey,
      mime: tracks.mime,
      contentHash: tracks.contentHash,
    })
    .from(tracks)
    .where(among(tracks.storageKey, keys));
  const known = new Map(rows.map(({ key, ...facts }) => [key, facts]));
  return objects.map(({ key, mime }) => ({ key, mime, contentHash: null, ...known.get(key) }));
}
