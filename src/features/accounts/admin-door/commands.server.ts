import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import type { Clock } from '#platform/clock.ts';
import type { Auth } from '../gateway.server.ts';
import { giveBack, spendAll } from '../limits/commands.server.ts';
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

/**
 * Signs an administrator in while everyone else is kept out: nobody else gets a session, not for a moment.
 * A right password without the role is told so; a wrong one learns nothing about whose account it is.
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
  if (person && toRole(person.role) === 'admin') {
    const outcome = await auth.call('/sign-in/email', input, request);
    return outcome.ok
      ? { ok: true, cookies: outcome.cookies }
      : { ok: false, reason: 'refused', status: outcome.status, message: outcome.message };
  }
  const counters = await auth.places.countersOf(request, input.email);
  await spendAll({ db, clock }, counters);
  if (!(await auth.checkPassword(person?.userId ?? '', input.password))) {
    const message = accountMessage('INVALID_EMAIL_OR_PASSWORD', 401);
    return { ok: false, reason: 'refused', status: 401, message };
  }
  await giveBack({ db, clock }, counters);
  const message = 'Apenas administradores podem acessar durante a manutenção.';
  return { ok: false, reason: 'not-admin', status: 403, message };
}
