import { createServer } from 'vite';

/** The site with reload on change: Vite in front of the same server, in one process. */
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const { startDevelopment } = (await vite.ssrLoadModule(
  '/server/dev-start.ts',
)) as typeof import('./dev-start.ts');
await startDevelopment(vite);
