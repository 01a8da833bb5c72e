import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addContent, addGenerated, type CatalogueSize, sizeOf } from './content.ts';
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

/** The most milliseconds of 19 in 20 answers. */
const patience = { words: 100, filters: 200, suggestions: 60 };

interface Asked extends CatalogueSize {
  /** File of judged queries, instead of the tests' own. */
  queries?: string | undefined;
}

/** Judges the search by HTTP on the test catalogue, and times it; on a generated catalogue it only times it. */
export async function benchFind(root: string, { queries: given, ...asked }: Asked): Promise<Figure[]> {
  const path = given ?? join(root, 'tests/search/queries-open.json');
  const queries = judgedQueries.parse(JSON.parse(readFileSync(path, 'utf8')));
  const site = await startSite(root);
  try {
    addContent(root, site, ['--catalogue', join(root, 'tests/search/catalogue.json')]);
    const size = sizeOf(asked);
    if (size) addGenerated(root, site, size);
    const cookie = await signIn(site);
    const answers = await askAll(queries, (query) => ask(site, cookie, query));
    const how = `${queries.length} queries, one after another${size ? `, ${size.tracks} more tracks` : ''}`;
    return [
      ...(size ? [] : judged(queries, answers.given, given ? bounds.other : bounds.open)),
      most('a search, p95', percentile(answers.times, 0.95), 'ms', patience.words, how),
      ...(await timed(site, cookie, queries, how)),
    ];
  } finally {
    await site.stop();
    forgetSite(site);
  }
}

function judged(queries: JudgedQuery[], answers: Answer[], bound: typeof bounds.open): Figure[] {
  const keyed = queries.map((query, at) => {
    const { tracks = [], packages = [] } = answers[at] ?? {};
    // The demo's own sounds have no key, and nobody has judged them.
    return { query, keys: (query.wants === 'tracks' ? tracks : packages).flatMap(({ key }) => key ?? []) };
  });
  const { success5, mrr10, empty, missed } = judge(keyed);
  if (missed.length > 0) console.log(`missed: ${missed.join(', ')}`);
  const how = `${queries.length} queries`;
  return [
    least('success@5', success5, '', bound.success5, how),
    least('MRR@10', mrr10, '', bound.mrr10, how),
    least('nothing where nothing is', empty, '', bound.empty, how),
  ];
}

/** Times what else a search asks for: filtered tracks with the counts of all filters, and suggestions. */
async function timed(site: Site, cookie: string, queries: JudgedQuery[], how: string): Promise<Figure[]> {
  const filtered = await askAll(queries, async ({ q }) => {
    const query = new URLSearchParams({ q, ver: 'faixas', duracao: '15-30s', intensidade: 'media' });
    await Promise.all([
      read(site, cookie, `/functions/search-tracks?${query}`),
      read(site, cookie, `/library/filters?${query}`),
    ]);
  });
  const beginnings = queries.flatMap(({ q }) => [q.slice(0, 2), q.slice(0, 4), q.slice(0, -1)]);
  const suggested = await askAll(beginnings, (q) =>
    read(site, cookie, `/functions/suggestions?${new URLSearchParams({ q })}`),
  );
  const p95 = (times: number[]) => percentile(times, 0.95);
  return [
    most('with filters and counts, p95', p95(filtered.times), 'ms', patience.filters, how),
    most('suggestions, p95', p95(suggested.times), 'ms', patience.suggestions, 'beginnings of the same'),
  ];
}

/** Asks one after another; with the milliseconds of each. */
async function askAll<Q, A>(questions: readonly Q[], answer: (question: Q) => Promise<A>) {
  const given: A[] = [];
  const times: number[] = [];
  for (const question of questions) {
    const begun = performance.now();
    given.push(await answer(question));
    times.push(performance.now() - begun);
  }
  return { given, times };
}

async function ask(site: Site, cookie: string, { q, kind }: JudgedQuery): Promise<Answer> {
  const query = new URLSearchParams({ q, limit: '20', ...(kind ? { kind } : {}) });
  return (await read(site, cookie, `/functions/search-tracks?${query}`)) as Answer;
}

async function read(site: Site, cookie: string, address: string): Promise<unknown> {
  const response = await fetch(`${site.url}${address}`, { headers: { Cookie: cookie } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
