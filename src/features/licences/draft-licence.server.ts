import { createHash } from 'node:crypto';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { licences } from '#db/schema/licences.ts';
import { dayOf, isoDay } from '#platform/calendar.ts';
import { type Grant, hashOf } from './issue-licence.server.ts';
import { findLicence, findLicensee } from './licence-queries.server.ts';
import type { Licence } from './model.ts';
import type { LicenceKeys } from './signing.server.ts';

/** While this lasts the same content is the same licence, so that a broken download goes on with the same bytes. */
const lifetime = 24 * 60 * 60_000;

/**
 * A licence before it is issued, for what contains it: with the id that it will have. The same content gives the same
 * licence for a day. Writes nothing: a request that only asks for the length issues no licence.
 */
export async function draftLicence(
  { db, keys }: { db: Executor; keys: Pick<LicenceKeys, 'derive'> },
  grant: Omit<Grant, 'id' | 'contentKey'>,
): Promise<{ licence: Licence; contentKey: string }> {
  const { userId, cause, subject, licence, tracks, at } = grant;
  const licensee = await findLicensee(db, userId);
  const textSha256 = hashOf(licence.text);
  const said = JSON.stringify([userId, cause, subject, licensee, licence.version, textSha256, tracks]);
  const contentKey = createHash('sha256').update(said).digest('hex');
  const [same] = await db
    .select({ id: licences.id })
    .from(licences)
    .where(and(eq(licences.contentKey, contentKey), gt(licences.issuedAt, new Date(at.getTime() - lifetime))))
    .orderBy(desc(licences.issuedAt))
    .limit(1);
  const issued = same && (await findLicence(db, same.id));
  // One that was withdrawn is no proof of a new download.
  if (issued && !issued.withdrawn) return { licence: issued, contentKey };
  const again = issued ? `${contentKey} ${issued.id}` : contentKey;
  const id = keys.derive(`${again} ${isoDay(dayOf(at))}`);
  return {
    contentKey,
    licence: {
      id,
      cause,
      subject,
      licensee,
      version: licence.version,
      text: licence.text,
      textSha256,
      tracks: [...tracks],
      issuedAt: at,
      withdrawn: null,
    },
  };
}
