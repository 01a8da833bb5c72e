import { eq } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { profiles } from '#db/schema/accounts.ts';
import { firstOf } from '#platform/elements.ts';
import { newId } from '#platform/ids.ts';

type Profile = typeof profiles.$inferSelect;

/** The user's profile, created when missing (A-24, AUT-13, AUT-12). Safe to repeat and to run concurrently. */
export async function ensureProfile(db: Executor, userId: string, displayName = ''): Promise<Profile> {
  const [made] = await db
    .insert(profiles)
    .values({ id: newId(), userId, role: 'user', displayName })
    .onConflictDoNothing({ target: profiles.userId })
    .returning();
  if (made) return made;
  return firstOf(await db.select().from(profiles).where(eq(profiles.userId, userId)));
}
