import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import type { Admin } from '#features/accounts/model.ts';
import { drawCover } from '#features/catalog/covers/cover.server.ts';
import { openTitles } from '#features/catalog/covers/title.server.ts';
import { coverUrl } from '#features/catalog/model.ts';
import { drawPicture } from '#features/media/measuring/gateway.server.ts';
import { imageLimitBytes, type RefusedImage } from '#features/media/model.ts';
import { storeImage, takePicture } from '#features/media/store-image.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { fetchOutside, type OutsideOptions, type OutsideRefusal } from '#platform/http/outside.server.ts';
import type { Storage } from '#platform/storage/storage.ts';

interface Deps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
  storage: Storage;
}

interface SentCover {
  key: string;
  url: string;
  /** Bytes as sent, and as stored. */
  before: number;
  after: number;
  optimised: boolean;
}

export type CoverOutcome =
  | { ok: true; cover: SentCover }
  | RefusedImage
  | { ok: false; reason: OutsideRefusal; seen?: undefined };

interface CoverDeps extends Omit<Deps, 'bus'> {
  clock: Clock;
  settings: { STORAGE_QUOTA_BYTES: number };
}

/** Stores a picture for use as a cover; without a package that refers to it, the cleanup removes it. */
export async function receiveCover(
  { db, storage, clock, settings }: CoverDeps,
  admin: Admin,
  bytes: Uint8Array,
): Promise<CoverOutcome> {
  const prepared = await takePicture({ db, clock }, admin, 'cover', bytes);
  if (!prepared.ok) return prepared;
  const { image } = prepared;
  const key = await storeImage({ db, storage, settings }, 'covers', image);
  const { before, after, optimised } = image;
  // biome-ignore lint/style/noNonNullAssertion: only a null key has no address
  return { ok: true, cover: { key, url: coverUrl(key)!, before, after, optimised } };
}

/** Fetches a picture from an https URL into our own store, once. */
export async function fetchCover(
  deps: CoverDeps,
  admin: Admin,
  address: string,
  options: OutsideOptions = {},
): Promise<CoverOutcome> {
  const fetched = await fetchOutside(address, { ...options, maxBytes: imageLimitBytes });
  return fetched.ok ? receiveCover(deps, admin, fetched.bytes) : fetched;
}

/**
 * The number of a package within its category, by age. Each category starts at another of the 28 pairs of composition
 * and hue, so that the newest packages of several categories differ too.
 */
const place = sql<number>`
  (select count(*)::int from ${packages} as older
    where older.category_id = ${categories.id} and older.id < ${packages.id})
  + abs(hashtext(${categories.id}) % 28)`;

/**
 * Draws a package's cover from its title and its tracks' sound, unless it has its own. Safe to repeat: equal input
 * gives an equal picture.
 */
export async function drawPackageCover(
  { db, storage, bus }: Deps,
  id: string,
  { onlyMissing = false } = {},
): Promise<void> {
  const [pack] = await db
    .select({
      title: packages.title,
      kind: categories.kind,
      key: packages.coverKey,
      drawn: packages.coverGenerated,
      place,
    })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(eq(packages.id, id));
  if (!pack || (pack.key && (onlyMissing || !pack.drawn))) return;
  const sounds = await db
    .select({ peaks: tracks.peaks })
    .from(tracks)
    .where(and(eq(tracks.packageId, id), isNotNull(tracks.peaks)))
    .orderBy(asc(tracks.orderIndex), asc(tracks.id));
  const peaks = Buffer.concat(sounds.flatMap((track) => track.peaks ?? []));
  const bytes = await drawPicture(drawCover({ ...pack, peaks }, await openTitles()));
  const image = { bytes, type: 'webp' as const, before: bytes.length, after: bytes.length, optimised: false };
  const key = await storeImage({ db, storage, settings: null }, 'covers', image);
  await db
    .update(packages)
    .set({ coverKey: key, coverGenerated: true })
    .where(and(eq(packages.id, id), or(isNull(packages.coverKey), eq(packages.coverGenerated, true))));
  await bus.publish('catalog', id);
}

/** Draws several covers, one after the other. Safe to repeat. */
export async function drawCovers(deps: Deps, ids: string[], signal: AbortSignal): Promise<void> {
  for (const id of ids) {
    signal.throwIfAborted();
    await drawPackageCover(deps, id);
  }
}
