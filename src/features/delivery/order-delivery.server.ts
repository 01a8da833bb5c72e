import { and, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { deliveries, deliveryFiles, deliveryRecipes } from '#db/schema/delivery.ts';
import { giveBack, spendAll } from '#features/accounts/limits/spend-attempts.server.ts';
import type { User } from '#features/accounts/model.ts';
import { hasFfmpeg } from '#features/media/measuring/gateway.server.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { inParts } from '#platform/elements.ts';
import { newId } from '#platform/ids.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { prepareJob } from './job-definitions.ts';
import type { MakeDeps } from './make-delivery.server.ts';
import {
  deliveryDays,
  mostAnHour,
  mostOpen,
  mostTracks,
  type OrderRefusal,
  openStatuses,
  type Source,
} from './model.ts';
import { countOpen, findOrder, findSource, type SourceTrack, type SourceTracks } from './queries.server.ts';
import type { Recipe } from './recipe.ts';
import { findSame } from './same-delivery.server.ts';
import { estimateBytes, needsFfmpeg, originalOf } from './wish.ts';

export interface OrderDeps extends MakeDeps {
  jobs: Pick<Jobs, 'send'>;
}

export type OrderOutcome = { ok: true; id: string } | { ok: false; reason: OrderRefusal };

/** Orders and repetitions of an account in an hour: each of them issues a licence. */
const ofHour = (userId: string) => ({
  limit: { name: 'delivery', max: mostAnHour, windowSeconds: 3600 },
  subject: userId,
});

/** An order that finds no place costs none of the hour's. */
async function unlessFull<T extends { ok: true } | { ok: false; reason: string }>(
  deps: Pick<OrderDeps, 'db' | 'clock'>,
  userId: string,
  outcome: T,
): Promise<T> {
  if (!outcome.ok) await giveBack(deps, [ofHour(userId)]);
  return outcome;
}

/**
 * Orders the preparation of a track, a package or a project, and keeps the recipe for next time. Safe to repeat once it is
 * ready: within a day, what has not changed is the same delivery. @throws AppError `rate-limited`
 */
export async function orderDelivery(
  deps: OrderDeps,
  subscriber: Subscriber,
  asked: Source,
  recipe: Recipe,
): Promise<OrderOutcome> {
  const found = await findSource(deps.db, subscriber, asked);
  if (!found || found.tracks.length === 0) return { ok: false, reason: 'nothing' };
  if (found.tracks.length > mostTracks) return { ok: false, reason: 'too-many' };
  if (needsFfmpeg(recipe) && !(await hasFfmpeg(deps.settings.FFMPEG_PATH)))
    return { ok: false, reason: 'no-ffmpeg' };
  const bytes = found.tracks.reduce((sum, track) => sum + estimateBytes(recipe, originalOf(track)), 0);
  // Half, so that two deliveries never push each other's files out while they are made.
  if (bytes > deps.settings.DELIVERY_QUOTA_BYTES / 2) return { ok: false, reason: 'too-large' };
  const { userId } = subscriber;
  await spendAll(deps, [ofHour(userId)]);
  const same = await findSame(deps, {
    userId,
    recipe,
    ...asked,
    ...found,
    leftOut: found.jingles + found.gone,
  });
  if (!same) return unlessFull(deps, userId, await record(deps, subscriber, asked, recipe, found));
  await keepRecipe(deps.db, userId, recipe, deps.clock.now());
  return { ok: true, id: same };
}

/**
 * Orders an own delivery again by its recipe: the source as it is today, by the rules of today. Safe to repeat as
 * `orderDelivery` is.
 */
export async function repeatDelivery(
  deps: OrderDeps,
  subscriber: Subscriber,
  id: string,
): Promise<OrderOutcome | { ok: false; reason: 'forgotten' }> {
  const found = await findOrder(deps.db, subscriber, id);
  return found
    ? orderDelivery(deps, subscriber, found.asked, found.recipe)
    : { ok: false, reason: 'forgotten' };
}

async function record(
  { db, jobs, clock }: OrderDeps,
  { userId }: Subscriber,
  asked: Source,
  recipe: Recipe,
  { title, tracks, jingles, gone }: SourceTracks,
): Promise<OrderOutcome> {
  const id = newId(clock.now().getTime());
  const isTaken = await db.transaction(async (tx) => {
    // Orders of an account go one after the other, so that the bound holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    if ((await countOpen(tx, userId)) >= mostOpen) return false;
    await keepRecipe(tx, userId, recipe, clock.now());
    await tx.insert(deliveries).values({
      id,
      userId,
      title,
      recipe,
      ...asked,
      total: tracks.length,
      leftOut: jingles + gone,
      licenceId: newId(clock.now().getTime()),
      createdAt: clock.now(),
    });
    for (const part of inParts(tracks.map((track, at) => toFile(id, track, at)))) {
      await tx.insert(deliveryFiles).values(part);
    }
    await jobs.send(prepareJob, { deliveryId: id }, { tx, key: id, caller: userId });
    return true;
  });
  return isTaken ? { ok: true, id } : { ok: false, reason: 'too-many-open' };
}

const keepRecipe = (db: Executor, userId: string, recipe: Recipe, updatedAt: Date) =>
  db
    .insert(deliveryRecipes)
    .values({ userId, recipe, updatedAt })
    .onConflictDoUpdate({ target: deliveryRecipes.userId, set: { recipe, updatedAt } });

const toFile = (deliveryId: string, track: SourceTrack, at: number) => ({
  id: newId(),
  deliveryId,
  position: at + 1,
  trackId: track.id,
  packageId: track.packageId,
  trackName: track.name,
  packageTitle: track.packageTitle,
  contentHash: track.contentHash ?? '',
  name: track.name,
});

const ownDelivery = ({ userId }: User, id: string) =>
  and(eq(deliveries.id, id), eq(deliveries.userId, userId));

/** Stops a delivery that is being made. Safe to repeat. @returns whether there was anything to stop */
export async function cancelDelivery({ db, clock }: OrderDeps, user: User, id: string): Promise<boolean> {
  const stopped = await db
    .update(deliveries)
    .set({ status: 'cancelled', finishedAt: clock.now() })
    .where(and(ownDelivery(user, id), inArray(deliveries.status, [...openStatuses])))
    .returning({ id: deliveries.id });
  return stopped.length > 0;
}

export type RetryOutcome = { ok: true } | { ok: false; reason: 'too-late' | 'too-many-open' };

/**
 * Prepares a delivery that has ended once more: what failed, and what is not kept any more. Safe to repeat. Counts as an
 * order. @throws AppError `rate-limited`
 */
export async function retryDelivery(deps: OrderDeps, user: Subscriber, id: string): Promise<RetryOutcome> {
  await spendAll(deps, [ofHour(user.userId)]);
  return unlessFull(deps, user.userId, await beginAgain(deps, user, id));
}

const beginAgain = ({ db, jobs }: OrderDeps, user: Subscriber, id: string): Promise<RetryOutcome> =>
  db.transaction(async (tx): Promise<RetryOutcome> => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.userId)).for('update');
    if ((await countOpen(tx, user.userId)) >= mostOpen) return { ok: false, reason: 'too-many-open' };
    const begun = await tx
      .update(deliveries)
      .set({ status: 'waiting', finishedAt: null, licenceId: newId(), basis: null })
      .where(and(ownDelivery(user, id), notInArray(deliveries.status, [...openStatuses])))
      .returning({ id: deliveries.id });
    if (begun.length === 0) return { ok: false, reason: 'too-late' };
    await tx
      .update(deliveryFiles)
      .set({ status: 'waiting', reason: null })
      .where(eq(deliveryFiles.deliveryId, id));
    await jobs.send(prepareJob, { deliveryId: id }, { tx, key: id, caller: user.userId });
    return { ok: true };
  });

/** Forgets deliveries of more than a month ago. Safe to repeat; run by cron. @returns how many */
export async function forgetDeliveries({ db, clock }: Pick<OrderDeps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - deliveryDays * 86_400_000);
  const some = sql`(select id from ${deliveries} where ${lt(deliveries.createdAt, before)} limit 200)`;
  for (let forgotten = 0; ; ) {
    const gone = await db
      .delete(deliveries)
      .where(sql`${deliveries.id} in ${some}`)
      .returning({ id: deliveries.id });
    if (gone.length === 0) return forgotten;
    forgotten += gone.length;
  }
}
