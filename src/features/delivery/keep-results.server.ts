import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import { deliveryResults } from '#db/schema/delivery.ts';
import { storedObjects } from '#db/schema/media.ts';
import { withLocalFile } from '#features/media/audio/upload-audio.server.ts';
import { renderSound } from '#features/media/measuring/gateway.server.ts';
import {
  type Rendered,
  type RenderedType,
  type RenderFailure,
  type RenderWish,
  renderedTypes,
  renderFormats,
} from '#features/media/rendering/model.ts';
import { type SoundType, soundTypes } from '#features/media/sound-type.ts';
import { removeObjects } from '#features/media/store-image.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { temporaryPath } from '#platform/temporary.server.ts';
import { countResultBytes } from './queries.server.ts';
import type { ReadAt } from './tags/bodies.ts';
import { heads } from './tags/heads.ts';

export interface ResultDeps {
  db: Database;
  storage: Storage;
  clock: Clock;
  settings: { FFMPEG_PATH?: string | undefined; DELIVERY_QUOTA_BYTES: number };
}

/** Changes when equal wishes no longer give equal sounds: kept results are then made anew. */
export const rendererVersion = 3;
/** Share of the quota that is left after room was made, so that not every result has to make some. */
const afterwards = 0.9;
/** Results removed together. */
const atOnce = 100;
/** Days without use after which a result goes. */
const resultDays = 30;

const factsSchema = z.object({
  durationMs: z.number(),
  leadMs: z.number(),
  loudnessLufs: z.number().nullable(),
  truePeakDb: z.number().nullable(),
  fromMs: z.number(),
  toMs: z.number(),
  fadeMs: z.number(),
  endsOnBeat: z.boolean(),
}) satisfies z.ZodType<Rendered>;
const keptSchema = z.object({ type: z.enum(renderedTypes), facts: factsSchema });

/** A rendered sound in the store, without tags. */
export interface KeptResult {
  id: string;
  storageKey: string;
  size: number;
  type: RenderedType;
  bodyStart: number;
  /** What its container's head is written from: a WAV's format, a FLAC's first block. */
  base: Buffer;
  facts: Rendered;
}

export type ResultOutcome = { ok: true; result: KeptResult } | { ok: false; reason: RenderFailure };

interface Original {
  key: string;
  contentHash: string;
  type: SoundType;
}

/** The same for the same bytes and the same wish. */
function resultIdOf({ contentHash }: Original, wish: RenderWish): string {
  const wished = Object.entries(wish).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([rendererVersion, contentHash, wished]))
    .digest('hex');
}

/** A sound rendered as wished: the kept one, or a new one, which is kept. Safe to repeat and to run twice at once. */
export async function obtainResult(
  deps: ResultDeps,
  original: Original,
  wish: RenderWish,
  signal: AbortSignal,
): Promise<ResultOutcome> {
  const id = resultIdOf(original, wish);
  const kept = await findKept(deps, id);
  if (kept) return { ok: true, result: kept };
  const { type } = renderFormats[wish.format];
  const draft = temporaryPath(type);
  const { FFMPEG_PATH: ffmpegFolder } = deps.settings;
  try {
    const made = await withLocalFile(deps.storage, original.key, (path) =>
      renderSound({ path, type: original.type, draft, wish }, { ffmpegFolder, signal }),
    );
    if (!made.ok) return made;
    const { ok, ...facts } = made;
    return { ok, result: await keep(deps, { id, type, draft, facts }) };
  } finally {
    await unlink(draft).catch(() => {});
  }
}

async function findKept(deps: ResultDeps, id: string): Promise<KeptResult | null> {
  const { db, storage } = deps;
  const [row] = await db.select().from(deliveryResults).where(eq(deliveryResults.id, id));
  const known = keptSchema.safeParse(row);
  if (!row || !known.success || (await storage.stat(row.storageKey))?.size !== row.size) return null;
  await touchResults(deps, [id]);
  return { ...row, ...known.data };
}

interface Draft {
  id: string;
  type: RenderedType;
  draft: string;
  facts: Rendered;
}

