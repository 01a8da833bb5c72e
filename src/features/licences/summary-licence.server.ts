import type { SQL } from 'drizzle-orm';
import { and, desc, eq, gt, gte, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { type LicenceTrack, licences } from '#db/schema/licences.ts';
import type { User } from '#features/accounts/model.ts';
import type { Clock } from '#platform/clock.ts';
import { type Grant, hashOf, issueLicence, type LicenceText } from './issue-licence.server.ts';
import { findLicensee } from './licence-queries.server.ts';
import { mostSummed, type SummaryRefusal } from './model.ts';
import { monthSpan } from './month.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/** What a summary covers: a month (`2026-11`), the tracks of a project, or everything. */
export interface SummaryScope {
  subject: string;
  month?: string;
  trackIds?: readonly string[];
}

export type SummaryResult = { ok: true; id: string } | { ok: false; reason: SummaryRefusal };

/**
 * Issues one certificate over what a person has licensed: each track with the newest licence that names it. Safe to
 * repeat: the same content within a day is the same certificate.
 */
export async function issueSummary(
  { db, clock }: Deps,
  { userId }: User,
  licence: LicenceText,
  scope: SummaryScope,
): Promise<SummaryResult> {
  const tracks = await readLicensed(db, userId, scope);
  if (tracks.length === 0) return { ok: false, reason: 'nothing' };
  if (tracks.length > mostSummed) return { ok: false, reason: 'too-many' };
  const { subject } = scope;
  const summary = { userId, cause: 'summary', subject, licence, tracks, at: clock.now() } as const;
  return { ok: true, id: (await findSame(db, summary)) ?? (await issueLicence(db, summary)) };
}

/** How long the same content is the same certificate. */
const lifetime = 24 * 60 * 60_000;

/** A summary that says the same; one that was withdrawn is no proof. */
async function findSame(db: Database, { userId, cause, subject, licence, tracks, at }: Grant) {
  const { name, document, city, state, kind } = await findLicensee(db, userId);
  const { licensee, stationKind } = licences;
  const [same] = await db
    .select({ id: licences.id })
    .from(licences)
    .where(
      and(
        eq(licences.userId, userId),
        gt(licences.issuedAt, new Date(at.getTime() - lifetime)),
        eq(licences.cause, cause),
        eq(licences.subject, subject),
        isNull(licences.withdrawnAt),
        eq(licences.licenceVersion, licence.version),
        eq(licences.textSha256, hashOf(licence.text)),
        eq(licences.tracks, [...tracks]),
        sql`(${licensee}, ${licences.document}, ${licences.city}, ${licences.state}, ${stationKind})
          is not distinct from (${name}, ${document}, ${city}, ${state}, ${kind})`,
      ),
    )
    .orderBy(desc(licences.issuedAt))
    .limit(1);
  return same?.id;
}

/** Records read at once; a larger history is read in parts, newest first. */
const atOnce = 200;

/** At most one track more than a summary may hold, so that too many are seen. */
async function readLicensed(db: Database, userId: string, scope: SummaryScope): Promise<LicenceTrack[]> {
  const wanted = scope.trackIds && new Set(scope.trackIds);
  const found = new Map<string, LicenceTrack>();
  const span = scope.month ? monthSpan(scope.month) : null;
  let before: SQL | undefined;
  for (;;) {
    const rows = await db
      .select({ id: licences.id, tracks: licences.tracks, issuedAt: licences.issuedAt })
      .from(licences)
      .where(
        and(
          eq(licences.userId, userId),
          ne(licences.cause, 'summary'),
          isNull(licences.withdrawnAt),
          span ? and(gte(licences.issuedAt, span.from), lt(licences.issuedAt, span.to)) : undefined,
          before,
        ),
      )
      .orderBy(desc(licences.issuedAt), desc(licences.id))
      .limit(atOnce);
    for (const { id, tracks, issuedAt } of rows) {
      for (const track of tracks) {
        const key = `${track.trackId} ${track.sha256}`;
        if (found.has(key) || (wanted && !wanted.has(track.trackId))) continue;
        found.set(key, { ...track, from: { id, at: issuedAt.toISOString() } });
        if (found.size > mostSummed) return [...found.values()];
      }
    }
    const last = rows.at(-1);
    if (rows.length < atOnce || !last) return [...found.values()];
    before = sql`(${licences.issuedAt}, ${licences.id}) < (${last.issuedAt.toISOString()}::timestamptz, ${last.id})`;
  }
}
