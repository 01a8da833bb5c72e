import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { and, asc, eq, isNotNull, lt, not, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Database } from '#db/open.server.ts';
import { tracks } from '#db/schema/catalog.ts';
import { imports } from '#db/schema/ingestion.ts';
import { analysisLevels } from '#features/media/audio/model.ts';
import { removeObjects } from '#features/media/store-image.server.ts';
import { notify } from '#features/notifications/notify.server.ts';
import { dayOf, isoDay } from '#platform/calendar.ts';
import { keepNewest } from '#platform/elements.ts';
import { AppError } from '#platform/errors.ts';
import { formatCount } from '#platform/format.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { fetchToDisk, partialFolder, partialPath } from './download-gateway.server.ts';
import { DriveError, isWaitingReason } from './imports.ts';
import { type ImportDeps, stillOpen } from './start-import.server.ts';

/** Days in which all stored audio is verified once. */
const round = 7;

/** Tracks that are read together; Drive's temporary failures after which a night's run ends. */
const atOnce = 200;

const verified = {
  id: tracks.id,
  packageId: tracks.packageId,
  name: tracks.name,
  size: tracks.size,
  mime: tracks.mime,
  storageKey: sql<string>`${tracks.storageKey}`,
  contentHash: sql<string>`${tracks.contentHash}`,
  previewKey: tracks.previewKey,
  driveFileId: tracks.driveFileId,
  driveResourceKey: tracks.driveResourceKey,
};
const selectStored = (db: Database, given: { except: string[]; limit: number }) =>
  db
    .select(verified)
    .from(tracks)
    .where(and(isStored, not(among(tracks.id, given.except))))
    .orderBy(sql`${tracks.verifiedAt} nulls first`, asc(tracks.id))
    .limit(given.limit);
type Track = Awaited<ReturnType<typeof selectStored>>[number];

const isStored = and(isNotNull(tracks.storageKey), isNotNull(tracks.contentHash));

export interface AudioReport {
  checked: number;
  repaired: number;
  /** Tracks whose bytes are lost and could not be restored from Drive: the number, and the first names. */
  lost: number;
  names: string[];
}

const namesSaid = 3;
/** Keys of verified files that are kept in mind, as several tracks may share one. */
const soundKeys = 10_000;

/**
 * Verifies a seventh of the stored audio, the longest unverified first, in batches. Missing or damaged bytes are
 * fetched from Drive again and restored if equal; otherwise the administrators are notified. A damaged preview is
 * deleted; until the next sweep makes it anew the original is played. Safe to repeat: each track's date is stored, and
 * the next run goes on from there; run by cron.
 */
export async function verifyAudio(deps: ImportDeps, signal: AbortSignal): Promise<AudioReport> {
  const { db, clock, log } = deps;
  const due = Math.ceil((await db.$count(tracks, isStored)) / round);
  const report: AudioReport = { checked: 0, repaired: 0, lost: 0, names: [] };
  const sound = new Map<string, true>();
  const later: string[] = [];
  while (report.checked < due && later.length < atOnce) {
    const limit = Math.min(atOnce, due - report.checked);
    const batch = await selectStored(db, { except: later, limit });
    if (batch.length === 0) break;
    for (const track of batch) {
      signal.throwIfAborted();
      const key = track.storageKey;
      const isSound = sound.has(key) || (await hasHash(deps.storage, key, track.contentHash));
      const outcome = isSound ? 'sound' : await repair(deps, track, signal);
      if (outcome === 'sound') keepNewest(sound, key, true, soundKeys);
      else if (outcome === 'repaired') report.repaired++;
      else if (report.lost++ < namesSaid) report.names.push(track.name);
      await checkPreview(deps, track);
      // If Drive fails temporarily, retry the next night.
      if (outcome === 'later') later.push(track.id);
      const seen = clock.now().getTime() - (outcome === 'later' ? (round - 1) * 86_400_000 : 0);
      await db
        .update(tracks)
        .set({ verifiedAt: new Date(seen) })
        .where(eq(tracks.id, track.id));
      report.checked++;
    }
  }
  const { checked, repaired, lost } = report;
  if (repaired + lost > 0) log.warn({ checked, repaired, lost }, 'áudios danificados');
  if (lost > 0) await tellOfLost(deps, report);
  return report;
}

