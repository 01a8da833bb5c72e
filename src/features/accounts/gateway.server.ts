import { normalizeIP } from '@better-auth/core/utils/ip';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { createEmailVerificationToken, isAPIError } from 'better-auth/api';
import { hashPassword, verifyJWT, verifyPassword } from 'better-auth/crypto';
import { betterAuth } from 'better-auth/minimal';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import { accounts, sessions, users, verifications } from '#db/schema/accounts.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Settings } from '#platform/env.server.ts';
import { readJson } from '#platform/http.server.ts';
import { newId } from '#platform/ids.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { Logger } from '#platform/log.server.ts';
import type { Mailer } from '#platform/mail.ts';
import { secretOf } from '#platform/secret.server.ts';
import type { CallPath } from './calls.ts';
import { type CallOutcome, openDoor } from './door/commands.server.ts';
import { letterJob, sendLetter } from './jobs.server.ts';
import { confirmationHours, type Letter, recoveryMinutes } from './letters.ts';
import { spend } from './limits/commands.server.ts';
import { signUpMails } from './limits/limits.ts';
import type { LinkFate } from './model.ts';
import { findPassword, savePassword } from './passwords/commands.server.ts';
import { openPlaces, type Places } from './places/commands.server.ts';
import { ensureProfile, forgetEmailChange } from './profiles/commands.server.ts';
import { openSessionCookie, type SignedCookie } from './signed-cookie.ts';

const day = 86_400;

export interface AuthDeps {
  db: Database;
  settings: Pick<Settings, 'PUBLIC_URL' | 'DATA_DIR' | 'SESSION_SECRET' | 'SITE_NAME'>;
  /** Without a queue mails are sent straight away, still beside the answer. */
  jobs?: Jobs;
  mail: Mailer;
  bus: Bus;
  clock: Clock;
  log: Logger;
  /** Told of each new account, after it was made. */
  onSignUp?: (user: { userId: string; email: string }) => Promise<void>;
  /** Length of a session and how old it must be to be renewed, in seconds; 30 days and one day. */
  session?: { seconds: number; renewAfter: number };
  /** How long sign-up and recovery take at least, in milliseconds; 400. */
  evenTime?: number;
}

/** Signing in and out, passwords and links by mail. */
export interface Auth {
  /** Answers a request below /api/auth. @throws when the database is away. */
  handle(request: Request): Promise<Response>;
  /** One of these calls in the name of a page's request: same limits, same checks. */
  call(path: CallPath, body: Record<string, unknown>, from: Request): Promise<CallOutcome>;
  readonly cookies: SignedCookie;
  readonly session: { seconds: number; renewAfter: number };
  /** Follows a link of confirmation. Safe to repeat: it is then `used`. */
  confirmEmail(token: string): Promise<LinkFate>;
  /** Whether a link of recovery is still good, without using it up. */
  isRecoveryOpen(token: string): Promise<boolean>;
  /** Takes as long for nobody's id as for a user's. */
  checkPassword(userId: string, password: string): Promise<boolean>;
  /** Where sign-ins come from, as limits count them. */
  readonly places: Places;
  hashPassword(password: string): Promise<string>;
  /** Puts a mail on its way. */
  post(letter: Letter): Promise<void>;
  /** Waits for what was begun beside an answer; for tests and the end of the program. */
  settled(): Promise<void>;
}

