import { expect, it } from 'vitest';
import { aCategory, aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { withLines } from './lines.server.ts';
import { listCards } from './queries.server.ts';

const source = await testDatabase();
const { db, bus } = source;

it('a line compares all visible tracks together, and shows the waveform of the first', async () => {
  const pack = await aPackage(db);
  const silent = await aPackage(db);
  const peaks = Buffer.from(Array.from({ length: 400 }, (_, at) => (at === 7 ? 200 : 10)));
  const of = { packageId: pack.id };
  await aTrack(db, {
    ...of,
    orderIndex: 2,
    durationMs: 60_000,
    tempoBpm: 128,
    loudnessLufs: -10,
    peaks: null,
  });
  await aTrack(db, { ...of, orderIndex: 1, durationMs: 30_000, tempoBpm: 92, loudnessLufs: -14, peaks });
  await aTrack(db, {
    ...of,
    orderIndex: 0,
    durationMs: 9_000,
    tempoBpm: 60,
    loudnessLufs: -2,
    storageKey: null,
  });
  const other = await aPackage(db);
  await aTrack(db, { packageId: other.id, peaks: Buffer.from([1, 2, 3]) });
  await bus.publish('catalog');

  const cards = await listCards(
    source,
    [pack, silent, other].map(({ id }) => id),
  );
  const [one, none, short] = await withLines(source, cards, true);
  const few = Buffer.from(one?.sound?.peaks ?? '', 'base64');
  expect([few.length, few[0], few[1], few[2]]).toEqual([100, 10, 200, 10]);
  expect(one?.id).toBe(pack.id);
  expect(one?.sound).toEqual({
    durationMs: 90_000,
    slowestBpm: 92,
    fastestBpm: 128,
    loudnessLufs: -12,
    peaks: expect.any(String),
  });
  expect(none?.id).toBe(silent.id);
  expect(none).not.toHaveProperty('sound');
  expect(short?.sound?.peaks).toBe(Buffer.from([1, 2, 3]).toString('base64'));
});

it('a card has one word of the facts that lines show; without a plan a line has them without its sound', async () => {
  const { id } = await aPackage(db, { description: 'Para abrir o programa.', tags: ['junina', 'festa'] });
  const category = await aCategory(db, { name: 'ARRAIAL' });
  const { id: plain } = await aPackage(db, { categoryId: category.id, tags: [] });
  await aTrack(db, { packageId: id, size: 500 });
  await bus.publish('catalog');

  const cards = await listCards(source, [id, plain]);
  expect(cards.map(({ label }) => label)).toEqual(['junina', 'ARRAIAL']);
  for (const card of cards) {
    expect(card).not.toHaveProperty('description');
    expect(card).not.toHaveProperty('tags');
  }
  const [line] = await withLines(source, cards, false);
  expect(line).toMatchObject({
    id,
    description: 'Para abrir o programa.',
    tags: ['junina', 'festa'],
    totalSize: 500,
  });
  expect(line).not.toHaveProperty('sound');
});