async function tellOfLost({ db, bus, clock }: ImportDeps, { lost, names }: AudioReport): Promise<void> {
  await notify(db, {
    type: 'storage',
    title: lost === 1 ? 'Um áudio está danificado' : `${formatCount(lost)} áudios estão danificados`,
    body: `Não foi possível recuperar do Google Drive: ${names.join(', ')}${lost > namesSaid ? '…' : ''}`,
    link: '/admin/manage-packages',
    dedupeKey: `verify-audio-${isoDay(dayOf(clock.now()))}`,
  });
  await bus.publish('notifications');
}

const importDays = 90;

/**
 * Deletes imports that ended three months ago; later ones do not need them. Safe to repeat; by cron. @returns how many
 */
export async function dropOldImports(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - importDays * 86_400_000);
  const dropped = await db.delete(imports).where(and(not(stillOpen), lt(imports.finishedAt, before)));
  return dropped.rowCount ?? 0;
}

const partialDays = 7;

/** Deletes partial downloads without progress for a week. Safe to repeat; run by cron. */
export async function dropOldPartials(dataDir: string, now: Date): Promise<number> {
  const folder = partialFolder(dataDir);
  let dropped = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (!facts || now.getTime() - facts.mtimeMs < partialDays * 86_400_000) continue;
    await unlink(path).catch(() => {});
    dropped++;
  }
  return dropped;
}

/** Whether the stored bytes have their hash. @throws when the store is down, so that nothing is taken for lost */
async function hasHash(storage: Storage, key: string, expected: string): Promise<boolean> {
  const facts = await storage.stat(key);
  if (!facts || facts.size === 0) return false;
  const hash = createHash('sha256');
  try {
    for await (const chunk of await storage.openRange(key, 0, facts.size - 1)) hash.update(chunk as Buffer);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not-found') return false;
    throw error;
  }
  return hash.digest('hex') === expected;
}

async function repair(
  deps: ImportDeps,
  track: Track,
  signal: AbortSignal,
): Promise<'repaired' | 'lost' | 'later'> {
  const { drive, storage, settings, log } = deps;
  if (!track.driveFileId || !drive.isConfigured) return 'lost';
  const path = partialPath(settings.DATA_DIR, `repair-${track.id}`);
  try {
    const wanted = { id: track.driveFileId, resourceKey: track.driveResourceKey, size: track.size };
    await fetchToDisk(drive, wanted, path, { signal, onProgress: async () => {} });
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== track.contentHash) return 'lost';
    await storage.put(track.storageKey, createReadStream(path), { mime: track.mime });
    return 'repaired';
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error, track: track.id }, 'áudio não recuperado');
    return error instanceof DriveError && isWaitingReason(error.reason) ? 'later' : 'lost';
  } finally {
    await unlink(path).catch(() => {});
  }
}

/**
 * A preview's key is its own hash. A damaged one is deleted, as a new one would have the same key; its tracks count as not
 * wholly measured, so that the sweep makes it anew.
 */
async function checkPreview({ db, storage, bus }: ImportDeps, track: Track): Promise<void> {
  const hash = /([0-9a-f]{64})\.mp3$/.exec(track.previewKey ?? '')?.[1];
  if (!track.previewKey || !hash || (await hasHash(storage, track.previewKey, hash))) return;
  const named = await db
    .update(tracks)
    .set({ previewKey: null, previewSize: null, analysis: analysisLevels.partial })
    .where(eq(tracks.previewKey, track.previewKey))
    .returning({ packageId: tracks.packageId });
  await removeObjects(db, storage, [track.previewKey]);
  for (const id of new Set(named.map(({ packageId }) => packageId))) await bus.publish('catalog', id);
}
