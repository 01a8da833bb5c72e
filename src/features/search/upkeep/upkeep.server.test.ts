import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { packages } from '#db/schema/catalog.ts';
import { packageDocuments, searchMisses, searchSynonyms } from '#db/schema/search.ts';
import { newId } from '#platform/ids.ts';
import { readWhole } from '#platform/list.ts';
import { anAdmin, aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { noFilters } from '../filters/model.ts';
import { listTagGroups, withTagGroups } from '../filters/tag-group-queries.server.ts';
import { countSearchWords, rereadDocuments } from '../jobs.server.ts';
import { countFilterChoices } from '../queries.server.ts';
import { searchTracks } from '../tracks/queries.server.ts';
import { readSearchTerm } from '../words/reading-queries.server.ts';
import {
  daysOfMisses,
  mostMisses,
  type SynonymGroup,
  synonymsFormSchema,
  synonymsPerPage,
  tagGroupFormSchema,
} from './model.ts';
import { forgetOldMisses, noteMiss } from './note-miss.server.ts';
import { listMisses, listSynonymGroups } from './queries.server.ts';
import { forgetMiss, removeSynonyms, saveSynonyms } from './save-synonyms.server.ts';
import { saveTagGroup } from './save-tag-group.server.ts';

const source = await testDatabase();
const { db, bus } = source;
const admin = await anAdmin(db);
const now = new Date('2026-11-22T12:00:00Z');

const find = async (term: string) => {
  const reading = await readSearchTerm(source, term);
  return (await searchTracks(source, reading, { kind: null, offset: 0, limit: 5 })).tracks.map(
    ({ name }) => name,
  );
};

it('documents of older rules are read anew by parts, with their tags', async () => {
  const pack = await aPackage(db, { tags: ['Forró'] });
  await aTrack(db, { packageId: pack.id, name: 'Mãos.mp3' });
  await db.execute(
    sql`update package_documents set reading = 1, tag_keys = '{}', words = '{maosqx}', doc = ''`,
  );
  await db.execute(sql`update track_documents set doc = ''`);
  await bus.publish('catalog');
  expect(await find('mão')).toEqual([]);
  await rereadDocuments(source, AbortSignal.abort());
  expect(await find('mão')).toEqual([]);
  await rereadDocuments(source, new AbortController().signal);
  expect(await find('mão')).toEqual(['Mãos.mp3']);
  const rows = await db.select().from(packageDocuments).where(eq(packageDocuments.packageId, pack.id));
  expect(rows).toMatchObject([{ reading: 2, tagKeys: ['forro'], words: expect.arrayContaining(['maos']) }]);
  await db.delete(packages);
});

it('a new word mends typos as soon as it is counted, also in terms that were searched before', async () => {
  const pack = await aPackage(db);
  await aTrack(db, { packageId: pack.id, name: 'Berrante.mp3' });
  await source.bus.publish('catalog');
  expect(await find('berrnate')).toEqual([]);
  await countSearchWords(source);
  expect(await find('berrnate')).toEqual(['Berrante.mp3']);
});

describe('synonyms', () => {
  it('are added, changed and removed, and the next search knows', async () => {
    const pack = await aPackage(db);
    await aTrack(db, { packageId: pack.id, name: 'Zabumba.mp3' });
    await source.bus.publish('catalog');
    expect(await find('tambortimba')).toEqual([]);
    const form = synonymsFormSchema.parse({ id: '', words: ' zabumba,tambortimba ,, zabumba', kind: '' });
    expect(form.words).toEqual(['zabumba', 'tambortimba']);
    await saveSynonyms(source, admin, form);
    expect(await find('tambortimba')).toEqual(['Zabumba.mp3']);
    const [group] = (await listSynonymGroups(db, admin, 'TAMBORTIMBA', { pagina: 1 })).groups;
    await saveSynonyms(source, admin, { ...form, id: group!.id, words: ['zabumba', 'bumbo'] });
    expect([await find('tambortimba'), await find('bumbo')]).toEqual([[], ['Zabumba.mp3']]);
    expect(await removeSynonyms(source, admin, group!.id)).toEqual({ ok: true });
    expect(await removeSynonyms(source, admin, group!.id)).toEqual({ ok: false, reason: 'gone' });
    expect(await saveSynonyms(source, admin, { ...form, id: group!.id })).toEqual({
      ok: false,
      reason: 'gone',
    });
    expect(await find('bumbo')).toEqual([]);
  });

  it('are listed in pages, each group once, those with a kind first', async () => {
    const shown: SynonymGroup[] = [];
    for await (const { groups } of readWhole((place) =>
      listSynonymGroups(db, admin, '', { ...place, size: synonymsPerPage }),
    )) {
      expect(groups.length).toBeLessThanOrEqual(synonymsPerPage);
      shown.push(...groups);
    }
    expect(new Set(shown.map(({ id }) => id)).size).toBe(await db.$count(searchSynonyms));
    const withKind = shown.filter(({ kind }) => kind !== null);
    expect(shown.slice(0, withKind.length)).toEqual(withKind);
  });

  it.each([
    ['', 'Escreva ao menos uma palavra.'],
    [' , ; ', 'Escreva ao menos uma palavra.'],
    ['x'.repeat(81), 'Cada palavra tem até 80 letras.'],
    [Array.from({ length: 41 }, (_, at) => `p${at}`).join(), 'Um grupo tem até 40 palavras.'],
  ])('%j is refused', (words, message) => {
    expect(synonymsFormSchema.safeParse({ words, kind: '' }).error?.issues[0]?.message).toBe(message);
  });

  it('the seed is read: every group has words that a search can meet', async () => {
    const rows = await db.select().from(searchSynonyms);
    expect(rows.length).toBeGreaterThan(250);
    for (const { words, kind } of rows) {
      expect(synonymsFormSchema.safeParse({ words: words.join(), kind: kind ?? '' }).success, words[0]).toBe(
        true,
      );
    }
  });
});

describe('what was searched without success', () => {
  const timed = { ...source, clock: { now: () => now } };
  const ada = { userId: newId() };
  beforeEach(async () => {
    await db.delete(searchMisses);
  });

  it('is counted without the person, and what finds something is not', async () => {
    for (const term of [
      'Ornitorrinco ',
      'ornitorrinco',
      'zabumba',
      '',
      'fulano@radio.com.br',
      '(11) 98765-4321',
    ]) {
      await noteMiss(timed, ada, term);
    }
    await noteMiss(timed, ada, 'x'.repeat(200));
    expect(await listMisses(db, admin)).toEqual([
      { term: 'ornitorrinco', lacking: null, searches: 2, lastAt: now.toISOString() },
    ]);
    await forgetMiss(source, admin, 'ornitorrinco');
    expect(await listMisses(db, admin)).toEqual([]);
  });

  it('OPS-21: is counted for an account as often as a person types, and no further', async () => {
    const eve = { userId: newId() };
    for (let at = 0; at < 130; at++) await noteMiss(timed, eve, `ornitorrinco ${at}`);
    expect(await db.$count(searchMisses)).toBe(120);
    await noteMiss(timed, ada, 'ornitorrinco');
    expect(await db.$count(searchMisses)).toBe(121);
  });

  it('lists what was found only by leaving words out, until something has them all', async () => {
    const pack = await aPackage(db, { title: 'Manhã' });
    await aTrack(db, { packageId: pack.id, name: 'Piano calmo.mp3', durationMs: 30_000 });
    await bus.publish('catalog');
    const term = 'trilha calma para o eclipse';
    await noteMiss(timed, ada, 'piano calmo');
    await noteMiss(timed, ada, term);
    expect(await listMisses(db, admin)).toEqual([
      { term, lacking: ['eclipse'], searches: 1, lastAt: now.toISOString() },
    ]);
    await db.delete(searchMisses);
    await aPackage(db, { title: 'Trilha calma para o eclipse' });
    await bus.publish('catalog');
    await noteMiss(timed, ada, term);
    expect(await listMisses(db, admin)).toEqual([]);
  });

  it('is purged: the oldest, and more than a list holds', async () => {
    const old = new Date(now.getTime() - (daysOfMisses + 1) * 86_400_000);
    await db.insert(searchMisses).values({ term: 'velho', searches: 9, lastAt: old });
    const many = Array.from({ length: mostMisses + 5 }, (_, at) => ({
      term: `termo ${at}`,
      searches: 1,
      lastAt: new Date(now.getTime() - at * 1000),
    }));
    await db.insert(searchMisses).values(many);
    await forgetOldMisses(db, now);
    expect(await db.$count(searchMisses)).toBe(mostMisses);
    expect(await db.$count(searchMisses, eq(searchMisses.term, `termo ${mostMisses}`))).toBe(0);
  });
});

it('tags are grouped for the filters, and the next filter knows', async () => {
  await aPackage(db, { tags: ['Fanfarra', 'alegre'] });
  await source.bus.publish('catalog');
  const counted = async () => {
    const filters = { kind: null, categoryId: null, term: null };
    const { tags } = await withTagGroups(source, await countFilterChoices(source, filters, noFilters));
    return Object.fromEntries(tags.map(({ tag, group }) => [tag, group]));
  };
  expect(await counted()).toMatchObject({ Fanfarra: undefined, alegre: 'clima' });
  const { groups, loose } = await listTagGroups(db, admin);
  expect(loose).toContain('Fanfarra');
  const form = tagGroupFormSchema.parse({
    name: 'genero',
    tags: `${groups.genero.join()},fanfarra ,, fanfarra`,
  });
  expect(await saveTagGroup(source, admin, form)).toEqual({ ok: true });
  expect(await counted()).toMatchObject({ Fanfarra: 'genero', alegre: 'clima' });
  expect((await listTagGroups(db, admin)).loose).not.toContain('Fanfarra');
  expect(tagGroupFormSchema.safeParse({ name: 'cor', tags: '' }).success).toBe(false);
});
