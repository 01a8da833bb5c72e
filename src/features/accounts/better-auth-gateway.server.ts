import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import type { Database } from '#db/open.server.ts';
import { accounts, passkeys, sessions, twoFactors, users, verifications } from '#db/schema/accounts.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Settings } from '#platform/env.server.ts';
import { newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.server.ts';
import type { Passwords } from './passwords-gateway.server.ts';
import { secondSteps } from './second-step/gateway.server.ts';

interface Deps {
  db: Database;
  settings: Pick<Settings, 'SITE_NAME'>;
  bus: Bus;
  clock: Clock;
  log: Logger;
  passwords: Passwords;
  secret: string;
  /** Of PUBLIC_URL. */
  origin: string;
  /** Seconds. */
  session: { seconds: number; renewAfter: number };
  /** Takes work that no response waits for. */
  beside(work: Promise<unknown>): void;
}

/** Our tables by the library's names. */
const schema = {
  user: users,
  session: sessions,
  account: accounts,
  verification: verifications,
  twoFactor: twoFactors,
  passkey: passkeys,
};

/** better-auth with our tables. Loaded with the first call for an account: a worker never needs it. */
export function openBetterAuth({
  db,
  bus,
  clock,
  log,
  passwords,
  secret,
  origin,
  settings,
  session,
  beside,
}: Deps) {
  return betterAuth({
    secret,
    baseURL: origin,
    basePath: '/api/auth',
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    database: drizzleAdapter(db, { provider: 'pg', schema }),
    appName: settings.SITE_NAME,
    plugins: secondSteps({ db, clock, origin, siteName: settings.SITE_NAME }),
    advanced: {
      // Explicit, because better-auth disables the check when it believes to be under test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      cookiePrefix: 'sonoteca',
      useSecureCookies: origin.startsWith('https:'),
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: ['x-client-address'] },
      backgroundTasks: { handler: beside },
    },
    // Our pages ask for the password where better-auth would require a fresh session.
    session: { expiresIn: session.seconds, updateAge: session.renewAfter, freshAge: 0 },
    // We have our own limits, per account too; better-auth's only know addresses.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      // We create accounts and their links ourselves.
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: { hash: passwords.hash, verify: ({ hash, password }) => passwords.verify(hash, password) },
    },
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: {
      session: { delete: { after: (ended) => bus.publish('viewer', ended.userId) } },
    },
    logger: { level: 'error', log: (_level, message) => log.warn({ part: 'better-auth' }, message) },
    onAPIError: {
      onError(error) {
        if (!isAPIError(error)) throw error;
      },
    },
  });
}
