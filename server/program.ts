import { join } from 'node:path';
import { measureElsewhere } from '#features/media/measuring/gateway.server.ts';
import { readSettings, SettingsError } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { openLog } from '#platform/log.server.ts';
import { serveAssets } from './assets.ts';
import { runCommand } from './commands.ts';
import { loadDemoContent } from './demo.ts';
import { readRoles, run } from './run.ts';
import { openWeb } from './web.ts';

/**
 * The built program: the site by default, or one of the commands of the README. What stops it is said in one sentence,
 * and the exit code is 1.
 * @param folder where the built program lies: the measuring program beside it, the browser's files next to it
 */
export async function main(args: string[], folder: string): Promise<void> {
  try {
    await start(args, folder);
  } catch (error) {
    if (error instanceof SettingsError || error instanceof AppError) console.error(error.message);
    else console.error(error);
    process.exit(1);
  }
}

async function start(args: string[], folder: string): Promise<void> {
  const settings = readSettings();
  const log = openLog(settings.LOG_LEVEL);
  if (args[0] && !args[0].startsWith('--')) return runCommand(args[0], args.slice(1), settings, log);

  const { stop, url } = await run({
    settings,
    log,
    roles: readRoles(args),
    measure: measureElsewhere(join(folder, 'measuring.js')),
    onEmbedded: (app) => loadDemoContent(app),
    openServer: async (app) => {
      const build = await import('virtual:react-router/server-build');
      return openWeb({ app, build, mode: 'production', assets: serveAssets(join(folder, '../client')) });
    },
  });
  log.info({ url }, url ? `Sonoteca está no ar em ${url}` : 'Sonoteca: trabalhador iniciado');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'encerrando');
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'não encerrou bem');
          process.exit(1);
        },
      );
    });
  }
}
