import { and, eq, isNotNull } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Executor } from '#db/open.server.ts';
import { profiles } from '#db/schema/accounts.ts';
import { licences, licenceTexts, stations } from '#db/schema/licences.ts';
import { type Licence, nameless } from './model.ts';
import type { Station } from './station-definition.ts';

/** The station of an account, or null. */
export async function findStation(db: Executor, userId: string): Promise<Station | null> {
  const [row] = await db.select().from(stations).where(eq(stations.userId, userId));
  if (!row) return null;
  const { userId: _owner, ...station } = row;
  return station;
}

/** Who a licence of this account names: the station; without one, the person. */
export async function findLicensee(db: Executor, userId: string): Promise<Station> {
  const [row] = await db
    .select({ station: stations, name: profiles.displayName })
    .from(profiles)
    .leftJoin(stations, eq(stations.userId, profiles.userId))
    .where(eq(profiles.userId, userId));
  if (!row?.station) {
    return { name: row?.name || nameless, document: null, city: null, state: null, kind: null };
  }
  const { userId: _owner, ...station } = row.station;
  return station;
}

/** A licence with its text, by an id that cannot be guessed; or null. */
export async function findLicence(db: Executor, id: string): Promise<Licence | null> {
  const [row] = await db
    .select({ licence: licences, text: licenceTexts.text })
    .from(licences)
    .innerJoin(licenceTexts, eq(licenceTexts.sha256, licences.textSha256))
    .where(eq(licences.id, id));
  return row ? read(row.licence, row.text) : null;
}

/** Whether a licence was issued to this account. */
export async function isOwnLicence(db: Executor, id: string, userId: string | undefined): Promise<boolean> {
  if (!userId) return false;
  const own = and(eq(licences.id, id), eq(licences.userId, userId));
  const [row] = await db.select({ id: licences.id }).from(licences).where(own);
  return row !== undefined;
}

/** Those of a summary's licences that were withdrawn since. */
export async function listWithdrawn(db: Executor, { tracks }: Licence): Promise<Set<string>> {
  const ids = [...new Set(tracks.flatMap(({ from }) => from?.id ?? []))];
  if (ids.length === 0) return new Set();
  const withdrawn = and(among(licences.id, ids), isNotNull(licences.withdrawnAt));
  const rows = await db.select({ id: licences.id }).from(licences).where(withdrawn);
  return new Set(rows.map(({ id }) => id));
}

function read(row: typeof licences.$inferSelect, text: string): Licence {
  const { id, cause, subject, document, city, state, textSha256, tracks, issuedAt, withdrawnAt } = row;
  return {
    id,
    cause,
    subject,
    licensee: { name: row.licensee, document, city, state, kind: row.stationKind },
    version: row.licenceVersion,
    text,
    textSha256,
    tracks,
    issuedAt,
    withdrawn: withdrawnAt && { at: withdrawnAt, reason: row.withdrawnReason ?? '' },
  };
}
