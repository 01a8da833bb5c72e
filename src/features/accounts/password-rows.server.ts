import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { accounts } from '#db/schema/accounts.ts';
import { newId } from '#platform/ids.ts';

const ofUser = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'));

/** The user's password hash; null without one. */
export async function findPassword(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db.select({ hash: accounts.password }).from(accounts).where(ofUser(userId));
  return row?.hash ?? null;
}

/** Sets the user's password hash, new or replaced. Safe to repeat. */
export async function savePassword(db: Executor, userId: string, hash: string, now: Date): Promise<void> {
  const changed = await db
    .update(accounts)
    .set({ password: hash, updatedAt: now })
    .where(ofUser(userId))
    .returning({ id: accounts.id });
  if (changed.length > 0) return;
  const id = newId();
  await db.insert(accounts).values({
    id,
    accountId: userId,
    providerId: 'credential',
    userId,
    password: hash,
    createdAt: now,
    updatedAt: now,
  });
}
