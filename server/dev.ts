import { createServer } from 'vite';
import { stopOnOldNode } from './node-version.ts';

stopOnOldNode();

/** The site with reload on change: Vite in front of the same server, in one process. */
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const { startDevelopment } = (await vite.ssrLoadModule(
  '/server/dev-start.ts',
)) as typeof import('./dev-start.ts');

/**
 * `npm run dev -- --stripe`: a stand-in of Stripe beside the site instead of the simulated checkout. It belongs to the
 * tests and is loaded by its address, because the server imports nothing of theirs.
 */
const withStripe = process.argv.includes('--stripe');
const standIn = withStripe ? await vite.ssrLoadModule('/tests/fakes/stripe/server.ts') : null;
/** Without a key for Google Drive a stand-in with the demo audio as its folder takes its place. */
const drive = await vite.ssrLoadModule('/tests/fakes/drive-demo.ts');
await startDevelopment(
  vite,
  standIn as import('./dev-start.ts').StripeStandIn | null,
  drive as import('./dev-start.ts').DriveStandIn,
);
