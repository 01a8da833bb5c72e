import { once } from 'node:events';
import { join } from 'node:path';
import { readSettings, type Settings, SettingsError } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { type Logger, openLog } from '#platform/log.server.ts';
import { openAssets } from './assets.ts';
import { readRoles, run } from './run.ts';
import { keepWorker } from './worker-process.ts';

/**
 * The built program: the site by default, or a command of the README. An error is printed as one sentence with exit
 * code 1; a requested end exits with 0. @param folder of the built program, beside the browser's files @param ending
 * aborted when the program is told to end
 */
export async function main(args: string[], folder: string, ending: AbortController): Promise<void> {
  try {
    const settings = readSettings();
    const log = openLog(settings.LOG_LEVEL);
    endOnUncaught(log);
    if (!args[0] || args[0].startsWith('--')) {
      await serve(args, folder, ending, settings, log);
      process.exit(0);
    }
    ending.signal.addEventListener('abort', () => process.exit(1));
    const { runCommand } = await import('./commands.ts');
    await runCommand(args[0], args.slice(1), settings, log);
  } catch (error) {
    if (error instanceof SettingsError || error instanceof AppError) console.error(error.message);
    else console.error(error);
    process.exit(1);
  }
}

/** After an uncaught error the state is unknown: log it and exit. */
function endOnUncaught(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    try {
      log.fatal({ err: error, origin }, 'erro que ninguém tratou; o processo termina');
    } finally {
      process.exit(1);
    }
  });
}

/**
 * Runs the site until shutdown, each role in its own process; an aborted start leaves nothing open either.
 */
async function serve(
  args: string[],
  folder: string,
  ending: AbortController,
  settings: Settings,
  log: Logger,
): Promise<void> {
  const { signal } = ending;
  // A worker beside the web role ends with it, even when that was killed.
  process.once('disconnect', () => ending.abort('disconnect'));
  const roles = readRoles(args);
  const isBoth = roles.length > 1;
  const site = await run({
    settings,
    log,
    roles: isBoth ? ['web'] : roles,
    ending,
    onEmbedded: async (app) => (await import('./demo.ts')).loadDemoContent(app),
    openServer: async (app) => {
      const { openWeb } = await import('./web.ts');
      const build = await import('virtual:react-router/server-build');
      return openWeb({ app, build, mode: 'production', assets: openAssets(join(folder, '../client')) });
    },
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    log.info({ signal: signal.reason, err: error }, 'encerrado durante o início');
    return null;
  });
  if (!site) return;
  log.info(
    { url: site.url },
    site.url ? `Sonoteca está no ar em ${site.url}` : 'Sonoteca: trabalhador iniciado',
  );
  const endWorker = isBoth && !signal.aborted ? keepWorker(join(folder, 'main.js'), log) : null;
  if (!signal.aborted) await once(signal, 'abort');
  log.info({ signal: signal.reason }, 'encerrando');
  await endWorker?.();
  await site.stop();
}
