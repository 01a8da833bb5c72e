import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { inBatches } from '#db/batches.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { packages, tracks } from '#db/schema/catalog.ts';
import { audioUploads, storedObjects } from '#db/schema/media.ts';
import type { Admin } from '#features/accounts/model.ts';
import { firstOf } from '#platform/elements.ts';
import { newId } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { temporaryPath } from '#platform/temporary.server.ts';
import { readSound } from '../measuring/gateway.server.ts';
import { ContainerFinder, type Seen } from '../reading/container.ts';
import type { SoundRefusal } from '../reading/refusals.ts';
import { type SoundType, soundTypes } from '../sound-type.ts';
import { type AudioRefusal, audioLimitBytes, uploadDays } from './model.ts';

interface Deps {
  db: Database;
  storage: Storage;
  settings: { AUDIO_QUOTA_BYTES?: number | undefined };
}

type Upload = typeof audioUploads.$inferSelect;
type Refused<R extends AudioRefusal> = { ok: false; reason: R };

export interface AnnouncedFile {
  packageId: string;
  name: string;
  size: number;
  lastModified: number;
  /** Position: greater for later choices and later files of a selection; 0: unknown, goes to the end. */
  place: number;
}

/** The sender must decide: the package already has a track with these bytes. */
export interface Twice {
  ok: false;
  reason: 'twice';
  name: string;
}

/**
 * Begins an upload, or finds the same person's unfinished upload of the same file; `received` says where to resume. A
 * file that this person already sent to the package is skipped unless `again` is set. Safe to repeat.
 */
export async function beginUpload(
  { db, settings }: Deps,
  admin: Admin,
  file: AnnouncedFile,
  { again = false } = {},
): Promise<
  { ok: true; id: string; received: number } | Twice | Refused<'no-package' | 'too-large' | 'empty' | 'quota'>
> {
  if (file.size > audioLimitBytes) return { ok: false, reason: 'too-large' };
  if (file.size === 0) return { ok: false, reason: 'empty' };
  const pack = await db
    .select({ id: packages.id })
    .from(packages)
    .where(and(eq(packages.id, file.packageId), isNull(packages.deletedAt)));
  if (pack.length === 0) return { ok: false, reason: 'no-package' };
  const same = await db
    .select({
      id: audioUploads.id,
      received: audioUploads.received,
      trackId: audioUploads.trackId,
      name: tracks.name,
    })
    .from(audioUploads)
    .leftJoin(tracks, and(eq(tracks.id, audioUploads.trackId), eq(tracks.packageId, file.packageId)))
    .where(
      and(
        eq(audioUploads.packageId, file.packageId),
        eq(audioUploads.userId, admin.userId),
        eq(audioUploads.name, file.name),
        eq(audioUploads.size, file.size),
        eq(audioUploads.lastModified, file.lastModified),
      ),
    );
  const begun = same.find(({ trackId }) => trackId === null);
  if (begun) return { ok: true, id: begun.id, received: begun.received };
  const sent = same.find(({ name }) => name !== null);
  if (sent?.name && !again) return { ok: false, reason: 'twice', name: sent.name };
  if (settings.AUDIO_QUOTA_BYTES && (await usedBytes(db)) + file.size > settings.AUDIO_QUOTA_BYTES)
    return { ok: false, reason: 'quota' };
  const id = newId();
  await db.insert(audioUploads).values({ id, ...file, userId: admin.userId });
  return { ok: true, id, received: 0 };
}

/** Bytes of stored audio outside the trash. */
export async function usedBytes(db: Database): Promise<number> {
  const found = await db
    .select({ bytes: sql<number>`coalesce(sum(${storedObjects.size}), 0)`.mapWith(Number) })
    .from(storedObjects)
    .where(and(eq(storedObjects.bucket, 'audio'), isNull(storedObjects.trashedAt)));
  return firstOf(found).bytes;
}

/** An upload in progress of this person; else null. */
export async function findUpload({ db }: Pick<Deps, 'db'>, admin: Admin, id: string): Promise<Upload | null> {
  const [upload] = await db
    .select()
    .from(audioUploads)
    .where(and(eq(audioUploads.id, id), eq(audioUploads.userId, admin.userId)));
  return upload ?? null;
}

export type AppendOutcome =
  | { ok: true; received: number }
  | { ok: false; reason: 'wrong-place'; received: number }
  | Refused<'gone' | 'too-much' | SoundRefusal>;

/**
 * Appends a chunk. No audio ends the upload; a wrong offset returns the right one; of concurrent chunks one is kept.
 */
export async function appendChunk(
  deps: Pick<Deps, 'db' | 'storage'>,
  admin: Admin,
  id: string,
  offset: number,
  bytes: Uint8Array,
): Promise<AppendOutcome> {
  const { db, storage } = deps;
  const upload = await findUpload(deps, admin, id);
  if (!upload || upload.trackId) return { ok: false, reason: 'gone' };
  if (offset !== upload.received) return { ok: false, reason: 'wrong-place', received: upload.received };
  if (bytes.length === 0) return { ok: false, reason: 'empty' };
  if (offset + bytes.length > upload.size) return { ok: false, reason: 'too-much' };
  const seen = offset === 0 ? lookAtBeginning(bytes, bytes.length === upload.size) : null;
  if (seen && 'refusal' in seen) {
    await dropUploads(deps, [upload]);
    return { ok: false, reason: seen.refusal };
  }
  const key = `uploads/${id}/${newId()}`;
  await storage.put(key, bytes, { mime: 'application/octet-stream' });
  const [kept] = await db
    .update(audioUploads)
    .set({
      received: offset + bytes.length,
      parts: sql`array_append(${audioUploads.parts}, ${key})`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(audioUploads.id, id), eq(audioUploads.received, offset), isNull(audioUploads.trackId)))
    .returning({ received: audioUploads.received });
  if (kept) return { ok: true, received: kept.received };
  await storage.delete([key]);
  const now = await findUpload(deps, admin, id);
  return now ? { ok: false, reason: 'wrong-place', received: now.received } : { ok: false, reason: 'gone' };
}

