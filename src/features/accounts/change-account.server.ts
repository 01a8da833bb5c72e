import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { profiles, sessions, users } from '#db/schema/accounts.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { firstOf } from '#platform/elements.ts';
import { shownEmail } from '#platform/email.server.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { ensureProfile } from './ensure-profile.server.ts';
import type { Auth } from './gateway.server.ts';
import { emailChangedJob } from './jobs.server.ts';
import { linkRequests, passwordCheck } from './limits/limits.ts';
import { giveBack, spendAll } from './limits/spend-attempts.server.ts';
import { findLink, issueLink, redeemLink } from './links/redeem-link.server.ts';
import type { AccountRefusal, SignedIn, User } from './model.ts';
import { savePassword } from './password-rows.server.ts';
import type { Role } from './roles.ts';

export interface AccountDeps {
  db: Database;
  auth: Auth;
  bus: Bus;
  clock: Clock;
  settings: { PUBLIC_URL: string };
}

export type AccountResult = { ok: true } | { ok: false; reason: AccountRefusal };

/** Changes the display name; blank removes it. Safe to repeat. */
export async function updateDisplayName(
  { db, bus }: Pick<AccountDeps, 'db' | 'bus'>,
  user: User,
  displayName: string,
): Promise<void> {
  await ensureProfile(db, user.userId);
  await db.update(profiles).set({ displayName }).where(eq(profiles.userId, user.userId));
  await bus.publish('viewer', user.userId);
}

/** Checks the password before an irreversible step; limited per session. @throws AppError `rate-limited` */
export async function verifyPassword(
  deps: Pick<AccountDeps, 'db' | 'auth' | 'clock'>,
  { user, sessionId }: SignedIn,
  password: string,
): Promise<boolean> {
  const counters = [{ limit: passwordCheck, subject: sessionId }];
  await spendAll(deps, counters);
  const right = await deps.auth.checkPassword(user.userId, password);
  if (right) await giveBack(deps, counters);
  return right;
}

/** The cookies belong to the new session. */
export type PasswordResult =
  | { ok: true; cookies: string[] }
  | { ok: false; reason: 'wrong-password' | 'refused'; message: string };

/** Replaces the password and ends every other session; this one continues under a new cookie. */
export async function changePassword(
  { auth }: Pick<AccountDeps, 'auth'>,
  request: Request,
  input: { currentPassword: string; newPassword: string },
): Promise<PasswordResult> {
  const outcome = await auth.call('/change-password', input, request);
  if (outcome.ok) return { ok: true, cookies: outcome.cookies };
  const reason = outcome.code === 'INVALID_PASSWORD' ? 'wrong-password' : 'refused';
  return { ok: false, reason, message: outcome.message };
}

/** Ends the request's own session. @returns Set-Cookie headers. Safe to repeat. */
export async function signOut({ auth }: Pick<AccountDeps, 'auth'>, request: Request): Promise<string[]> {
  const outcome = await auth.call('/sign-out', {}, request);
  if (!outcome.ok) throw new AppError('unavailable', 'Não foi possível fazer logout.');
  return outcome.cookies;
}

/** Ends all sessions of a user. Safe to repeat. */
export async function signOutEverywhere(
  { db, bus }: Pick<AccountDeps, 'db' | 'bus'>,
  userId: string,
): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
  await bus.publish('viewer', userId);
}

/**
 * Requests a change of e-mail: a link goes to the new address and completes it, the old address is notified.
 * The answer does not reveal whether the new address is taken; its owner gets a mail. A later request replaces an
 * earlier one. @throws AppError `rate-limited` after too many wrong passwords or requests
 */
