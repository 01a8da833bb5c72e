import { and, eq, isNotNull } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Executor } from '#db/open.server.ts';
import { profiles } from '#db/schema/accounts.ts';
import { type LicenceTrack, licences, licenceTexts, stations } from '#db/schema/licences.ts';
import type { User } from '#features/accounts/model.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { isId } from '#platform/ids.ts';
import { forOthers } from './certificate.ts';
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
  if (!row) return null;
  const { licence, text } = row;
  return read(licence, text, await markWithdrawn(db, licence.tracks));
}

/** The same as this person may see it: a CPF is whole for its owner and administrators only. */
export async function findShownLicence(
  db: Executor,
  id: string,
  user: User | undefined,
): Promise<Licence | null> {
  const licence = isId(id) ? await findLicence(db, id) : null;
  if (!licence || isAdmin(user) || (user && licence.userId === user.userId)) return licence;
  return forOthers(licence);
}

/** A summary's tracks, with those marked whose own licence was withdrawn since. */
async function markWithdrawn(db: Executor, tracks: LicenceTrack[]): Promise<Licence['tracks']> {
  const ids = [...new Set(tracks.flatMap(({ from }) => from?.id ?? []))];
  if (ids.length === 0) return tracks;
  const withdrawn = and(among(licences.id, ids), isNotNull(licences.withdrawnAt));
  const rows = await db.select({ id: licences.id }).from(licences).where(withdrawn);
  const gone = new Set(rows.map(({ id }) => id));
  return tracks.map((track) =>
    track.from && gone.has(track.from.id) ? { ...track, isWithdrawn: true } : track,
  );
}

function read(row: typeof licences.$inferSelect, text: string, tracks: Licence['tracks']): Licence {
  const { id, userId, cause, subject, document, city, state, textSha256, issuedAt, withdrawnAt } = row;
  return {
    id,
    userId,
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
