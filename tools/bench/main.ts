import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../build.ts';
import { benchAnalysis } from './analysis.ts';
import { secret } from './asking.ts';
import { benchBrowser } from './browser.ts';
import { benchBytes } from './bytes.ts';
import { benchDelivery } from './delivery.ts';
import { benchDesk } from './desk.ts';
import { benchFind } from './find.ts';
import { benchGrowth } from './growth.ts';
import { benchHostile } from './hostile.ts';
import { benchImport } from './import.ts';
import { benchJobs } from './jobs.ts';
import { benchMixed } from './mixed.ts';
import { benchPages } from './pages.ts';
import { benchProcess } from './process.ts';
import { type Figure, keepFigures, most, printFigures } from './report.ts';
import { benchSimilar } from './similar.ts';
import { forgetSite, type Site, startSite } from './site.ts';
import { benchUnread } from './unread.ts';
import { benchWebhooks } from './webhooks.ts';

/**
 * `npm run bench`: builds the program, runs it on demo content, and prints the figures with their bounds. `npm run
 * bench -- bytes pages` measures only these. docs/speed.md explains each row. Exits with 1 when a figure misses its bound.
 */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const parts: Record<string, (site: Site) => Promise<Figure[]>> = {
  pages: benchPages,
  mixed: () => benchMixed(root, values),
  growth: () => benchGrowth(root, values),
  browser: benchBrowser,
  desk: benchDesk,
  import: () => benchImport(root),
  analysis: () => benchAnalysis(root),
  delivery: () => benchDelivery(root),
  jobs: async () => benchJobs(root),
  webhooks: () => benchWebhooks(root),
  hostile: async () => [...(await benchHostile(root)), ...(await benchUnread(root))],
  find: () => benchFind(root, values),
  similar: () => benchSimilar(root, values),
  // Late: it adds a package of noise to the catalogue that the others browse.
  bytes: benchBytes,
  process: (site) => benchProcess(root, site),
};

const { values, positionals: asked } = parseArgs({
  options: { queries: { type: 'string' }, packages: { type: 'string' }, tracks: { type: 'string' } },
  allowPositionals: true,
});
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);

build(root);
const site = await startSite(root, undefined, { SESSION_SECRET: secret });
const figures: Figure[] = [];
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    try {
      figures.push(...(await measure(site)));
    } catch (error) {
      // The other parts are still worth their time.
      console.error(error);
      figures.push(most(`${name}: failed`, 1, 'times', 0, 'the error is above'));
    }
  }
} finally {
  await site.stop();
  forgetSite(site);
}
const holds = printFigures(figures);
keepFigures(root, figures);
process.exitCode = holds ? 0 : 1;
