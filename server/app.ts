import { migrate } from '#db/migrate.server.ts';
import { openDatabase } from '#db/open.server.ts';
import { type AuthDeps, openAuth } from '#features/accounts/gateway.server.ts';
import { strongPasswords } from '#features/accounts/passwords-gateway.server.ts';
import { recordingMailer } from '#features/accounts/record-mails.server.ts';
import { openDrive } from '#features/ingestion/drive-gateway.server.ts';
import { notify } from '#features/notifications/notify.server.ts';
import type { PaymentError } from '#features/subscriptions/faults.ts';
import { openViewerReader } from '#features/subscriptions/gates.server.ts';
import type { PaymentGateway } from '#features/subscriptions/model.ts';
import { tellOfFault } from '#features/subscriptions/notify-payments.server.ts';
import { openSimulatedPayments } from '#features/subscriptions/simulated-gateway.server.ts';
import { Bus } from '#platform/bus.server.ts';
import { systemClock } from '#platform/clock.ts';
import type { Settings } from '#platform/env.server.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import type { Logger } from '#platform/log.server.ts';
import { openMailer } from '#platform/mail.server.ts';
import { openMetrics } from '#platform/metrics.server.ts';
import { openStorage } from '#platform/storage/open.server.ts';
import type { App } from '#routes/app.server.ts';
import { addPoolFigures } from './site-figures.ts';

/** The program's parts, with a way to close them in the right order. */
export interface OpenApp {
  app: App;
  /** Whether demo content may be loaded: never into a database of DATABASE_URL. */
  isEmbedded: boolean;
  /** Closes the parts, the database last. Safe to repeat. */
  close(): Promise<void>;
}

type Closers = (() => Promise<void>)[];

/** Deliberately slow parts of accounts, replaced in tests. */
type SlowParts = Pick<AuthDeps, 'passwords' | 'evenTime'>;

/**
 * Builds every part; nothing else does. A failed start leaves nothing open. @param ending aborts the start @param slow
 * only for tests
 */
export async function openApp(
  settings: Settings,
  log: Logger,
  ending = new AbortController().signal,
  slow: SlowParts = { passwords: strongPasswords },
): Promise<OpenApp> {
  const closers: Closers = [];
  const close = async () => {
    for (let end = closers.pop(); end; end = closers.pop()) await end();
  };
  try {
    return { ...(await openParts(settings, log, closers, ending, slow)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts(
  settings: Settings,
  log: Logger,
  closers: Closers,
  ending: AbortSignal,
  slow: SlowParts,
): Promise<Omit<OpenApp, 'close'>> {
  // First, because wrong settings must stop the start before the database starts.
  const storage = await openStorage(settings, log);
  ending.throwIfAborted();
  const database = await openDatabase(settings, log, ending);
  closers.push(database.stop);
  const { db, pool, connectionString } = database;
  await migrate(pool, ending);
  const clock = systemClock;
  const metrics = openMetrics();
  addPoolFigures(metrics, pool);
  const bus = new Bus(pool, connectionString, log);
  closers.push(() => bus.stop());
  const jobs = await openJobs({ connectionString, db, log });
  closers.push(() => jobs.stop());
  const mail = recordingMailer({ db, clock, log }, openMailer(settings, log));
  const onSignUp = tellOfSignUp(db, bus);
  const auth = await openAuth({ db, settings, jobs, mail, bus, clock, log, onSignUp, ...slow });
  closers.push(() => auth.settled());
  const requireTwoFactor = settings.REQUIRE_TWO_FACTOR;
  const viewers = openViewerReader({ db, auth, bus, clock, requireTwoFactor });
  const payments = await openPayments({ db, settings, clock, bus, log });
  const drive = openDrive(settings);
  ending.throwIfAborted();
  await bus.start();
  const parts = {
    settings,
    log,
    clock,
    db,
    bus,
    storage,
    jobs,
    metrics,
    connectionString,
    mail,
    auth,
    payments,
    drive,
  };
  return { app: { ...parts, viewers, ending }, isEmbedded: database.embedded };
}

const tellOfSignUp =
  (db: App['db'], bus: Bus) =>
  async ({ userId, email }: { userId: string; email: string }) => {
    const about = { title: 'Novo cadastro', body: email, link: `/admin/users/${userId}` };
    await notify(db, { type: 'sign-up', ...about, dedupeKey: `sign-up:${userId}` });
    await bus.publish('notifications');
  };

/** Stripe when its key is set (its library is loaded only then), else the simulated provider. */
async function openPayments(
  deps: Pick<App, 'db' | 'settings' | 'clock' | 'bus' | 'log'>,
): Promise<PaymentGateway> {
  const onFault = (fault: PaymentError) => {
    tellOfFault(deps, fault).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'a equipe não pôde ser avisada de uma falha do provedor de pagamentos');
    });
  };
  return (await openProvider(deps.settings, onFault)) ?? openSimulatedPayments(deps);
}

/** Stripe; null without its key. */
export async function openProvider(
  { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE_URL }: Settings,
  onFault: (fault: PaymentError) => void,
): Promise<PaymentGateway | null> {
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET) return null;
  const { StripePayments } = await import('#features/subscriptions/stripe-gateway.server.ts');
  return new StripePayments({
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiBaseUrl: STRIPE_API_BASE_URL,
    onFault,
  });
}
