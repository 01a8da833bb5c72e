import { desc, eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { mailRecords, signIns, users } from '#db/schema/accounts.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import { findLocks } from '#features/accounts/limits/counter-queries.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { findSecondStep } from '#features/accounts/second-step/queries.server.ts';
import { deviceOf } from '#features/accounts/sessions/device.ts';
import { listSessions } from '#features/accounts/sessions/queries.server.ts';
import type { Suggestion } from '#features/search/suggestions/model.ts';
import { findPaymentTrouble } from '#features/subscriptions/subscription-queries.server.ts';
import { findUser, listUsers } from '#features/subscriptions/user-queries.server.ts';
import { findCauses } from './causes.ts';

/** What a site requires of everybody. */
interface Site {
  requiresSecondStep: boolean;
  isMaintenance: boolean;
}

/**
 * One account for its page: why its owner does not get in, and what their access is made of. Null: there is no such
 * account. @param sessionId the administrator's own session
 */
export async function findAccount(
  db: Database,
  admin: Admin,
  { userId, sessionId }: { userId: string; sessionId: string },
  { requiresSecondStep, isMaintenance }: Site,
  now: Date,
) {
  const user = await findUser(db, admin, userId, now);
  if (!user) return null;
  const [[stored], [plan], locks, secondStep, open, logins, mails, trouble] = await Promise.all([
    db.select().from(users).where(eq(users.id, userId)),
    db.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
    findLocks(db, user, now),
    findSecondStep(db, userId, now),
    listSessions(db, user, sessionId, now),
    listSignIns(db, userId),
    listNewestMail(db, userId),
    findPaymentTrouble(db, user, now),
  ]);
  if (!stored) return null;
  const lastSignIn = stored.signedInAt;
  const causes = findCauses(
    {
      createdAt: stored.createdAt,
      isConfirmed: stored.emailVerified,
      role: user.role,
      lacksSecondStep: requiresSecondStep && isAdmin(user) && !stored.twoFactorEnabled,
      locks,
      isMaintenance,
      subscription: user.subscription,
      revoked: plan?.revokedAt ? { at: plan.revokedAt, reason: plan.reason } : null,
      trouble,
      lastMail: mails[0] ?? null,
      lastSignIn,
    },
    now,
  );
  return {
    user,
    causes,
    isConfirmed: stored.emailVerified,
    locks,
    secondStep: { hasApp: secondStep.hasApp, passkeys: secondStep.passkeys.length },
    sessions: open,
    signIns: logins,
    lastSignIn,
  };
}

/** The newest sign-ins that are kept (`mostSignIns`). */
async function listSignIns(db: Database, userId: string) {
  const rows = await db
    .select()
    .from(signIns)
    .where(eq(signIns.userId, userId))
    .orderBy(desc(signIns.createdAt), desc(signIns.id));
  return rows.map(({ id, userAgent, createdAt }) => ({ id, ...deviceOf(userAgent), at: createdAt }));
}

const listNewestMail = (db: Database, userId: string) =>
  db
    .select({ state: mailRecords.state, answer: mailRecords.answer })
    .from(mailRecords)
    .where(eq(mailRecords.userId, userId))
    .orderBy(desc(mailRecords.createdAt), desc(mailRecords.id))
    .limit(1);

/** Accounts that the palette offers. */
const suggested = 5;

/** The accounts whose name or e-mail holds these words, as places to go to. */
export async function suggestAccounts(
  db: Database,
  admin: Admin,
  term: string,
  now: Date,
): Promise<Suggestion[]> {
  const filter = { q: term.slice(0, 200), plano: null, pagina: 1, size: suggested };
  const { users: found } = await listUsers(db, admin, filter, now);
  return found.map(({ userId, displayName, email }) => ({
    of: 'action',
    label: displayName || email,
    hint: `Conta · ${email}`,
    to: `/admin/users/${userId}`,
  }));
}
