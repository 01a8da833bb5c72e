import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { tracks } from '#db/schema/catalog.ts';
import { downloads } from '#db/schema/downloads.ts';
import { issuing, type LicenceText } from '#features/licences/issue-licence.server.ts';
import { notify } from '#features/notifications/notify.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import { dayOf, isoDay } from '#platform/calendar.ts';
import type { Clock } from '#platform/clock.ts';
import { firstOf } from '#platform/elements.ts';
import { AppError } from '#platform/errors.ts';
import type { ByteRange } from '#platform/http/range.ts';
import type { Listener } from './gates.server.ts';
import { type DownloadKind, fairUse, licensedTrack, refusals, type TrackFile } from './model.ts';
import { Parts } from './parts.ts';

interface Deps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
}

/** Files delivered together: one, or all files of a ZIP or of a delivery. */
export interface HandedOut {
  kind: DownloadKind;
  files: Pick<TrackFile, 'id' | 'packageId' | 'name' | 'packageTitle' | 'size' | 'contentHash'>[];
  licence: LicenceText;
  /** Given where a delivery's licence was issued when it was prepared. */
  licenceId?: string;
  /** What a delivery is called; otherwise the package or the track. */
  title?: string;
}

export interface AskedPart {
  range: ByteRange;
  size: number;
  etag: string;
}

const partsOf = new WeakMap<Database, Parts>();

/**
 * The only way to deliver files: a new download is recorded before its first byte; a range that continues one is not
 * recorded again (parts.ts). @throws AppError `rate-limited` when a new download exceeds fair use
 */
export async function handOut(
  deps: Deps,
  listener: Listener,
  handedOut: HandedOut,
  { range, size, etag }: AskedPart,
): Promise<void> {
  const { kind, files } = handedOut;
  const parts = partsOf.get(deps.db) ?? new Parts();
  partsOf.set(deps.db, parts);
  const first = firstOf(files);
  const what = kind === 'zip' ? first.packageId : first.id;
  await parts.handOut(`${listener.userId} ${what} ${etag}`, range, size, deps.clock.now(), async () => {
    const outcome = await recordDownload(deps, listener, handedOut);
    if (!outcome.ok) throw new AppError('rate-limited', refusals.tooMany, { retryAfter: outcome.retryAfter });
  });
}

export type RecordOutcome = { ok: true } | { ok: false; reason: 'too-many'; retryAfter: number };

/**
 * Records files before they are delivered (DWN-14), and issues their licence, in one statement: the hashes are
 * known, so no file is touched. Over fair use it refuses and notifies the administrators, once a day per user. A ZIP is never truncated: it is refused only when the limit is
 * reached before it starts. Not safe to repeat: each call is a download.
 */
export async function recordDownload(
  deps: Deps,
  { userId }: Listener,
  { kind, files, licence, licenceId, title }: HandedOut,
): Promise<RecordOutcome> {
  const at = deps.clock.now();
  const since = new Date(at.getTime() - fairUse.seconds * 1000);
  const first = firstOf(files);
  const subject = title ?? (kind === 'zip' ? first.packageTitle : first.name);
  const tracks = files.map(licensedTrack);
  const isFair = sql`(
      select count(*) from ${downloads} d
      where d.user_id = ${userId} and d.created_at > ${since.toISOString()}::timestamptz
    ) < ${fairUse.files}`;
  const grant = { id: licenceId, userId, cause: kind, subject, licence, tracks, at };
  const written = await deps.db.execute(issuing(grant, isFair));
  if (written.rowCount === files.length) return { ok: true };
  const retryAfter = (await secondsToWait(deps.db, userId, at, since)) ?? 1;
  await tellOfHeavyUse(deps, userId, at);
  return { ok: false, reason: 'too-many', retryAfter };
}

/**
 * Checks fair use without counting (DWN-16). A page calls it first, because it cannot see the error of a browser
 * download. @throws AppError `rate-limited` when the minute is used up
 */
export async function refuseWhenUsedUp(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId }: Listener,
): Promise<void> {
  const now = clock.now();
  const retryAfter = await secondsToWait(db, userId, now, new Date(now.getTime() - fairUse.seconds * 1000));
  if (retryAfter !== null) throw new AppError('rate-limited', refusals.tooMany, { retryAfter });
}

/** Seconds until fair use allows another file; null when it does already. */
async function secondsToWait(db: Database, userId: string, now: Date, since: Date): Promise<number | null> {
  const [row] = await db
    .select({ at: downloads.createdAt })
    .from(downloads)
    .where(and(eq(downloads.userId, userId), gt(downloads.createdAt, since)))
    .orderBy(desc(downloads.createdAt))
    .offset(fairUse.files - 1)
    .limit(1);
  if (!row) return null;
  const freeAt = row.at.getTime() + fairUse.seconds * 1000;
  return Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
}

async function tellOfHeavyUse({ db, bus }: Deps, userId: string, now: Date): Promise<void> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  await notify(db, {
    type: 'fair-use',
    title: 'Uso acima do normal',
    body: `${user?.email ?? 'Uma conta'} pediu mais de ${fairUse.files} arquivos em um minuto. Os downloads dessa conta ficaram mais lentos.`,
    link: '/admin/manage-users',
    dedupeKey: `fair-use:${userId}:${isoDay(dayOf(now))}`,
  });
  await bus.publish('notifications');
}

/** Saves the CRC-32 of a track's bytes for ZIP files, unless they were replaced. Safe to repeat. */
export async function saveCrc32(
  db: Database,
  file: Pick<TrackFile, 'id' | 'key'>,
  crc32: number,
): Promise<void> {
  await db
    .update(tracks)
    .set({ crc32 })
    .where(and(eq(tracks.id, file.id), eq(tracks.storageKey, file.key)));
}
