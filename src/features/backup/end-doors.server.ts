import type { Database } from '#db/open.server.ts';
import { accountLinks, sessions, verifications } from '#db/schema/accounts.ts';
import { projectShares } from '#db/schema/projects.ts';

/**
 * Ends every session, link by mail and link of a project after a restore: those that were ended since the backup would be
 * open again. Safe to repeat.
 */
export async function endDoors(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const table of [sessions, accountLinks, verifications, projectShares]) await tx.delete(table);
  });
}
