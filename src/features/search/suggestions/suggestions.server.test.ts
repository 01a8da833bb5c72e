import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { packages } from '#db/schema/catalog.ts';
import { aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { suggestCategories, suggestSounds } from './queries.server.ts';

const source = await testDatabase();
const { db, bus } = source;

beforeAll(async () => {
  const natal = await aPackage(db, { kind: 'trilhas', title: 'Natal Mágico', tags: ['ano novo'] });
  await aTrack(db, { packageId: natal.id, name: 'Sinos de Natal.mp3' });
  await aTrack(db, { packageId: natal.id, name: 'Neve.mp3' });
  const house = await aPackage(db, { kind: 'efeitos-sonoros', title: 'Casa', tags: ['natal'] });
  await aTrack(db, { packageId: house.id, name: 'porta_batendo.wav' });
  await aTrack(db, { packageId: house.id, name: 'Gargalhada.wav' });
  const hidden = await aPackage(db, { title: 'Natal escondido', isActive: false });
  await aTrack(db, { packageId: hidden.id, name: 'Natal escondido.mp3' });
  await db.execute(sql`select count_search_words()`);
  await bus.publish('catalog');
});

const suggest = async (typed: string) =>
  (await suggestSounds(source, typed)).map(({ of, label }) => `${of}: ${label}`);

describe('what is suggested while one types', () => {
  it.each([
    ['na', ['tag: natal', 'package: Natal Mágico', 'package: Casa', 'track: Sinos de Natal.mp3']],
    ['trilha de nat', ['package: Natal Mágico', 'track: Sinos de Natal.mp3']],
    ['porta bat', ['track: porta_batendo.wav']],
    ['porta-bat', ['track: porta_batendo.wav']],
    ['porta_bat', ['track: porta_batendo.wav']],
    ["porta'bat", ['track: porta_batendo.wav']],
    ['neve-bat', []],
    ['PORTÁS', ['track: porta_batendo.wav']],
    ['gargalhad', ['track: Gargalhada.wav']],
    ['gargalada', ['track: Gargalhada.wav']],
    ['ano no', ['tag: ano novo', 'package: Natal Mágico']],
    ['ornitorrinco na', []],
    ['n', []],
    ['', []],
    ['  ', []],
    ["na'", ['tag: natal', 'package: Natal Mágico', 'package: Casa', 'track: Sinos de Natal.mp3']],
    ['%', []],
    ['__', []],
    [':*', []],
    ['na & !x | (', []],
    ['🎵🎵', []],
    ['na'.repeat(60), []],
  ])('%s', async (typed, suggested) => {
    expect(await suggest(typed)).toEqual(suggested);
  });

  it('a word that is not counted yet is gone on with too', async () => {
    const pack = await aPackage(db, { title: 'Xilofone' });
    await bus.publish('catalog');
    expect(await suggest('xilo')).toEqual(['package: Xilofone']);
    await db.delete(packages).where(eq(packages.id, pack.id));
  });

  it('leads to what it names', async () => {
    const [track] = (await suggestSounds(source, 'sinos')).filter(({ of }) => of === 'track');
    expect(track).toMatchObject({
      hint: 'Natal Mágico',
      to: expect.stringMatching(/^\/package\/\w+\?track=\w+$/),
    });
  });

  it('categories go by their names', async () => {
    const [named] = await suggestCategories(source, 'trilh');
    expect(named?.to).toMatch(/^\/category\/trilhas\/all\?c=/);
    expect(await suggestCategories(source, 'xyz')).toEqual([]);
    expect(await suggestCategories(source, '')).toEqual([]);
  });
});
