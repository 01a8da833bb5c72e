import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import type { Kind } from '#features/catalog/kinds.ts';
import { listSections, listShelf } from '#features/catalog/shelf/queries.server.ts';
import { aCategory, anAdmin, aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { countFilterChoices, narrowingOf, searchPackages } from '../queries.server.ts';
import { suggestSounds } from '../suggestions/queries.server.ts';
import { countFoundTracks } from '../tracks/queries.server.ts';
import { type Filters, noFilters, readFilters, type SoundFact } from './model.ts';
import { classesOf } from './sound-classes.ts';
import { listTagGroups, withTagGroups } from './tag-group-queries.server.ts';

const source = await testDatabase();
const { db, bus } = source;

async function empty() {
  await db.delete(packages);
  await db.delete(categories);
  await bus.publish('catalog');
}

interface Sound {
  seconds?: number | null;
  bpm?: number | null;
  lufs?: number | null;
}

/** A package whose tracks have these measurements. */
async function sounding(title: string, sounds: Sound[], given: Parameters<typeof aPackage>[1] = {}) {
  const pack = await aPackage(db, { title, ...given });
  for (const { seconds = 20, bpm = null, lufs = -16 } of sounds) {
    const durationMs = seconds === null ? null : seconds * 1000;
    await aTrack(db, { packageId: pack.id, durationMs, tempoBpm: bpm, loudnessLufs: lufs });
  }
  await bus.publish('catalog');
  return pack;
}

const found = async (chosen: Partial<Filters>, term = '') => {
  await bus.publish('catalog');
  const filters = { ...noFilters, ...chosen };
  const page = await searchPackages(source, term, { offset: 0, limit: 100, filters });
  expect(page.total).toBe(page.cards.length);
  return page.cards.map((card) => card.title).sort();
};
const counted = (chosen: Partial<Filters> = {}, kind: Kind | null = null, term = '', categoryId = null) =>
  countFilterChoices(source, { kind, categoryId, term }, { ...noFilters, ...chosen });

describe('what is filtered by its sound', () => {
  it.each([
    ['duracao', 'ate-15s', { seconds: 15.9 }, { seconds: 16 }],
    ['duracao', '15-30s', { seconds: 30.04 }, { seconds: 15.9 }],
    ['duracao', '15-30s', { seconds: 16 }, { seconds: 31 }],
    ['duracao', '30-60s', { seconds: 60 }, { seconds: 30.5 }],
    ['duracao', '1-3min', { seconds: 61 }, { seconds: 181 }],
    ['duracao', 'mais-de-3min', { seconds: 5000 }, { seconds: null }],
    ['andamento', 'lenta', { bpm: 89.4 }, { bpm: 89.6 }],
    ['andamento', 'media', { bpm: 120.4 }, { bpm: 120.6 }],
    ['andamento', 'rapida', { bpm: 180 }, { bpm: null }],
    ['intensidade', 'suave', { lufs: -20.1 }, { lufs: -20 }],
    ['intensidade', 'media', { lufs: -14 }, { lufs: -13.9 }],
    ['intensidade', 'forte', { lufs: -9 }, { lufs: null }],
  ] as [SoundFact, string, Sound, Sound][])('%s=%s: %j is meant, %j is not', async (group, step, yes, no) => {
    await empty();
    await sounding('Sim', [yes]);
    await sounding('Não', [no]);
    expect(await found({ [group]: [step] })).toEqual(['Sim']);
  });

  it('one and the same track must meet all groups; in a group any step is enough', async () => {
    await empty();
    await sounding('Junto', [{ seconds: 10, bpm: 80 }, { seconds: 200 }]);
    await sounding('Separado', [
      { seconds: 10, bpm: 130 },
      { seconds: 200, bpm: 80 },
    ]);
    expect(await found({ duracao: ['ate-15s'] })).toEqual(['Junto', 'Separado']);
    expect(await found({ duracao: ['ate-15s'], andamento: ['lenta'] })).toEqual(['Junto']);
    expect(await found({ duracao: ['ate-15s'], andamento: ['lenta', 'rapida'] })).toEqual([
      'Junto',
      'Separado',
    ]);
    expect(await found({ duracao: ['mais-de-3min'], andamento: ['lenta'] })).toEqual(['Separado']);
  });

  it('tempo is told of trilhas only', async () => {
    await empty();
    await sounding('Trilha', [{ bpm: 80 }]);
    await sounding('Relógio', [{ bpm: 80 }], { kind: 'efeitos-sonoros' });
    expect(await found({ andamento: ['lenta'] })).toEqual(['Trilha']);
    expect((await counted()).steps.andamento).toEqual({ lenta: 1, media: 0, rapida: 0 });
  });

  it('follows the tracks: measured later, moved, hidden and removed', async () => {
    await empty();
    const pack = await sounding('Um', [{ seconds: null, bpm: null, lufs: null }]);
    expect(await found({ duracao: ['ate-15s'] })).toEqual([]);
    await db.update(tracks).set({ durationMs: 9000, loudnessLufs: -10 }).where(eq(tracks.packageId, pack.id));
    expect(await found({ duracao: ['ate-15s'], intensidade: ['forte'] })).toEqual(['Um']);
    const other = await sounding('Dois', []);
    await db.update(tracks).set({ packageId: other.id }).where(eq(tracks.packageId, pack.id));
    expect(await found({ duracao: ['ate-15s'] })).toEqual(['Dois']);
    await db.update(tracks).set({ storageKey: null }).where(eq(tracks.packageId, other.id));
    expect(await found({ duracao: ['ate-15s'] })).toEqual([]);
  });

  it('A-13: only what listeners can see is found and counted', async () => {
    await empty();
    await sounding('Visível', [{}], { tags: ['samba'] });
    await sounding('Oculto', [{}], { tags: ['samba'], isActive: false });
    await sounding('Apagado', [{}], { tags: ['samba'], deletedAt: new Date() });
    const closed = await aCategory(db, { isActive: false });
    await sounding('Fechado', [{}], { tags: ['samba'], categoryId: closed.id });
    expect(await found({ duracao: ['15-30s'], tag: ['samba'] })).toEqual(['Visível']);
    expect(await counted()).toMatchObject({ total: 1, tags: [{ tag: 'samba', packages: 1 }] });
  });

  it('goes together with the term, on the search and on a page of a kind', async () => {
    await empty();
    const category = await aCategory(db);
    const here = { categoryId: category.id };
    await sounding('Samba curto', [{ seconds: 10 }], here);
    await sounding('Samba longo', [{ seconds: 100 }], here);
    await sounding('Rock curto', [{ seconds: 10 }], { ...here, tags: ['samba'] });
    const filters = { ...noFilters, duracao: ['ate-15s'] };
    expect(await found(filters, 'samba')).toEqual(['Rock curto', 'Samba curto']);
    const narrowing = await narrowingOf(db, 'samba', filters);
    const [section] = await listSections(source, 'trilhas', narrowing);
    expect([section!.packages, section!.tracks, section!.first.map((card) => card.title)]).toEqual([
      1,
      1,
      ['Samba curto'],
    ]);
    const shelf = await listShelf(source, { kind: 'trilhas', offset: 0, limit: 10 }, narrowing);
    expect(shelf.packages).toBe(1);
    expect(await narrowingOf(db, '', noFilters)).toBe(null);
  });
});

describe('the counts', () => {
  it('say what each choice would leave beside the other groups, and what is left now', async () => {
    await empty();
    await sounding('A', [{ seconds: 10, lufs: -10 }], { tags: ['rock', 'festa'] });
    await sounding(
      'B',
      [
        { seconds: 10, lufs: -30 },
        { seconds: 20, lufs: -10 },
      ],
      { tags: ['rock'] },
    );
    await sounding('C', [{ seconds: 100, lufs: -30 }], { tags: ['calma'] });
    await sounding('D', [], { tags: null });
    expect(await counted()).toMatchObject({
      total: 4,
      steps: {
        duracao: { 'ate-15s': 2, '15-30s': 1, '30-60s': 0, '1-3min': 1, 'mais-de-3min': 0 },
        andamento: { lenta: 0, media: 0, rapida: 0 },
        intensidade: { suave: 2, media: 0, forte: 2 },
      },
      tags: [
        { tag: 'rock', packages: 2 },
        { tag: 'calma', packages: 1 },
        { tag: 'festa', packages: 1 },
      ],
    });
    const short = await counted({ duracao: ['ate-15s'], tag: ['rock', 'nenhuma'] });
    expect(short.total).toBe(2);
    expect(short.steps.duracao).toMatchObject({ 'ate-15s': 2, '15-30s': 1, '1-3min': 0 });
    expect(short.steps.intensidade).toEqual({ suave: 1, media: 0, forte: 1 });
    expect(short.tags).toEqual([
      { tag: 'nenhuma', packages: 0 },
      { tag: 'rock', packages: 2 },
      { tag: 'festa', packages: 1 },
    ]);
    expect((await counted({}, null, 'b')).total).toBe(1);
  });

  it('a category narrows packages on the search only, and is counted beside the other groups', async () => {
    await empty();
    const one = await aCategory(db, { name: 'Um', orderIndex: 1 });
    const two = await aCategory(db, { name: 'Dois', orderIndex: 2 });
    await sounding('A', [{}], { categoryId: one.id, tags: ['x'] });
    await sounding('B', [{}], { categoryId: two.id });
    expect(await found({ categoria: ['Dois'] })).toEqual(['B']);
    const counts = await counted({ categoria: ['Dois'], tag: ['x'] });
    expect(counts.categories).toEqual([
      { name: 'Um', amount: 1 },
      { name: 'Dois', amount: 0 },
    ]);
    expect(readFilters(new URLSearchParams('categoria=Dois'), 'trilhas').categoria).toEqual([]);
    expect(
      readFilters(new URLSearchParams('categoria=Dois&categoria=Dois&categoria=%00'), null).categoria,
    ).toEqual(['Dois']);
  });

  it('B15: a tag is one, however it is spelt; the most usual spelling is shown', async () => {
    await empty();
    await sounding('A', [{}], { tags: ['Forró', 'forro'] });
    await sounding('B', [{}], { tags: ['FORRÓ', 'HIP_HOP'] });
    await sounding('C', [{}], { tags: ['forro', 'hip-hop'] });
    await sounding('D', [{}], { tags: ['Forró', 'Hip Hop', 'Hip Hop'] });
    await sounding('E', [{}], { tags: ['Forro'.normalize('NFD'), 'forrozinho'] });
    await sounding('F', [{}], { tags: ['Hip Hop', 'hip hop', '🎵'] });
    const { tags } = await counted();
    expect(tags).toEqual([
      { tag: 'Forró', packages: 5 },
      { tag: 'Hip Hop', packages: 4 },
      { tag: 'forrozinho', packages: 1 },
      { tag: '🎵', packages: 1 },
    ]);
    for (const tag of ['Forró', 'forró', 'FORRÓ', 'forro', ' FORRO ', 'Forró'.normalize('NFD')])
      expect([tag, await found({ tag: [tag] })]).toEqual([tag, ['A', 'B', 'C', 'D', 'E']]);
    expect(await found({ tag: ['Hip-hop'] })).toEqual(['B', 'C', 'D', 'F']);
    const chosen = await counted({ tag: ['FORRÓ'] });
    expect([chosen.total, chosen.tags[0]]).toEqual([5, { tag: 'Forró', packages: 5, chosen: 'FORRÓ' }]);
    const ofTracks = await countFoundTracks(source, null, null, { ...noFilters, tag: ['forro'] });
    expect([ofTracks.total, ofTracks.tags[0]]).toEqual([5, { tag: 'Forró', packages: 5, chosen: 'forro' }]);
    const grouped = await withTagGroups(source, chosen);
    expect(grouped.tags[0]).toMatchObject({ group: 'genero' });
    await db
      .update(packages)
      .set({ tags: ['Xote'] })
      .where(eq(packages.title, 'A'));
    expect(await found({ tag: ['forró'] })).toEqual(['B', 'C', 'D', 'E']);
    const suggested = (await suggestSounds(source, 'forr')).filter(({ of }) => of === 'tag');
    expect(suggested.map(({ label }) => label)).toEqual(['FORRÓ', 'forrozinho']);
    const { loose } = await listTagGroups(db, await anAdmin(db));
    expect(loose).toEqual(['forrozinho', '🎵']);
  });

  it('are of one kind and of one section where the list is', async () => {
    await empty();
    const [one, two] = [await aCategory(db), await aCategory(db)];
    await sounding('Um', [{}], { categoryId: one.id });
    await sounding('Dois', [{}], { categoryId: two.id });
    await sounding('Efeito', [{}], { kind: 'efeitos-sonoros' });
    expect((await counted({}, 'trilhas')).total).toBe(2);
    const section = { kind: 'trilhas' as const, categoryId: one.id, term: '' };
    expect((await countFilterChoices(source, section, noFilters)).total).toBe(1);
    expect((await countFilterChoices(source, { ...section, categoryId: 'x' }, noFilters)).total).toBe(0);
    await aPackage(db, { categoryId: one.id });
    await bus.publish('catalog');
    expect((await countFilterChoices(source, section, noFilters)).total).toBe(2);
  });
});

it('the database and the filters mean the same classes', async () => {
  await empty();
  const sounds: Sound[] = [5, 20, 45, 100, 300, null].flatMap((seconds) =>
    [70, 100, 150, null].flatMap((bpm) => [-30, -16, -8, null].map((lufs) => ({ seconds, bpm, lufs }))),
  );
  for (const sound of sounds) await sounding(JSON.stringify(sound), [sound]);
  const filters = {
    ...noFilters,
    duracao: ['30-60s'],
    andamento: ['rapida'],
    intensidade: ['suave', 'forte'],
  };
  const bits = sql.raw(`B'${classesOf(filters)}'`);
  const rows = await db
    .select({ title: packages.title })
    .from(packages)
    .where(
      and(
        sql`bit_count(${packages.soundClasses}) = 1`,
        sql`bit_count(${packages.soundClasses} & ${bits}) = 1`,
      ),
    );
  expect(rows.map((row) => JSON.parse(row.title)).toSorted((a, b) => a.lufs - b.lufs)).toEqual([
    { seconds: 45, bpm: 150, lufs: -30 },
    { seconds: 45, bpm: 150, lufs: -8 },
  ]);
  expect(await found({ andamento: ['lenta'] })).toHaveLength(24);
});