/** What the first chunk tells; null: more is needed, for example behind a large tag. */
function lookAtBeginning(bytes: Uint8Array, isAll: boolean): Seen | null {
  const finder = new ContainerFinder();
  return finder.add(bytes) ?? (isAll ? finder.end() : null);
}

/** Audio in the store that is not recorded in stored_objects yet. */
export interface PlacedSound {
  key: string;
  type: SoundType;
  size: number;
  contentHash: string;
  crc32: number;
}

/** Runs `use` with a stored object as a local file: the file itself on a disk store, else a temporary copy. */
export async function withLocalFile<T>(
  storage: Storage,
  key: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const own = storage.path(key);
  if (own) return use(own);
  const copy = temporaryPath(key.split('.').at(-1) ?? '');
  try {
    const size = (await storage.stat(key))?.size ?? 0;
    await pipeline(await storage.openRange(key, 0, Math.max(0, size - 1)), createWriteStream(copy));
    return await use(copy);
  } finally {
    await unlink(copy).catch(() => {});
  }
}

/** Joins the chunks under their content's key; deletes everything that is no audio. Safe to repeat until dropped. */
export async function assembleUpload(
  deps: Pick<Deps, 'db' | 'storage'> & { settings: { FFMPEG_PATH?: string | undefined } },
  upload: Upload,
): Promise<({ ok: true } & PlacedSound) | Refused<'incomplete' | SoundRefusal>> {
  const { storage, settings } = deps;
  if (upload.received !== upload.size) return { ok: false, reason: 'incomplete' };
  const hash = createHash('sha256');
  let sum = 0;
  const finder = new ContainerFinder();
  let seen: Seen | null = null;
  for await (const chunk of readParts(storage, upload.parts)) {
    seen ??= finder.add(chunk);
    hash.update(chunk);
    sum = crc32(chunk, sum);
  }
  seen ??= finder.end();
  const refuse = async (reason: SoundRefusal) => {
    await dropUploads(deps, [upload]);
    return { ok: false, reason } as const;
  };
  if ('refusal' in seen) return refuse(seen.refusal);
  const { type } = seen;
  const contentHash = hash.digest('hex');
  const key = `audio/${contentHash.slice(0, 2)}/${contentHash}.${type}`;
  const isThere = (await storage.stat(key))?.size === upload.size;
  if (!isThere)
    await storage.put(key, Readable.from(readParts(storage, upload.parts)), { mime: soundTypes[type] });
  const ffmpegFolder = settings.FFMPEG_PATH;
  const reading = await withLocalFile(storage, key, (path) => readSound(path, { ffmpegFolder }));
  if (!reading.ok) {
    if (!isThere) await storage.delete([key]);
    return refuse(reading.refusal);
  }
  return { ok: true, key, type, size: upload.size, contentHash, crc32: sum };
}

/** Records a stored sound, or takes it out of the trash. Safe to repeat. */
export async function bookSound(
  tx: Executor,
  { key, size, mime, name }: { key: string; size: number; mime: string; name: string | null },
): Promise<void> {
  await tx
    .insert(storedObjects)
    .values({ key, bucket: 'audio', size, mime, originalName: name })
    .onConflictDoUpdate({ target: storedObjects.key, set: { trashedAt: null } });
}

async function* readParts(storage: Storage, parts: string[]): AsyncGenerator<Buffer> {
  for (const key of parts) {
    const size = (await storage.stat(key))?.size ?? 0;
    for await (const chunk of await storage.openRange(key, 0, Math.max(0, size - 1))) yield chunk as Buffer;
  }
}

/** Deletes uploads with their chunks. Safe to repeat. */
export async function dropUploads(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  uploads: Pick<Upload, 'id' | 'parts'>[],
): Promise<void> {
  for (const { id, parts } of uploads) {
    await storage.delete(parts);
    await db.delete(audioUploads).where(eq(audioUploads.id, id));
  }
}

/** Uploads deleted together: each may name hundreds of chunks. */
const uploadsAtOnce = 100;

/** Deletes uploads without progress for a week. Safe to repeat; run by cron. */
export async function dropOldUploads(deps: Pick<Deps, 'db' | 'storage'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - uploadDays * 86_400_000);
  let dropped = 0;
  const old = inBatches(
    'id',
    (after, length) =>
      deps.db
        .select({ id: audioUploads.id, parts: audioUploads.parts })
        .from(audioUploads)
        .where(and(lt(audioUploads.updatedAt, before), gt(audioUploads.id, after)))
        .orderBy(asc(audioUploads.id))
        .limit(length),
    uploadsAtOnce,
  );
  for await (const batch of old) {
    await dropUploads(deps, batch);
    dropped += batch.length;
  }
  return dropped;
}
