import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ffmpegAdvice, withoutFfmpeg } from '#features/media/ffmpeg-advice.ts';
import { hasFfmpeg } from '#features/media/measuring/gateway.server.ts';
import { readSearchTerm } from '#features/search/words/reading-queries.server.ts';
import { checkProvider } from '#features/subscriptions/price-mismatches.server.ts';
import { settleLeftovers } from '#features/subscriptions/settlement-jobs.server.ts';
import { explainFailure, requireDataDir } from '#platform/data-dir.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { localAddress, SettingsError } from '#platform/env.server.ts';
import type { Logger } from '#platform/log.server.ts';
import type { App } from '#routes/app.server.ts';
import { openApp } from './app.ts';
import { openWorkerHealth } from './worker-health.ts';

/** Milliseconds that streams may continue during shutdown. */
const drainTime = 10_000;

const allRoles = ['web', 'worker'] as const;
export type ServerRole = (typeof allRoles)[number];

/** The roles of `--roles=web,worker`; both by default. @throws SettingsError for an unknown role */
export function readRoles(args: string[]): ServerRole[] {
  const value = args.find((arg) => arg.startsWith('--roles='))?.slice('--roles='.length);
  if (value === undefined) return [...allRoles];
  const roles = value.split(',').map((role) => role.trim());
  const unknown = roles.find((role) => !allRoles.includes(role as ServerRole));
  if (unknown !== undefined || roles.length === 0) {
    throw new SettingsError(`--roles: “${unknown ?? ''}” não existe; use web, worker ou os dois.`);
  }
  return roles as ServerRole[];
}

interface RunOptions {
  settings: Settings;
  log: Logger;
  roles: ServerRole[];
  /** Aborts the start, and ends the running site. */
  ending?: AbortController;
  openServer: (app: App) => Promise<Server>;
  /** Called with an embedded database before the site listens. */
  onEmbedded: (app: App) => Promise<void>;
}

interface Running {
  app: App;
  stop: () => Promise<void>;
  url: string | null;
}

/**
 * Starts the program's roles and returns how to stop them; `ending` aborts the start. @throws when a step fails or the
 * start is aborted, leaving nothing open; SettingsError when DATA_DIR is full or not writable
 */
export async function run(options: RunOptions): Promise<Running> {
  const { DATA_DIR } = options.settings;
  await requireDataDir(DATA_DIR);
  try {
    return await startRoles(options);
  } catch (error) {
    throw await explainFailure(error, DATA_DIR);
  }
}

async function startRoles(options: RunOptions): Promise<Running> {
  const { settings, log, roles, ending = new AbortController() } = options;
  const opened = await openApp(settings, log, ending.signal);
  const { app } = opened;
  let server: Server | null = null;
  let stopping: Promise<void> | null = null;
  const close = async () => {
    if (server?.listening) await drain(server);
    await opened.close();
  };
  const stop = () => {
    ending.abort();
    stopping ??= close();
    return stopping;
  };
  try {
    if (opened.isEmbedded) await options.onEmbedded(app);
    ending.signal.throwIfAborted();
    if (app.payments.kind === 'simulated')
      log.warn('o pagamento é simulado e ninguém é cobrado; para vender, defina STRIPE_SECRET_KEY');
    void askProvider(app);
    lookForFfmpeg(app).catch((error: unknown) => log.debug({ err: error }, 'ffmpeg não pôde ser procurado'));
    const isWeb = roles.includes('web');
    const { WORKER_PORT, PORT } = settings;
    if (isWeb) server = await options.openServer(app);
    else if (WORKER_PORT !== undefined) server = openWorkerHealth(app);
    const port = isWeb ? { name: 'PORT', wanted: PORT } : { name: 'WORKER_PORT', wanted: WORKER_PORT ?? 0 };
    const address = server && (await listen(server, settings.HOST, port));
    if (roles.includes('worker')) {
      const { jobHandlers } = await import('./worker.ts');
      await app.jobs.work(jobHandlers(app));
    }
    ending.signal.throwIfAborted();
    if (isWeb) void readAhead(app);
    return { app, stop, url: isWeb ? address : null };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Caches what every search reads, so that the first one after a start does not wait for it. */
async function readAhead(app: App): Promise<void> {
  await readSearchTerm(app, 'trilha').catch((error: unknown) =>
    app.log.debug({ err: error }, 'sem leitura prévia'),
  );
}

/** Warns when the provider's prices differ or it is unreachable; otherwise resumes what waited for it. */
async function askProvider({ db, jobs, payments, settings, log }: App): Promise<void> {
  try {
    const { fault, mismatches } = await checkProvider(payments, settings);
    for (const mismatch of mismatches) log.warn({ mismatch }, 'o preço cobrado difere do preço mostrado');
    if (fault) log.error({ fault }, 'o provedor de pagamentos não responde ou recusa a chave do site');
    else await settleLeftovers({ db, jobs });
  } catch (error) {
    log.warn({ err: error }, 'o provedor de pagamentos não pôde ser conferido');
  }
}

/** Says at the start what a site without ffmpeg does not do. */
async function lookForFfmpeg({ settings, log }: App): Promise<void> {
  if (!(await hasFfmpeg(settings.FFMPEG_PATH)))
    log.warn(`${ffmpegAdvice(settings.FFMPEG_PATH)} ${withoutFfmpeg}`);
}

async function listen(
  server: Server,
  host: string,
  { name, wanted }: { name: string; wanted: number },
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' ? new SettingsError(`${name}: a porta ${wanted} já está em uso.`) : error,
      );
    });
    server.listen(wanted, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return localAddress(host, port);
}

/** Stops accepting requests, lets running ones finish, gives streams ten seconds. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Closes connections that become idle from now on: they would wait for another request.
  const sweeper = setInterval(() => server.closeIdleConnections(), 100);
  const timer = setTimeout(() => server.closeAllConnections(), drainTime);
  await closed;
  clearInterval(sweeper);
  clearTimeout(timer);
}
