import { sql } from 'drizzle-orm';
import { openDatabase } from '#db/open.server.ts';
import { openLog } from '#platform/log.server.ts';
import { aCategory } from '#tests/builders.ts';
import { type Figure, percentile } from './report.ts';
import { forgetSite, signIn, startSite } from './site.ts';

/** Typical queries: rare, frequent, over two fields, misspelt, without results. */
const terms = [
  'número 4321',
  'natal',
  'NATAL programa',
  'trilha 77',
  'manhã',
  'nataal',
  'zzzz',
  'rádio 9999 natal',
];
const rounds = 25;

/** Milliseconds of sequential searches among 10,000 packages (SRC-13). */
export async function benchSearch(root: string): Promise<Figure[]> {
  const site = await startSite(root);
  const { db, stop } = await openDatabase({ DATA_DIR: site.dataDir }, openLog('warn'));
  try {
    const category = await aCategory(db);
    await db.execute(sql`insert into packages (id, title, description, tags, category_id)
      select 'muitos' || n, 'Trilha de Natal ' || n, 'Programa de rádio da manhã, número ' || n,
        array['natal', 'lote' || n % 100], ${category.id}
      from generate_series(1, 10000) n`);
    await db.execute(sql`vacuum analyze packages`);
    const headers = { Cookie: await signIn(site) };
    const samples: number[] = [];
    for (let at = 0; at < terms.length * rounds; at++) {
      const begun = performance.now();
      const answer = await fetch(
        `${site.url}/search.data?q=${encodeURIComponent(terms[at % terms.length]!)}`,
        {
          headers,
        },
      );
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the search answered ${answer.status}`);
      samples.push(performance.now() - begun);
    }
    return [
      {
        name: 'search among 10,000 packages',
        value: percentile(samples, 0.95),
        unit: 'ms',
        bound: 100,
        sense: 'most',
        how: `${samples.length} answers, 95th percentile; median ${Math.round(percentile(samples, 0.5))} ms`,
      },
    ];
  } finally {
    await stop();
    await site.stop();
    forgetSite(site);
  }
}
