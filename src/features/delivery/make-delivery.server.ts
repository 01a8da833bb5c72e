import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { deliveries, deliveryFiles } from '#db/schema/delivery.ts';
import { issueLicence, type LicenceText } from '#features/licences/issue-licence.server.ts';
import { findStation } from '#features/licences/licence-queries.server.ts';
import { renderFormats } from '#features/media/rendering/model.ts';
import { getLicense } from '#features/site/queries.server.ts';
import { hasOpenLibrary } from '#features/subscriptions/subscription-queries.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import { Turns } from '#platform/turns.ts';
import { listKinds } from './list-kinds.ts';
import { categoryOf, type FileDeps, makeFile } from './make-file.server.ts';
import { openStatuses } from './model.ts';
import { nameFiles, titleOf } from './names.ts';
import { readRecipe } from './presets.ts';
import { findSourceTracks } from './queries.server.ts';
import { lettersOf } from './recipe.ts';
import { readBasis } from './same-delivery.server.ts';
import { originalOf, wishOf } from './wish.ts';
import { reservedNames } from './zip-names.ts';

export interface MakeDeps extends FileDeps {
  bus: Bus;
  settings: FileDeps['settings'] & { CONTACT_WHATSAPP?: string | undefined };
}

type Delivery = typeof deliveries.$inferSelect;

/** Files of one delivery that are made at once. */
const together = 2;
/** Files that are made at once in this process: one more than of one account, so that nobody waits for its files. */
const making = new Turns({ atOnce: together + 1, ofOne: together });
/** Milliseconds between two looks whether the delivery was cancelled. */
const look = 1000;

/**
 * Prepares the waiting files of a delivery, names all of them, and marks it as ready. Safe to repeat: what is ready stays
 * ready. Ends quietly when its owner cancels it, or has no plan any more.
 */
export async function makeDelivery(deps: MakeDeps, id: string, stop: AbortSignal): Promise<void> {
  const { db } = deps;
  const [delivery] = await db
    .update(deliveries)
    .set({ status: 'making' })
    .where(and(eq(deliveries.id, id), inArray(deliveries.status, [...openStatuses])))
    .returning();
  if (!delivery) return;
  if (await isOver(deps, delivery)) return;
  const licence = await getLicense(deps);
  const basis = await begin(deps, delivery, licence);
  const cancelled = new AbortController();
  const watching = setInterval(() => {
    void isOver(deps, delivery).then(
      (is) => is && cancelled.abort(),
      () => {},
    );
  }, look);
  try {
    await makeFiles(deps, delivery, licence, AbortSignal.any([stop, cancelled.signal]));
  } catch (error) {
    stop.throwIfAborted();
    if (!cancelled.signal.aborted) throw error;
    return;
  } finally {
    clearInterval(watching);
  }
  if (await isOver(deps, delivery)) return;
  await nameAll(deps, delivery);
  await finish(deps, delivery, licence, basis);
}

/**
 * Begins a delivery, or goes on with one that a worker left. One that was begun from something else is made wholly anew,
 * so that the tags of all its files name the licence that is issued. @returns what it is made from; null: tracks are gone
 */
async function begin(deps: MakeDeps, delivery: Delivery, licence: LicenceText): Promise<string | null> {
  const basis = await readBasis(deps, { ...delivery, recipe: readRecipe(delivery.recipe), licence });
  if (basis !== null && basis === delivery.basis) return basis;
  await deps.db.transaction(async (tx) => {
    const stands = await tx.update(deliveries).set({ basis }).where(ordered(delivery)).returning();
    if (stands.length === 0) return;
    const isBegun = and(eq(deliveryFiles.deliveryId, delivery.id), ne(deliveryFiles.status, 'waiting'));
    await tx.update(deliveryFiles).set({ status: 'waiting', reason: null }).where(isBegun);
  });
  return basis;
}