/** Stores a rendered file: first its bytes, then its rows, so that no row is without bytes. */
async function keep(deps: ResultDeps, { id, type, draft, facts }: Draft): Promise<KeptResult> {
  const { db, storage, clock } = deps;
  const { size } = await stat(draft);
  const { base, bodyStart } = await readBody(draft, type);
  const storageKey = `deliveries/${id.slice(0, 2)}/r${id}.${type}`;
  const mime = soundTypes[type];
  await storage.put(storageKey, createReadStream(draft), { mime });
  const now = clock.now();
  const row = { storageKey, size, type, bodyStart, base, facts, usedAt: now };
  await db.transaction(async (tx) => {
    await tx
      .insert(storedObjects)
      .values({ key: storageKey, bucket: 'deliveries', size, mime, createdAt: now })
      .onConflictDoUpdate({ target: storedObjects.key, set: { size, trashedAt: null } });
    await tx
      .insert(deliveryResults)
      .values({ id, ...row, createdAt: now })
      .onConflictDoUpdate({ target: deliveryResults.id, set: row });
  });
  await makeRoom(deps);
  return { id, storageKey, size, type, bodyStart, base, facts };
}

/** Where the sound begins behind its container's head, and what that head is written from. */
async function readBody(path: string, type: RenderedType): Promise<{ base: Buffer; bodyStart: number }> {
  const file = await open(path);
  try {
    const read: ReadAt = async (start, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    };
    const body = await heads[type].find(read, (await file.stat()).size);
    if (!body) throw new Error(`a rendered ${type} has no head`);
    return body;
  } finally {
    await file.close();
  }
}

/**
 * Removes the results that were not used for the longest time until the rest fits into the quota. Safe to repeat. @returns
 * how many went
 */
export async function makeRoom(deps: ResultDeps): Promise<number> {
  const { db, settings } = deps;
  let bytes = await countResultBytes(db);
  if (bytes <= settings.DELIVERY_QUOTA_BYTES) return 0;
  let removed = 0;
  while (bytes > settings.DELIVERY_QUOTA_BYTES * afterwards) {
    const oldest = await db
      .select({ id: deliveryResults.id, size: deliveryResults.size })
      .from(deliveryResults)
      .orderBy(asc(deliveryResults.usedAt), asc(deliveryResults.id))
      .limit(atOnce);
    const going: string[] = [];
    for (const { id, size } of oldest) {
      if (bytes <= settings.DELIVERY_QUOTA_BYTES * afterwards) break;
      going.push(id);
      bytes -= size;
    }
    if (going.length === 0) break;
    removed += await removeResults(deps, going);
  }
  return removed;
}

/** Removes the results that nobody used for a month. Safe to repeat; run by cron. */
export async function removeUnused(deps: ResultDeps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - resultDays * 86_400_000);
  for (let removed = 0; ; ) {
    const old = await deps.db
      .select({ id: deliveryResults.id })
      .from(deliveryResults)
      .where(lt(deliveryResults.usedAt, before))
      .limit(atOnce);
    if (old.length === 0) return removed;
    removed += await removeResults(
      deps,
      old.map(({ id }) => id),
    );
  }
}

/** Rows first, so that nobody can use a file that is about to go. */
async function removeResults({ db, storage }: ResultDeps, ids: string[]): Promise<number> {
  const gone = await db
    .delete(deliveryResults)
    .where(inArray(deliveryResults.id, ids))
    .returning({ key: deliveryResults.storageKey });
  await removeObjects(
    db,
    storage,
    gone.map(({ key }) => key),
  );
  return gone.length;
}

/** Keeps results from going first, because they are used; each range of a delivery asks again, so that hours suffice. */
export async function touchResults(
  { db, clock }: Pick<ResultDeps, 'db' | 'clock'>,
  ids: string[],
): Promise<void> {
  const now = clock.now();
  const anHourAgo = new Date(now.getTime() - 3_600_000);
  await db
    .update(deliveryResults)
    .set({ usedAt: now })
    .where(and(inArray(deliveryResults.id, ids), lt(deliveryResults.usedAt, anHourAgo)));
}
