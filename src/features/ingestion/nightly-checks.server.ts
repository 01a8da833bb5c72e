import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { and, asc, count, eq, isNotNull, lt, not, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { tracks } from '#db/schema/catalog.ts';
import { imports } from '#db/schema/ingestion.ts';
import { notify } from '#features/notifications/notify.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { fetchToDisk, partialFolder, partialPath } from './download-gateway.server.ts';
import { DriveError, isWaitingReason } from './imports.ts';
import { type ImportDeps, stillOpen } from './start-import.server.ts';

/** Days in which all stored audio is verified once. */
const round = 7;

type AnyTrack = typeof tracks.$inferSelect;
type Track = AnyTrack & { storageKey: string; contentHash: string };
const isStored = (track: AnyTrack): track is Track => track.storageKey !== null && track.contentHash !== null;

export interface AudioReport {
  checked: number;
  repaired: number;
  /** Tracks whose bytes are lost and could not be restored from Drive. */
  lost: string[];
}

/**
 * Verifies a seventh of the stored audio, the longest unverified first. Missing or damaged bytes are fetched from
 * Drive again and restored if equal; otherwise the administrators are notified. A damaged preview is dropped, and the
 * original is played. Safe to repeat; run by cron.
 */
export async function verifyAudio(deps: ImportDeps, signal: AbortSignal): Promise<AudioReport> {
  const { db, bus, clock, log } = deps;
  const stored = and(isNotNull(tracks.storageKey), isNotNull(tracks.contentHash));
  const [all] = await db.select({ n: count() }).from(tracks).where(stored);
  const due = await db
    .select()
    .from(tracks)
    .where(stored)
    .orderBy(sql`${tracks.verifiedAt} nulls first`, asc(tracks.id))
    .limit(Math.ceil((all?.n ?? 0) / round));
  const report: AudioReport = { checked: 0, repaired: 0, lost: [] };
  const sound = new Set<string>();
  for (const track of due.filter(isStored)) {
    signal.throwIfAborted();
    const key = track.storageKey;
    const isSound = sound.has(key) || (await hasHash(deps.storage, key, track.contentHash));
    const outcome = isSound ? 'sound' : await repair(deps, track, signal);
    if (outcome === 'sound') sound.add(key);
    else if (outcome === 'repaired') report.repaired++;
    else report.lost.push(track.name);
    await checkPreview(deps, track);
    // If Drive fails temporarily, retry the next night.
    const seen = clock.now().getTime() - (outcome === 'later' ? (round - 1) * 86_400_000 : 0);
    await db
      .update(tracks)
      .set({ verifiedAt: new Date(seen) })
      .where(eq(tracks.id, track.id));
    report.checked++;
  }
  const { checked, repaired, lost } = report;
  if (repaired + lost.length > 0) log.warn({ checked, repaired, lost: lost.length }, 'áudios danificados');
  if (lost.length > 0) {
    const names = lost.slice(0, 3).join(', ') + (lost.length > 3 ? '…' : '');
    await notify(db, {
      type: 'storage',
      title: lost.length === 1 ? 'Um áudio está danificado' : `${lost.length} áudios estão danificados`,
      body: `Não foi possível recuperar do Google Drive: ${names}`,
      link: '/admin/manage-packages',
      dedupeKey: `verify-audio-${clock.now().toISOString().slice(0, 10)}`,
    });
    await bus.publish('notifications');
  }
  return report;
}

const importDays = 90;

/**
 * Deletes imports that ended three months ago; later ones do not need them. Safe to repeat; by cron. @returns how many
 */
export async function dropOldImports(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - importDays * 86_400_000);
  const dropped = await db
    .delete(imports)
    .where(and(not(stillOpen), lt(imports.finishedAt, before)))
    .returning({ id: imports.id });
  return dropped.length;
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

/** A preview's key is its own hash. */
async function checkPreview({ db, storage, bus }: ImportDeps, track: Track): Promise<void> {
  const hash = /([0-9a-f]{64})\.mp3$/.exec(track.previewKey ?? '')?.[1];
  if (!track.previewKey || !hash || (await hasHash(storage, track.previewKey, hash))) return;
  await db.update(tracks).set({ previewKey: null, previewSize: null }).where(eq(tracks.id, track.id));
  await bus.publish('catalog', track.packageId);
}
