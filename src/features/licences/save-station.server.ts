import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { stations } from '#db/schema/licences.ts';
import type { User } from '#features/accounts/model.ts';
import type { Station } from './station-definition.ts';

/** Stores the station of an account, for licences from now on. Safe to repeat. */
export async function saveStation(
  { db }: { db: Database },
  { userId }: User,
  station: Station,
): Promise<{ ok: true }> {
  await db
    .insert(stations)
    .values({ ...station, userId })
    .onConflictDoUpdate({ target: stations.userId, set: station });
  return { ok: true };
}

/** Removes it: licences then name the person. Safe to repeat. */
export async function removeStation({ db }: { db: Database }, { userId }: User): Promise<{ ok: true }> {
  await db.delete(stations).where(eq(stations.userId, userId));
  return { ok: true };
}