export async function requestEmailChange(
  deps: AccountDeps,
  viewer: SignedIn,
  input: { email: string; currentPassword: string },
): Promise<AccountResult> {
  const { db, auth, clock } = deps;
  const { user } = viewer;
  if (input.email === user.email) return { ok: false, reason: 'same-email' };
  if (!(await verifyPassword(deps, viewer, input.currentPassword)))
    return { ok: false, reason: 'wrong-password' };
  await spendAll(deps, [
    { limit: linkRequests.place, subject: user.userId },
    { limit: linkRequests.account, subject: input.email },
  ]);
  await db.transaction(async (tx) => {
    const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, input.email));
    const [account] = await tx.select().from(users).where(eq(users.id, user.userId));
    if (!account) throw new AppError('unauthenticated', 'Faça login para continuar.');
    const given = { newEmail: input.email };
    const secret = await issueLink(tx, account, 'email-change', clock.now(), given);
    const url = `${deps.settings.PUBLIC_URL}/email-confirmed?troca=${secret}`;
    if (taken) await auth.post({ kind: 'already-registered', to: input.email }, tx);
    else await auth.post({ kind: 'confirm-new-email', to: input.email, url }, tx);
    await auth.post({ kind: 'email-change-asked', to: account.email, newEmail: shownEmail(input.email) }, tx);
  });
  return { ok: true };
}

/** The new address of an open change of e-mail; reading does not redeem the link. Null when it is no longer valid. */
export async function findEmailChange(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  secret: string,
): Promise<string | null> {
  const found = await findLink(db, secret, clock.now());
  return found?.isOpen && found.link.kind === 'email-change' ? found.link.newEmail : null;
}

/** Completes a change of e-mail by its link and notifies the provider; a second time it is `expired`. */
export async function confirmEmailChange(
  { db, auth, bus, clock, jobs }: Pick<AccountDeps, 'db' | 'auth' | 'bus' | 'clock'> & { jobs?: Jobs },
  secret: string,
): Promise<'changed' | 'expired' | 'taken'> {
  const now = clock.now();
  const done = await redeemLink(db, secret, ['email-change'], now, async (tx, { newEmail }, account) => {
    // biome-ignore lint/style/noNonNullAssertion: a link of this kind is always issued with the new address
    const email = newEmail!;
    const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
    if (taken) return 'taken' as const;
    await tx
      .update(users)
      .set({ email, emailVerified: true, updatedAt: now })
      .where(eq(users.id, account.id));
    await jobs?.send(emailChangedJob, { userId: account.id }, { tx, key: account.id });
    await auth.post({ kind: 'email-changed', to: account.email, newEmail: shownEmail(email) }, tx);
    return { userId: account.id };
  }).catch((error: unknown) => {
    // Race: somebody else took the address between our read and our write.
    if (isUniqueViolation(error)) return 'taken' as const;
    throw error;
  });
  if (done === 'taken') return done;
  if (!done) return 'expired';
  await bus.publish('viewer', done.userId);
  return 'changed';
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: string } | undefined)?.code === '23505';

/**
 * Creates a ready account, or updates an existing one: e-mail confirmed, this role and, if given, this password and
 * name. For the command line and demo content, never for requests. Safe to repeat. A new password or role ends the
 * user's sessions. @returns the user's id, and whether the account is new
 */
export async function saveAccount(
  { db, auth, bus, clock }: Pick<AccountDeps, 'db' | 'auth' | 'bus' | 'clock'>,
  given: { email: string; password?: string; displayName?: string; role: Role },
): Promise<{ userId: string; isNew: boolean }> {
  const now = clock.now();
  const hash = given.password === undefined ? null : await auth.hashPassword(given.password);
  const saved = await db.transaction(async (tx) => {
    const id = newId();
    const { userId } = firstOf(
      await tx
        .insert(users)
        .values({ id, email: given.email, name: given.displayName ?? '', emailVerified: true })
        .onConflictDoUpdate({ target: users.email, set: { emailVerified: true, updatedAt: now } })
        .returning({ userId: users.id }),
    );
    await ensureProfile(tx, userId);
    const name = given.displayName === undefined ? {} : { displayName: given.displayName };
    await tx
      .update(profiles)
      .set({ role: given.role, ...name })
      .where(eq(profiles.userId, userId));
    if (hash) await savePassword(tx, userId, hash, now);
    if (hash) await tx.delete(sessions).where(eq(sessions.userId, userId));
    return { userId, isNew: userId === id };
  });
  await bus.publish('viewer', saved.userId);
  return saved;
}