/** Opens the accounts. The secret of the sessions is SESSION_SECRET, or made once and kept in DATA_DIR. */
export async function openAuth(deps: AuthDeps): Promise<Auth> {
  const { db, settings, bus, clock, log } = deps;
  const secret = settings.SESSION_SECRET ?? secretOf(settings.DATA_DIR, 'session-secret');
  const session = deps.session ?? { seconds: 30 * day, renewAfter: day };
  const site = { name: settings.SITE_NAME, url: settings.PUBLIC_URL };
  const origin = new URL(settings.PUBLIC_URL).origin;
  const running = new Set<Promise<unknown>>();

  function beside(work: Promise<unknown>): void {
    const done = work
      .catch((error: unknown) => log.error({ err: error }, 'tarefa da conta falhou'))
      .finally(() => running.delete(done));
    running.add(done);
  }

  async function post(letter: Letter): Promise<void> {
    if (deps.jobs) await deps.jobs.send(letterJob, letter);
    else await sendLetter({ mail: deps.mail, site }, letter);
  }

  const confirmationUrl = (token: string) => `${settings.PUBLIC_URL}/email-confirmed?token=${token}`;
  const findUser = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];
  const mayMail = async (email: string) =>
    (await spend({ db, clock }, { limit: signUpMails, subject: email })) === null;

  /** Somebody signed up again: the owner is told; an account that was never confirmed starts anew. */
  async function answerRepeatedSignUp(
    user: { id: string; email: string; emailVerified: boolean },
    password: string,
  ): Promise<void> {
    if (!(await mayMail(user.email))) return;
    if (user.emailVerified) return post({ kind: 'already-registered', to: user.email });
    await savePassword(db, user.id, await hashPassword(password), clock.now());
    const token = await createEmailVerificationToken(secret, user.email, undefined, confirmationHours * 3600);
    await post({ kind: 'confirm-email', to: user.email, url: confirmationUrl(token) });
  }

  const better = betterAuth({
    secret,
    baseURL: origin,
    basePath: '/api/auth',
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    advanced: {
      // Said in full, because the library leaves its checks out when it believes to be under test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      cookiePrefix: 'sonoteca',
      useSecureCookies: origin.startsWith('https:'),
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: ['x-client-address'] },
      backgroundTasks: { handler: beside },
    },
    session: { expiresIn: session.seconds, updateAge: session.renewAfter },
    // Our own limits are counted at the door, per account too; the library's know only addresses.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: recoveryMinutes * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        post({
          kind: 'recover-password',
          to: user.email,
          url: `${settings.PUBLIC_URL}/auth/nova-senha?token=${token}`,
        }),
      async onPasswordReset({ user }) {
        // Whoever holds the link owns the address.
        await db.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
        await forgetEmailChange(db, user.id);
        beside(post({ kind: 'password-changed', to: user.email, at: clock.now().toISOString() }));
      },
      async onExistingUserSignUp({ user }, request) {
        const { password } = await readJson(request!, z.object({ password: z.string() }));
        await answerRepeatedSignUp(user, password);
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: confirmationHours * 3600,
      sendVerificationEmail: ({ user, token }) =>
        post({ kind: 'confirm-email', to: user.email, url: confirmationUrl(token) }),
    },
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: {
      user: {
        create: {
          async after({ id, email, name }) {
            await ensureProfile(db, id, name);
            if (deps.onSignUp) beside(deps.onSignUp({ userId: id, email }));
          },
        },
      },
      session: { delete: { after: (ended) => bus.publish('viewer', ended.userId) } },
    },
    logger: { level: 'error', log: (_level, message) => log.warn({ part: 'better-auth' }, message) },
    onAPIError: {
      onError(error) {
        if (!isAPIError(error)) throw error;
      },
    },
  });

  const cookies = openSessionCookie({ secret, publicUrl: settings.PUBLIC_URL, seconds: session.seconds });
  const addressOf = (request: Request) =>
    normalizeIP((request.headers.get('x-client-address') ?? 'unknown').slice(0, 64));
  const places = openPlaces({ db, clock, secret, publicUrl: settings.PUBLIC_URL, addressOf });
  const door = openDoor({
    db,
    clock,
    origin,
    evenTime: deps.evenTime ?? 400,
    cookies,
    places,
    addressOf,
    pass: (request) => better.handler(request),
    isRegistered: async (email) => (await findUser(email)) !== undefined,
    async endSession(token) {
      const [ended] = await db.delete(sessions).where(eq(sessions.token, token)).returning();
      if (ended) await bus.publish('viewer', ended.userId);
    },
    async passwordChanged(user) {
      await forgetEmailChange(db, user.id);
      beside(post({ kind: 'password-changed', to: user.email, at: clock.now().toISOString() }));
    },
  });

  return {
    ...door,
    cookies,
    session,
    hashPassword,
    places,
    post,
    async confirmEmail(token) {
      const claim = (await verifyJWT(token, secret)) as { email: string; iat: number } | null;
      const user = claim ? await findUser(claim.email) : undefined;
      if (claim && user && !user.emailVerified) {
        // A later sign-up has set another password: only its own link confirms the account.
        const password = await findPassword(db, user.id);
        if (password && claim.iat < Math.floor(password.since.getTime() / 1000)) return 'expired';
      }
      try {
        await better.api.verifyEmail({ query: { token } });
      } catch (error) {
        if (!isAPIError(error)) throw error;
        return error.body?.code === 'TOKEN_EXPIRED' ? 'expired' : 'invalid';
      }
      if (!user) return 'invalid';
      await bus.publish('viewer', user.id);
      return user.emailVerified ? 'used' : 'confirmed';
    },
    async isRecoveryOpen(token) {
      const { internalAdapter } = await better.$context;
      const kept = await internalAdapter.findVerificationValue(`reset-password:${token}`);
      return kept !== null && kept.expiresAt > clock.now();
    },
    async checkPassword(userId, password) {
      const kept = await findPassword(db, userId);
      if (kept) return verifyPassword({ hash: kept.hash, password });
      await hashPassword(password);
      return false;
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
