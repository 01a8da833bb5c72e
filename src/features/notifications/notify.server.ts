import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { notifications } from '#db/schema/notifications.ts';
import type { Admin } from '#features/accounts/model.ts';
import type { Bus } from '#platform/bus.server.ts';
import { newId } from '#platform/ids.ts';
import { type Notice, noticeDays } from './model.ts';

/** Inserts a notice, once per dedupeKey. The caller publishes 'notifications' after the commit. */
export async function notify(db: Executor, notice: Notice): Promise<void> {
  await db
    .insert(notifications)
    .values({ id: newId(), ...notice })
    .onConflictDoNothing();
}

/** Deletes the notices about a deleted person: by their ids, and by e-mail. Safe to repeat. */
export async function forgetNoticesOf(tx: Executor, email: string, ids: string[]): Promise<void> {
  const aboutThem = ids.map((id) => `%:${id}%`);
  const alike = await tx
    .select({ id: notifications.id, body: notifications.body })
    .from(notifications)
    .where(sql`position(${email} in ${notifications.body}) > 0`);
  const showing = alike.filter(({ body }) => shows(body, email)).map(({ id }) => id);
  await tx
    .delete(notifications)
    .where(
      or(
        sql`${notifications.dedupeKey} like any(${sql.param(aboutThem)}::text[])`,
        inArray(notifications.id, showing),
      ),
    );
}

/** Whether a text contains this exact address, not a longer one. */
const shows = (text: string, email: string): boolean =>
  text.split(email).some((before, at, parts) => {
    const after = parts[at + 1];
    return after !== undefined && !/[\w.+-]$/.test(before) && !/^(\.?[\w-])/.test(after);
  });

interface Deps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
}

/** Marks one notice as read, or all without an id. Notices are shared by all administrators. Safe to repeat. */
export async function markRead({ db, bus }: Deps, _admin: Admin, now: Date, id?: string): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(isNull(notifications.readAt), id === undefined ? undefined : eq(notifications.id, id)));
  await bus.publish('notifications');
}

/** Rows per DELETE statement. */
const batch = 1000;

/** Deletes notices older than 90 days; lasting conditions are reported again. Safe to repeat. @returns how many */
export async function forgetOldNotices({ db, bus }: Deps, now: Date): Promise<number> {
  const before = new Date(now.getTime() - noticeDays * 86_400_000);
  const old = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(lt(notifications.createdAt, before))
    .limit(batch);
  let gone = 0;
  for (let last = batch; last === batch; gone += last) {
    last = (await db.delete(notifications).where(inArray(notifications.id, old))).rowCount ?? 0;
  }
  if (gone > 0) await bus.publish('notifications');
  return gone;
}
