import { and, eq, gt, lt, notExists } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { accountLinks, sessions, users } from '#db/schema/accounts.ts';
import { forgetNoticesOf } from '#features/notifications/notify.server.ts';
import type { Clock } from '#platform/clock.ts';

/** Days until a sign-up ends whose address nobody has confirmed. */
const unconfirmedDays = 30;
/** Sign-ups that end in one run. */
const atOnce = 1000;

/** Deletes sign-ups whose address nobody has confirmed in time, with the notices that name it. Safe to repeat. */
export async function endUnconfirmed({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - unconfirmedDays * 86_400_000);
  const isUnconfirmed = and(
    eq(users.emailVerified, false),
    lt(users.createdAt, before),
    notExists(db.select().from(sessions).where(eq(sessions.userId, users.id))),
    // Signing up again sends another link.
    notExists(
      db
        .select()
        .from(accountLinks)
        .where(and(eq(accountLinks.userId, users.id), gt(accountLinks.expiresAt, before))),
    ),
  );
  const found = await db.select({ id: users.id }).from(users).where(isUnconfirmed).limit(atOnce);
  for (const { id } of found) {
    await db.transaction(async (tx) => {
      // Only if nobody has confirmed it meanwhile.
      const ended = and(eq(users.id, id), isUnconfirmed);
      const deleted = await tx.delete(users).where(ended).returning({ email: users.email });
      for (const { email } of deleted) await forgetNoticesOf(tx, email, [id]);
    });
  }
}
