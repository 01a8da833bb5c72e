import type { Database } from '#db/open.server.ts';
import { accountLinks, sessions, verifications } from '#db/schema/accounts.ts';
import { projectShares } from '#db/schema/projects.ts';

/**
 * Ends every session, mailed link and project link after a restore. The backup may hold some that were ended after it
 * was taken. Safe to repeat.
 */
export async function endDoors(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const table of [sessions, accountLinks, verifications, projectShares]) await tx.delete(table);
  });
}
