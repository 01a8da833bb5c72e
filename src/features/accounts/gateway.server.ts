import { eq } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { sessions } from '#db/schema/accounts.ts';
import type { Bus } from '#platform/bus.server.ts';
import { blockOf } from '#platform/caller.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Settings } from '#platform/env.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { lazily } from '#platform/lazily.ts';
import type { Logger } from '#platform/log.server.ts';
import type { Mailer } from '#platform/mail.ts';
import { secretOf } from '#platform/secret.server.ts';
import { type CallOutcome, type OwnCall, openAuthCalls } from './auth-calls.server.ts';
import { type CallPath, resetCall } from './calls.ts';
import { letterJob, sendLetter } from './jobs.server.ts';
import type { Letter } from './mails/table.ts';
import { emailSchema, type LinkFate, signUpCallSchema } from './model.ts';
import { findPassword } from './password-rows.server.ts';
import type { Passwords } from './passwords-gateway.server.ts';
import { openPlaces, type Places } from './places/known-places.server.ts';
import { findPasswordLink, requestRecovery, resetPassword } from './recovery/recover-password.server.ts';
import { deviceOf } from './sessions/device.ts';
import {
  confirmEmail,
  isWaiting,
  type LinkDeps,
  resendConfirmation,
  signUp,
} from './sign-up/sign-up.server.ts';
import { openSessionCookie, openStepCookie, type SignedCookie } from './signed-cookie.ts';

const day = 86_400;

export interface AuthDeps {
  db: Database;
  settings: Pick<Settings, 'PUBLIC_URL' | 'DATA_DIR' | 'SESSION_SECRET' | 'SITE_NAME'>;
  /** Without a queue mails are sent directly, without delaying the response. */
  jobs?: Jobs;
  mail: Mailer;
  bus: Bus;
  clock: Clock;
  log: Logger;
  passwords: Passwords;
  onSignUp?: (user: { userId: string; email: string }) => Promise<void>;
  /** Lifetime of a session and the age at which it is renewed, in seconds; defaults: 30 days and one day. */
  session?: { seconds: number; renewAfter: number };
  /** Minimum duration of sign-up and recovery in milliseconds; default 400. */
  evenTime?: number;
}

export interface Auth {
  /** Answers a request below /api/auth. @throws when the database is down */
  handle(request: Request): Promise<Response>;
  /** Makes a call on behalf of a page's request, with the same limits and checks. */
  call(path: CallPath, body: Record<string, unknown>, from: Request): Promise<CallOutcome>;
  readonly cookies: SignedCookie;
  readonly session: { seconds: number; renewAfter: number };
  /** Redeems a confirmation link in the browser of this request. Safe to repeat: it is then `used`. */
  confirmEmail(token: string, request: Request): Promise<LinkFate>;
  /** What this link may set a password for, without redeeming it; null when it is invalid. */
  findPasswordLink(token: string): Promise<'recovery' | 'confirmation' | null>;
  /** The user who has given the password in this browser but not yet the second step; null: nobody, or expired. */
  awaited(cookieHeader: string | null): Promise<string | null>;
  /** Discards a pending second step. @returns the Set-Cookie header. Safe to repeat. */
  forgetAwaited(cookieHeader: string | null): Promise<string>;
  /** Takes equally long for unknown ids. */
  checkPassword(userId: string, password: string): Promise<boolean>;
  readonly places: Places;
  hashPassword(password: string): Promise<string>;
  /** Queues a mail, within the transaction if one is given. */
  post(letter: Letter, tx?: Executor): Promise<void>;
  /** Whose calls count together in limits: the client's address, or its network. */
  addressOf(request: Request): string;
  /** Waits for background work; for tests and shutdown. */
  settled(): Promise<void>;
}

