import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { catalogueSchema, loadCatalogue } from '#features/catalog/demo/load-catalogue.server.ts';
import { projectRoot } from '#platform/project.server.ts';
import { testDatabase } from '#tests/database.ts';
import { judge, judgedQueries } from '#tools/bench/judge.ts';
import { listCatalogueKeys, searchPackages } from '../queries.server.ts';
import { readTermWords } from '../words/reading-queries.server.ts';
import { searchTracks } from './queries.server.ts';

const source = await testDatabase();
const { db, bus } = source;
const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(projectRoot(), 'tests/search', name), 'utf8'));

it('a hundred queries of producers find what they mean, and nothing where there is nothing', async () => {
  const catalogue = catalogueSchema.parse(read('catalogue.json'));
  expect(await loadCatalogue(db, catalogue)).toBe(catalogue.length);
  expect(await loadCatalogue(db, catalogue), 'a second time').toBe(0);
  await bus.publish('catalog');
  const answers = [];
  for (const query of judgedQueries.parse(read('queries-open.json'))) {
    const kind = query.kind as null;
    const stretch = { kind, offset: 0, limit: 10 };
    const found = await searchTracks(source, await readTermWords(source, query.q), stretch);
    const { cards } = await searchPackages(source, query.q, stretch);
    const keys = await listCatalogueKeys(db, cards);
    const packs = cards.map(({ id }) => keys.get(id));
    answers.push({
      query,
      keys: query.wants === 'tracks' ? found.tracks.map(({ key }) => key ?? '') : packs,
    });
  }
  const { success5, mrr10, empty, missed } = judge(answers);
  const told = `missed: ${missed.join(', ')}`;
  expect(success5, told).toBeGreaterThanOrEqual(0.92);
  expect(mrr10, told).toBeGreaterThanOrEqual(0.8);
  expect(empty, told).toBeGreaterThanOrEqual(0.9);
});
