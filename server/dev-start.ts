import type { ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import { readSettings } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { loadDemoContent } from './demo.ts';
import { readRoles, run } from './run.ts';
import { openWeb } from './web.ts';

/** Starts the site inside Vite; routes are loaded anew when their files change. */
export async function startDevelopment(vite: ViteDevServer): Promise<void> {
  const settings = readSettings();
  const log = openLog(settings.LOG_LEVEL);
  const { stop, url } = await run({
    settings,
    log,
    roles: readRoles(process.argv.slice(2)),
    onEmbedded: (app) => loadDemoContent(app),
    openServer: async (app) =>
      openWeb({
        app,
        build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
        mode: 'development',
        assets: vite.middlewares,
      }),
  });
  log.info({ url }, `Sonoteca em desenvolvimento em ${url}`);
  const end = () => {
    void stop()
      .then(() => vite.close())
      .finally(() => process.exit(0));
  };
  process.removeAllListeners('SIGTERM');
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}
