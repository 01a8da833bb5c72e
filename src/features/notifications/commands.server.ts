import type { Executor } from '#db/open.server.ts';
import { notifications } from '#db/schema/notifications.ts';
import { newId } from '#platform/ids.ts';
import type { Notice } from './model.ts';

/**
 * Puts a notice before the administrators, as part of the caller's transaction if there is one. Safe to repeat
 * when the notice has a dedupeKey. Whoever shows notices is told by publishing 'notifications' after the commit.
 */
export async function notify(db: Executor, notice: Notice): Promise<void> {
  await db
    .insert(notifications)
    .values({ id: newId(), ...notice })
    .onConflictDoNothing();
}
