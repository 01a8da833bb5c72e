import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import { sessions, twoFactors, users } from '#db/schema/accounts.ts';
import type { Auth } from '#features/accounts/gateway.server.ts';
import { countersOfAccount } from '#features/accounts/limits/counter-queries.server.ts';
import { linksByAdmin } from '#features/accounts/limits/limits.ts';
import { clearCounters, spendAll } from '#features/accounts/limits/spend-attempts.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { deviceOf } from '#features/accounts/sessions/device.ts';
import { endSessions } from '#features/accounts/sessions/end-sessions.server.ts';
import { sendConfirmation } from '#features/accounts/sign-up/sign-up.server.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { userId } from '#features/subscriptions/access.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';

export const helpedSchema = z.object({ userId });
export const endSessionSchema = helpedSchema.extend({ id: z.string().max(100) });

interface Deps {
  db: Database;
  auth: Auth;
  bus: Bus;
  clock: Clock;
  settings: { PUBLIC_URL: string };
}

const unknown = { ok: false, reason: 'unknown-user' } as const;

const findPerson = async (db: Database, id: string) => {
  const [person] = await db.select().from(users).where(eq(users.id, id));
  return person ?? null;
};

/**
 * Sends a new confirmation link to an unconfirmed address; whoever opens it chooses the password. Each call sends one
 * mail. @throws AppError `rate-limited`
 */
export async function confirmAgain(deps: Deps, admin: Admin, input: z.output<typeof helpedSchema>) {
  const account = await findPerson(deps.db, input.userId);
  if (!account) return unknown;
  if (account.emailVerified) return { ok: false, reason: 'confirmed' } as const;
  await spendAll(deps, [{ limit: linksByAdmin, subject: account.id }]);
  await deps.db.transaction(async (tx) => {
    const { PUBLIC_URL: publicUrl } = deps.settings;
    await sendConfirmation({ publicUrl, post: deps.auth.post }, tx, account, deps.clock.now());
    await recordChange(tx, admin, 'user.confirmation', account.id);
  });
  return { ok: true } as const;
}

/** Starts all counters of an account anew: of passwords, codes and links. Safe to repeat. */
export async function liftLocks({ db }: Deps, admin: Admin, input: z.output<typeof helpedSchema>) {
  const account = await findPerson(db, input.userId);
  if (!account) return unknown;
  const counters = await countersOfAccount(db, { userId: account.id, email: account.email });
  await db.transaction(async (tx) => {
    await clearCounters(tx, counters);
    await tx
      .update(twoFactors)
      .set({ failedVerificationCount: 0, lockedUntil: null })
      .where(eq(twoFactors.userId, account.id));
    await recordChange(tx, admin, 'user.unlock', account.id);
  });
  return { ok: true } as const;
}

/** Ends one session of an account in every process. Safe to repeat: it is then `gone`. */
export async function endOneSession(deps: Deps, admin: Admin, input: z.output<typeof endSessionSchema>) {
  const [session] = await deps.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, input.id), eq(sessions.userId, input.userId)));
  if (!session) return { ok: false, reason: 'gone' } as const;
  const device = deviceOf(session.userAgent).name;
  await recordChange(deps.db, admin, 'user.sessions', input.userId, { before: { device } });
  await endSessions(deps, input, { only: input.id });
  return { ok: true } as const;
}

/** Ends all sessions of an account but the administrator's own one. Safe to repeat. */
export async function endAllSessions(
  deps: Deps,
  admin: Admin,
  input: z.output<typeof helpedSchema>,
  { request }: { request: Request },
) {
  const account = await findPerson(deps.db, input.userId);
  if (!account) return unknown;
  const exceptToken = deps.auth.cookies.read(request.headers.get('cookie')) ?? '';
  await recordChange(deps.db, admin, 'user.sessions', account.id);
  await endSessions(deps, input, { exceptToken });
  return { ok: true } as const;
}
