import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import type { Clock } from '#platform/clock.ts';
import type { Auth } from './gateway.server.ts';
import { signIns } from './limits/limits.ts';
import { giveBack, spendAll } from './limits/spend-attempts.server.ts';
import { accountMessage } from './messages.ts';
import { adminRole, toRole } from './roles.ts';

interface Deps {
  db: Database;
  auth: Auth;
  clock: Clock;
}

export type AdminSignIn =
  /** `isHalf`: the second step is missing, so there is no session yet. */
  | { ok: true; cookies: string[]; isHalf: boolean }
  | { ok: false; reason: 'refused' | 'not-admin' | 'role-unreadable'; status: number; message: string };

/** The same for every failed attempt, so that it does not reveal administrators. */
const wrong: AdminSignIn = {
  ok: false,
  reason: 'refused',
  status: 401,
  message: accountMessage('INVALID_EMAIL_OR_PASSWORD', 401),
};

/**
 * Signs an administrator in during maintenance, without ever creating a session for anyone else. A correct
 * password without the role gets its own message. @throws AppError `rate-limited` after too many attempts
 */
export async function signInAdmin(
  { db, auth, clock }: Deps,
  request: Request,
  input: { email: string; password: string },
): Promise<AdminSignIn> {
  let person: { userId: string; role: string | null } | undefined;
  try {
    [person] = await db
      .select({ userId: users.id, role: profiles.role })
      .from(users)
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(users.email, input.email));
  } catch {
    const message = 'Não foi possível verificar suas permissões.';
    return { ok: false, reason: 'role-unreadable', status: 503, message };
  }
  const counters = await auth.places.countersOf(request, input.email, signIns);
  await spendAll({ db, clock }, counters);
  if (!(await auth.checkPassword(person?.userId ?? '', input.password))) return wrong;
  await giveBack({ db, clock }, counters);
  if (person && toRole(person.role) === adminRole) {
    const outcome = await auth.call('/sign-in/email', input, request);
    return outcome.ok
      ? { ok: true, cookies: outcome.cookies, isHalf: Boolean(outcome.body.twoFactorRedirect) }
      : wrong;
  }
  const message = 'Apenas administradores podem acessar durante a manutenção.';
  return { ok: false, reason: 'not-admin', status: 403, message };
}

/** Whether an administrator has given the password in this browser but not yet the second step. */
export async function awaitsAdmin(
  { db, auth }: Pick<Deps, 'db' | 'auth'>,
  request: Request,
): Promise<boolean> {
  const userId = await auth.awaited(request.headers.get('cookie'));
  if (userId === null) return false;
  const [profile] = await db
    .select({ role: profiles.role })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  return toRole(profile?.role) === adminRole;
}
