import { eq } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { licences, licenceTexts, stations } from '#db/schema/licences.ts';
import type { Licence } from './model.ts';
import type { Station } from './station-definition.ts';

/** The station of an account, or null. */
export async function findStation(db: Executor, userId: string): Promise<Station | null> {
  const [row] = await db.select().from(stations).where(eq(stations.userId, userId));
  if (!row) return null;
  const { userId: _owner, ...station } = row;
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