/** Marks a delivery as ready and issues its licence; nothing of it is delivered yet. @param begun its basis before */
async function finish(
  deps: MakeDeps,
  delivery: Delivery,
  licence: LicenceText,
  begun: string | null,
): Promise<void> {
  const { db, clock } = deps;
  const { id, userId, title, licenceId } = delivery;
  const tracks = await db
    .select({
      trackId: deliveryFiles.trackId,
      packageId: deliveryFiles.packageId,
      name: deliveryFiles.name,
      packageTitle: deliveryFiles.packageTitle,
      sha256: deliveryFiles.sha256,
      bytes: deliveryFiles.size,
    })
    .from(deliveryFiles)
    .where(and(eq(deliveryFiles.deliveryId, id), eq(deliveryFiles.status, 'ready')))
    .orderBy(asc(deliveryFiles.position));
  const isWhole = begun !== null && tracks.length === delivery.total;
  const asOrdered = { ...delivery, recipe: readRecipe(delivery.recipe), licence: await getLicense(deps) };
  const now = isWhole && (await readBasis(deps, asOrdered));
  const basis = now === begun ? begun : null;
  const at = clock.now();
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(deliveries)
      .set({ status: tracks.length > 0 ? 'ready' : 'failed', finishedAt: at, basis })
      .where(ordered(delivery))
      .returning({ status: deliveries.status });
    if (ended?.status !== 'ready') return;
    await issueLicence(tx, { id: licenceId, userId, cause: 'delivery', subject: title, licence, tracks, at });
  });
}

/** While this order stands: one that was cancelled and begun again has another licence. */
const ordered = ({ id, licenceId }: Delivery) =>
  and(eq(deliveries.id, id), eq(deliveries.licenceId, licenceId), eq(deliveries.status, 'making'));

/** Whether it was cancelled; the end of its owner's plan cancels it. */
async function isOver({ db, clock }: MakeDeps, delivery: Delivery): Promise<boolean> {
  const now = clock.now();
  if (!(await hasOpenLibrary(db, delivery.userId, now)))
    await db.update(deliveries).set({ status: 'cancelled', finishedAt: now }).where(ordered(delivery));
  return (await db.$count(deliveries, ordered(delivery))) === 0;
}

async function makeFiles(
  deps: MakeDeps,
  delivery: Delivery,
  licence: LicenceText,
  signal: AbortSignal,
): Promise<void> {
  const waiting = await deps.db
    .select()
    .from(deliveryFiles)
    .where(and(eq(deliveryFiles.deliveryId, delivery.id), eq(deliveryFiles.status, 'waiting')))
    .orderBy(asc(deliveryFiles.position));
  const station = (await findStation(deps.db, delivery.userId))?.name ?? null;
  const known = { delivery, recipe: readRecipe(delivery.recipe), licence, station };
  const standing = sql`exists (select from ${deliveries} where ${ordered(delivery)})`;
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      signal.throwIfAborted();
      const made = await making.run({ caller: delivery.userId, signal }, () =>
        makeFile(deps, { ...known, file }, signal),
      );
      await deps.db
        .update(deliveryFiles)
        .set(typeof made === 'string' ? { status: 'failed', reason: made } : { ...made, status: 'ready' })
        .where(and(eq(deliveryFiles.id, file.id), standing));
    }
  };
  await Promise.all(Array.from({ length: together }, work));
}

/** A track that left the library: its file has failed, and keeps a name all the same. */
const goneTrack = { mime: null, kind: '', categoryName: '', size: null, durationMs: null, tempoBpm: null };

/** Names all files at the end, when their durations are known. */
async function nameAll({ db }: MakeDeps, delivery: Delivery): Promise<void> {
  const recipe = readRecipe(delivery.recipe);
  const files = await db
    .select({
      id: deliveryFiles.id,
      position: deliveryFiles.position,
      trackId: deliveryFiles.trackId,
      trackName: deliveryFiles.trackName,
      packageTitle: deliveryFiles.packageTitle,
      durationMs: deliveryFiles.durationMs,
    })
    .from(deliveryFiles)
    .where(eq(deliveryFiles.deliveryId, delivery.id))
    .orderBy(asc(deliveryFiles.position));
  const ids = files.map(({ trackId }) => trackId);
  const byId = new Map((await findSourceTracks(db, ids)).map((track) => [track.id, track]));
  const facts = files.map(({ position, trackId, trackName, packageTitle, durationMs }) => {
    const track = byId.get(trackId) ?? goneTrack;
    const original = originalOf(track);
    const wish = wishOf(recipe, original);
    return {
      position,
      total: delivery.total,
      title: titleOf(trackName),
      packageTitle,
      categoryName: categoryOf(track),
      tempoBpm: original.tempoBpm,
      durationMs: durationMs ?? track.durationMs,
      ending: wish ? renderFormats[wish.format].type : original.type,
    };
  });
  const naming = { ...recipe, letters: lettersOf(recipe) };
  const names = nameFiles(naming, facts, reservedNames(delivery.title, listKinds));
  const named = sql`unnest(${sql.param(files.map(({ id }) => id))}::text[], ${sql.param(names)}::text[])`;
  await db.execute(sql`update ${deliveryFiles} f set name = named.name from ${named} named(id, name)
    where f.id = named.id and f.name <> named.name`);
}
