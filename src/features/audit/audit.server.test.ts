import { expect, it } from 'vitest';
import { aCategory, anAdmin, aPackage, aRecordingRequest, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { listChanges } from './queries.server.ts';
import { recordChange } from './record-change.server.ts';

const { db } = await testDatabase();

it('ADM-10: a line is told with what it is about, and what the ids in it stand for', async () => {
  const admin = await anAdmin(db);
  const category = await aCategory(db, { name: 'TRILHAS - JORNAL' });
  const pack = await aPackage(db, { title: 'Abertura', categoryId: category.id });
  const user = await aUser(db, { email: 'zeca@radio.com' });
  const request = await aRecordingRequest(db, { userId: user.userId, radioName: 'Rádio Sol' });
  const about = [pack.id, user.userId, request.id, 'hero', 'gone'];
  for (const entityId of about)
    await recordChange(db, admin, 'package.update', entityId, { after: { categoryId: category.id } });
  const { names, entries } = await listChanges(db, {}, { pagina: 1 });
  expect(entries.map(({ entityId }) => entityId)).toEqual(about.toReversed());
  expect(names).toEqual({
    [pack.id]: 'Abertura',
    [category.id]: 'TRILHAS - JORNAL',
    [user.userId]: 'zeca@radio.com',
    [request.id]: 'Rádio Sol',
  });
});

it('a page without lines has no names', async () => {
  expect(await listChanges(db, { entity: 'nothing' }, { pagina: 1 })).toMatchObject({
    names: {},
    entries: [],
  });
});
