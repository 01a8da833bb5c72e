import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import type { Clock } from '#platform/clock.ts';
import type { Auth } from '../gateway.server.ts';
import { giveBack, spendAll } from '../limits/commands.server.ts';
import { signIns } from '../limits/limits.ts';
import { accountMessage } from '../messages.ts';
import { toRole } from '../model.ts';

interface Deps {
  db: Database;
  auth: Auth;
  clock: Clock;
}

export type AdminSignIn =
  | { ok: true; cookies: string[] }
  | { ok: false; reason: 'refused' | 'not-admin' | 'role-unreadable'; status: number; message: string };

/** The same for administrators and everybody else: it tells nothing about whose account it is. */
const wrong: AdminSignIn = {
  ok: false,
  reason: 'refused',
  status: 401,
  message: accountMessage('INVALID_EMAIL_OR_PASSWORD', 401),
};

/**
 * Signs an administrator in while everyone else is kept out: nobody else gets a session, not for a moment.
 * A right password without the role is told so.
 * @throws AppError `rate-limited` after too many tries
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
  if (person && toRole(person.role) === 'admin') {
    const outcome = await auth.call('/sign-in/email', input, request);
    return outcome.ok ? { ok: true, cookies: outcome.cookies } : wrong;
  }
  const message = 'Apenas administradores podem acessar durante a manutenção.';
  return { ok: false, reason: 'not-admin', status: 403, message };
}
