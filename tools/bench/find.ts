import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JudgedQuery, judge, judgedQueries } from './judge.ts';
import { type Figure, least, most, percentile } from './report.ts';
import { forgetSite, type Site, signIn, startSite } from './site.ts';

interface Answer {
  tracks: { key?: string }[];
  packages: { key?: string }[];
}

/** Bounds for the queries that a test runs, and for others, which nobody has tuned the search to. */
const bounds = {
  open: { success5: 0.92, mrr10: 0.8, empty: 0.9 },
  other: { success5: 0.82, mrr10: 0.7, empty: 0.7 },
};

/** Judges the search by HTTP on the test catalogue. @param given file of judged queries, instead of the tests' own */
export async function benchFind(root: string, given?: string): Promise<Figure[]> {
  const path = given ?? join(root, 'tests/search/queries-open.json');
  const bound = given ? bounds.other : bounds.open;
  const queries = judgedQueries.parse(JSON.parse(readFileSync(path, 'utf8')));
  const site = await startSite(root);
  try {
    loadCatalogue(root, site);
    const cookie = await signIn(site);
    const answers = [];
    const times = [];
    for (const query of queries) {
      const begun = performance.now();
      const { tracks, packages } = await ask(site, cookie, query);
      times.push(performance.now() - begun);
      // The demo's own sounds have no key, and nobody has judged them.
      const keys = (query.wants === 'tracks' ? tracks : packages).flatMap(({ key }) => key ?? []);
      answers.push({ query, keys });
    }
    const { success5, mrr10, empty, missed } = judge(answers);
    if (missed.length > 0) console.log(`missed: ${missed.join(', ')}`);
    const how = `${queries.length} queries`;
    return [
      least('success@5', success5, '', bound.success5, how),
      least('MRR@10', mrr10, '', bound.mrr10, how),
      least('nothing where nothing is', empty, '', bound.empty, how),
      most('a search, p95', percentile(times, 0.95), 'ms', 100, `${how}, one after another`),
    ];
  } finally {
    await site.stop();
    forgetSite(site);
  }
}

function loadCatalogue(root: string, site: Site): void {
  const file = join(root, 'tests/search/catalogue.json');
  const run = spawnSync(
    join(root, 'node_modules/.bin/node'),
    ['build/server/main.js', 'demo', '--catalogue', file],
    { cwd: root, encoding: 'utf8', env: { ...process.env, DATA_DIR: site.dataDir } },
  );
  if (run.status !== 0) throw new Error(`the catalogue was not loaded: ${run.stderr}`);
}

async function ask(site: Site, cookie: string, { q, kind }: JudgedQuery): Promise<Answer> {
  const query = new URLSearchParams({ q, limit: '20', ...(kind ? { kind } : {}) });
  const response = await fetch(`${site.url}/functions/search-tracks?${query}`, {
    headers: { Cookie: cookie },
  });
  if (!response.ok) throw new Error(`the search answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