/** Opens the accounts. The session secret is SESSION_SECRET, or generated and kept in DATA_DIR. */
export async function openAuth(deps: AuthDeps): Promise<Auth> {
  const { db, settings, bus, clock, log, passwords } = deps;
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

  async function post(letter: Letter, tx?: Executor): Promise<void> {
    if (deps.jobs) await deps.jobs.send(letterJob, letter, { tx });
    else beside(sendLetter({ mail: deps.mail, site }, letter));
  }

  const better = lazily(async () => {
    const { openBetterAuth } = await import('./better-auth-gateway.server.ts');
    return openBetterAuth({ ...deps, secret, origin, session, beside });
  });

  const cookies = openSessionCookie({ secret, publicUrl: settings.PUBLIC_URL, seconds: session.seconds });
  const addressOf = (request: Request) => blockOf(request.headers.get('x-client-address') ?? 'unknown');
  const places = openPlaces({ db, clock, secret, publicUrl: settings.PUBLIC_URL, addressOf });
  const links = {
    db,
    bus,
    clock,
    places,
    publicUrl: settings.PUBLIC_URL,
    post,
    hash: passwords.hash,
    verify: passwords.verify,
    announce(user: { userId: string; email: string }) {
      if (deps.onSignUp) beside(deps.onSignUp(user));
    },
  };
  const stepCookie = openStepCookie({ secret, publicUrl: settings.PUBLIC_URL });
  async function awaited(cookieHeader: string | null): Promise<string | null> {
    const attempt = stepCookie.read(cookieHeader);
    if (!attempt) return null;
    const { internalAdapter } = await (await better()).$context;
    const kept = await internalAdapter.findVerificationValue(attempt);
    return kept && kept.expiresAt > clock.now() ? kept.value : null;
  }
  const authCalls = openAuthCalls({
    db,
    clock,
    origin,
    evenTime: deps.evenTime ?? 400,
    cookies,
    places,
    addressOf,
    pass: async (request) => (await better()).handler(request),
    awaited,
    async isCodeReadable(userId, column) {
      const { isCodeReadable } = await import('./second-step/gateway.server.ts');
      return isCodeReadable({ db, secret }, userId, column);
    },
    own: ownCalls(links),
    isWaiting: (request, credentials) => isWaiting(links, request, credentials),
    async endSession(token) {
      const [ended] = await db.delete(sessions).where(eq(sessions.token, token)).returning();
      if (ended) await bus.publish('viewer', ended.userId);
    },
    signedInAnew({ email }, request) {
      const device = deviceOf(request.headers.get('user-agent')).name;
      beside(post({ kind: 'new-device', to: email, device, at: clock.now().toISOString() }));
    },
    passwordChanged: ({ email }) =>
      post({ kind: 'password-changed', to: email, at: clock.now().toISOString() }),
  });

  return {
    ...authCalls,
    cookies,
    session,
    hashPassword: passwords.hash,
    places,
    addressOf,
    post,
    confirmEmail: (token, request) => confirmEmail(links, request, token),
    findPasswordLink: (token) => findPasswordLink(links, token),
    awaited,
    async forgetAwaited(cookieHeader) {
      const attempt = stepCookie.read(cookieHeader);
      if (attempt) {
        const { internalAdapter } = await (await better()).$context;
        await internalAdapter.consumeVerificationValue(attempt);
      }
      return stepCookie.clear();
    },
    async checkPassword(userId, password) {
      const kept = await findPassword(db, userId);
      if (kept) return passwords.verify(kept, password);
      await passwords.hash(password);
      return false;
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Calls that bypass better-auth: sign-up, and everything done by a link in a mail. */
const ownCalls = (deps: LinkDeps & { bus: Bus }): Record<string, OwnCall> => ({
  '/sign-up/email': async (request, body) => ({
    cookies: await signUp(deps, request, signUpCallSchema.parse(body)),
  }),
  async '/send-verification-email'(request, body) {
    await resendConfirmation(deps, request, emailSchema.parse(body).email);
    return { cookies: [] };
  },
  async '/request-password-reset'(_request, body) {
    await requestRecovery(deps, emailSchema.parse(body).email);
    return { cookies: [] };
  },
  async '/reset-password'(request, body) {
    const cookies = await resetPassword(deps, request, resetCall.parse(body));
    return cookies ? { cookies } : { code: 'INVALID_TOKEN' };
  },
});
