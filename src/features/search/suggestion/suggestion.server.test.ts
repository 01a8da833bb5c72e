import { expect, it } from 'vitest';
import { aPackage } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { suggestTerm } from './queries.server.ts';

const source = await testDatabase();
const { db, bus } = source;

it('SRC: a term that finds nothing is answered with what was meant, out of what listeners can see', async () => {
  await aPackage(db, { title: 'Vinheta de NATAL', tags: ['notícia'] });
  await aPackage(db, { title: 'Carnaval', isActive: false });
  await bus.publish('catalog');
  expect(await suggestTerm(source, 'nattal')).toBe('natal');
  expect(await suggestTerm(source, 'NOTISSIA')).toBe('notícia');
  expect(await suggestTerm(source, 'vinheta nattal')).toBe('vinheta natal');
  expect(await suggestTerm(source, 'carnavall')).toBeNull();
  expect(await suggestTerm(source, 'zzzzz')).toBeNull();
  expect(await suggestTerm(source, 'nattal '.repeat(200))).toBeNull();
});

it('a new package brings its words', async () => {
  expect(await suggestTerm(source, 'futibol')).toBeNull();
  await aPackage(db, { title: 'Futebol' });
  await bus.publish('catalog');
  expect(await suggestTerm(source, 'futibol')).toBe('futebol');
});
