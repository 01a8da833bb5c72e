import { and, eq, like } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { profiles, verifications } from '#db/schema/accounts.ts';
import { newId } from '#platform/ids.ts';

type Profile = typeof profiles.$inferSelect;

/**
 * The user's profile, made when there is none: with the account, and again if it was lost (A-24, AUT-13). A new
 * one always has the role of a regular user (AUT-12). Safe to repeat and to run twice at once.
 */
export async function ensureProfile(db: Executor, userId: string, displayName = ''): Promise<Profile> {
  const [made] = await db
    .insert(profiles)
    .values({ id: newId(), userId, role: 'user', displayName })
    .onConflictDoNothing({ target: profiles.userId })
    .returning();
  if (made) return made;
  const [known] = await db.select().from(profiles).where(eq(profiles.userId, userId));
  return known!;
}

/** What a pending change of e-mail is kept under: its secret's hash, then the new address. */
export const emailChangePrefix = 'email-change:';

/** Forgets a change of e-mail that was asked for and not confirmed: a new password undoes it. Safe to repeat. */
export async function forgetEmailChange(db: Executor, userId: string): Promise<void> {
  await db
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, `${emailChangePrefix}%`)));
}
