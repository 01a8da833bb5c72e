import { createServer } from 'vite';
import { stopOnOldNode } from './node-version.ts';

stopOnOldNode();

/** The site with reload on change: Vite in front of the same server, in one process. */
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const { startDevelopment } = (await vite.ssrLoadModule(
  '/server/dev-start.ts',
)) as typeof import('./dev-start.ts');

/**
 * With `--stripe` a stand-in replaces the simulated checkout; loaded by path, because server must not import tests.
 */
const withStripe = process.argv.includes('--stripe');
const standIn = withStripe ? await vite.ssrLoadModule('/tests/fakes/stripe/server.ts') : null;
/** Without a Google Drive key, a stand-in serves the demo audio. */
const drive = await vite.ssrLoadModule('/tests/fakes/drive-demo.ts');
await startDevelopment(
  vite,
  standIn as import('./dev-start.ts').StripeStandIn | null,
  drive as import('./dev-start.ts').DriveStandIn,
);
