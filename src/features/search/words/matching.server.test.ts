import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/database.ts';
import { matchingOf } from './matching-queries.server.ts';
import { homeQuery } from './reading.ts';
import type { WeighedGroup, WeighedReading } from './reading-queries.server.ts';

const { db } = await testDatabase();

const group = (word: string, homes: string[]): WeighedGroup => ({
  typed: word,
  own: `('${word}')`,
  others: homes.map(homeQuery),
  lexemes: [[word]],
  mood: null,
  bpm: null,
  corrects: null,
  isPurpose: false,
  weight: 1,
});
const reading: WeighedReading = {
  kind: { kind: 'trilhas', typed: 'trilha', homes: ['x', 'y'], words: `('trilha')` },
  needed: [group('esporte', ['y', 'z']), group('gol', ['z']), group('hino', [])],
  wished: [],
  seconds: null,
  bpm: null,
  said: { seconds: null, bpm: null },
  phrase: '',
  text: '',
  tokens: [],
  categories: [],
};
const parts = [
  { words: ['trilha'], homes: ['x', 'y'] },
  ...[['y', 'z'], ['z'], []].map((homes, at) => ({
    words: [['esporte', 'gol', 'hino'][at]],
    homes,
  })),
];

/** Every document of one category with some of the words. */
const documents = ['w', 'x', 'y', 'z'].flatMap((home) =>
  Array.from({ length: 16 }, (_, mask) => ({
    home,
    words: ['trilha', 'esporte', 'gol', 'hino'].filter((_, bit) => mask & (1 << bit)),
  })),
);

it('finds what has each part by a word or by its category, and then what lacks one or more', async () => {
  const { steps } = matchingOf(reading);
  const found = await Promise.all(
    steps.map(async ({ query }) => {
      const docs = documents.map(({ home, words }) =>
        [`c${home}`, ...words].map((word) => `'${word}'`).join(' '),
      );
      const { rows } = await db.execute<{ at: number }>(sql`
        select at::int from unnest(${sql.param(docs)}::text[]) with ordinality as each(doc, at)
        where doc::tsvector @@ ${query}::tsquery order by at`);
      return rows.map(({ at }) => at - 1);
    }),
  );
  const expected = steps.map((_, dropped) =>
    documents.flatMap(({ home, words }, at) => {
      const met = parts.map(
        (part) => part.homes.includes(home) || part.words.some((word) => words.includes(word ?? '')),
      );
      const hasWord = dropped === 0 || met.slice(1).includes(true);
      return met.filter(Boolean).length >= parts.length - dropped && hasWord ? [at] : [];
    }),
  );
  expect(found).toEqual(expected);
});
