import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { categories, packages } from '#db/schema/catalog.ts';
import { countCatalog } from '#features/catalog/queries.server.ts';
import { listSections } from '#features/catalog/shelf/queries.server.ts';
import { aCategory, aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { managedSearch, narrowingOf, searchPackages } from './queries.server.ts';

const source = await testDatabase();
const { db, bus } = source;
const all = { offset: 0, limit: 1000 };

async function empty() {
  await db.delete(packages);
  await db.delete(categories);
  await bus.publish('catalog');
}

const find = async (term: string) =>
  (await searchPackages(source, term, all)).cards.map((card) => card.title);

describe('what listeners find', () => {
  it('SRC-02, A-08: without a term all visible packages, the newest first', async () => {
    await empty();
    await aPackage(db, { title: 'Velho', createdAt: new Date('2024-01-01') });
    await aPackage(db, { title: 'Novo', createdAt: new Date('2025-01-01') });
    await aPackage(db, { title: 'Oculto', isActive: false });
    await aPackage(db, { title: 'Apagado', deletedAt: new Date() });
    const closed = await aCategory(db, { isActive: false });
    await aPackage(db, { title: 'Fechado', categoryId: closed.id });
    await bus.publish('catalog');
    for (const term of ['', '   ']) {
      const page = await searchPackages(source, term, all);
      expect([page.cards.map((card) => card.title), page.total]).toEqual([['Novo', 'Velho'], 2]);
    }
    expect(await find('o')).toEqual(['Novo', 'Velho']);
  });

  it('SRC-04, A-09: looks at title, tags, description and track names, and ranks in that order', async () => {
    await empty();
    const track = await aPackage(db, { title: 'Quarto' });
    await aTrack(db, { packageId: track.id, name: 'Chuva forte.mp3' });
    await aPackage(db, { title: 'Terceiro', description: 'Sons de chuva' });
    await aPackage(db, { title: 'Segundo', tags: ['chuva'] });
    await aPackage(db, { title: 'Chuva antiga', createdAt: new Date('2020-01-01') });
    await aPackage(db, { title: 'Chuva nova', createdAt: new Date('2021-01-01') });
    await aPackage(db, { title: 'Nada' });
    expect(await find('CHUVA')).toEqual(['Chuva nova', 'Chuva antiga', 'Segundo', 'Terceiro', 'Quarto']);
  });

  it('SRC-06: accents and case do not matter, either way', async () => {
    await empty();
    await aPackage(db, { title: 'Rádio' });
    await aPackage(db, { title: 'radio', createdAt: new Date('2020-01-01') });
    await aPackage(db, { title: 'CANÇÕES', createdAt: new Date('2019-01-01') });
    expect(await find('radio')).toEqual(['Rádio', 'radio']);
    expect(await find('RÁDIO')).toEqual(['Rádio', 'radio']);
    expect(await find('ra\u0301dio')).toEqual(['Rádio', 'radio']);
    expect(await find('cançoes')).toEqual(['CANÇÕES']);
  });

  it('SRC-07: several words in any order and place; the whole phrase comes first', async () => {
    await empty();
    await aPackage(db, { title: 'Vinheta de Natal', createdAt: new Date('2025-01-01') });
    await aPackage(db, { title: 'Natal vinheta', createdAt: new Date('2020-01-01') });
    await aPackage(db, { title: 'Natal', tags: ['vinheta'], createdAt: new Date('2026-01-01') });
    await aPackage(db, { title: 'Natal sem mais' });
    expect(await find('natal vinheta')).toEqual(['Natal vinheta', 'Vinheta de Natal', 'Natal']);
    expect(await find('  NATAL   vinheta  natal ')).toEqual(['Vinheta de Natal', 'Natal vinheta', 'Natal']);
  });

  it('SRC-05: a word that is too short for the index is found within another one, alone and beside others', async () => {
    await empty();
    await aPackage(db, { title: 'Subgrave', tags: ['antigo'] });
    await aPackage(db, { title: 'Grave', tags: ['antigo'] });
    expect(await find('ub')).toEqual(['Subgrave']);
    expect(await find('ntig ub')).toEqual(['Subgrave']);
  });

  it('SRC-08: pages with the count of the whole', async () => {
    await empty();
    for (let at = 0; at < 5; at++)
      await aPackage(db, { title: `Samba ${at}`, createdAt: new Date(2020, 0, 10 - at) });
    const page = async (offset: number, term = 'samba') => {
      const { cards, total } = await searchPackages(source, term, { offset, limit: 2 });
      return [cards.map((card) => card.title), total];
    };
    expect(await page(0)).toEqual([['Samba 0', 'Samba 1'], 5]);
    expect(await page(4)).toEqual([['Samba 4'], 5]);
    expect(await page(6)).toEqual([[], 5]);
    await bus.publish('catalog');
    expect(await page(2, '')).toEqual([['Samba 2', 'Samba 3'], 5]);
  });

  it.each([
    ['%', ['100% rádio']],
    ['_', ['nome_de_arquivo']],
    ['\\', ['barra \\ ao contrário']],
    ["'", ["d'água"]],
    ['"', ['entre "aspas"']],
    ['🎵', ['música 🎵']],
    ['％', ['100% rádio']],
    ['\u0301', []],
    ['\u0000', 'all'],
    ["'; drop table packages; --", []],
    ['zzzz', []],
    ['a'.repeat(1000), []],
    ['a'.repeat(10_000), []],
    ['a b c d e f g h i j k l m n o p q r s t u v w x y z', []],
  ])('SRC-09, SRC-15: %j neither fails nor matches all', async (term, found) => {
    await empty();
    const titles = [
      '100% rádio',
      'nome_de_arquivo',
      'barra \\ ao contrário',
      "d'água",
      'entre "aspas"',
      'música 🎵',
    ];
    for (const title of titles) await aPackage(db, { title });
    expect((await find(term)).sort()).toEqual(found === 'all' ? titles.sort() : found);
    expect((await searchPackages(source, term, all)).tooLong).toBe(term.length > 1000);
  });

  it('SRC-05: every literal hit is found, and every package with all of the words', async () => {
    await empty();
    const letter = fc.constantFrom(...'aabceçãáéõôuàS%_\\\'"-. º🎵');
    const text = fc.string({ unit: letter, maxLength: 14 });
    const pack = fc.record({ title: text, description: text, tags: fc.array(text, { maxLength: 3 }) });
    const category = await aCategory(db);
    const fold = (given: string) =>
      given
        .normalize('NFKC')
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase();
    await fc.assert(
      fc.asyncProperty(
        fc.array(pack, { minLength: 1, maxLength: 6 }),
        fc.string({ unit: letter, minLength: 1, maxLength: 4 }),
        async (given, typed) => {
          await db.delete(packages);
          const ids = [];
          for (const one of given) ids.push((await aPackage(db, { ...one, categoryId: category.id })).id);
          await bus.publish('catalog');
          const term = fold(typed.trim());
          const fieldsOf = (at: number) =>
            [given[at]!.title, given[at]!.description, ...given[at]!.tags].map(fold);
          const literal = ids.filter((_, at) => fieldsOf(at).some((field) => field.includes(term)));
          const words = term.split(/\s+/).filter(Boolean);
          const apart = ids.filter((_, at) =>
            words.every((word) => fieldsOf(at).some((f) => f.includes(word))),
          );
          const page = await searchPackages(source, typed, all);
          const found = page.cards.map((card) => card.id);
          expect(found).toEqual(expect.arrayContaining(literal));
          expect(found).toEqual(expect.arrayContaining(term === '' ? ids : apart));
          expect(page.total).toBe(found.length);
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
  });
});

describe('the box of a category page', () => {
  it('CAT-10, CAT-11, A-99: title or description, never tags, without accents, in the order of the section', async () => {
    await empty();
    const category = await aCategory(db, { kind: 'efeitos-sonoros' });
    await aPackage(db, { categoryId: category.id, title: 'Trovão e chuva' });
    await aPackage(db, { categoryId: category.id, title: 'Chuva forte' });
    await aPackage(db, { categoryId: category.id, title: 'Água', description: 'CHUVA no telhado' });
    await aPackage(db, { categoryId: category.id, title: 'Vento', tags: ['chuva'] });
    const narrowed = async (term: string) => {
      const [section] = await listSections(source, 'efeitos-sonoros', await narrowingOf(db, term));
      expect(section!.packages).toBe(section!.first.length);
      return section!.first.map((card) => card.title);
    };
    expect(await narrowed('CHUVA')).toEqual(['Água', 'Chuva forte', 'Trovão e chuva']);
    expect(await narrowed('trovao')).toEqual(['Trovão e chuva']);
    expect(await narrowed('zzzz'), 'CAT-06').toEqual([]);
    expect(await narrowed('%')).toEqual([]);
    expect(await narrowed('x'.repeat(5000))).toEqual([]);
    expect(await narrowingOf(db, '  ')).toBe(null);
  });
});

describe("the administrators' list", () => {
  it('PKM-02, A-09: any word is enough; more words, and words in the title, come first', async () => {
    await empty();
    await aPackage(db, { title: 'Natal' });
    await aPackage(db, { title: 'Páscoa', tags: ['natal'], isActive: false });
    await aPackage(db, { title: 'Samba de Natal' });
    await aPackage(db, { title: 'Nada' });
    const list = async (term: string) => {
      const { condition, order } = await managedSearch(db, term);
      const rows = await db
        .select({ title: packages.title })
        .from(packages)
        .innerJoin(categories, eq(categories.id, packages.categoryId))
        .where(condition)
        .orderBy(...order, packages.title);
      return rows.map((row) => row.title);
    };
    expect(await list('xyz natal')).toEqual(['Natal', 'Samba de Natal', 'Páscoa']);
    expect(await list('natal SAMBA')).toEqual(['Samba de Natal', 'Natal', 'Páscoa']);
    expect((await list('')).length).toBe(4);
    expect(await list('%')).toEqual([]);
  });
});

// `npm run bench -- search` measures the response time.
describe('among 10,000 packages', () => {
  beforeAll(async () => {
    await empty();
    const category = await aCategory(db);
    await db.execute(sql`insert into packages (id, title, description, category_id)
      select 'muitos' || n, 'Trilha de Natal ' || n, 'Programa de rádio da manhã, número ' || n, ${category.id}
      from generate_series(1, 10000) n`);
    await aPackage(db, { title: 'Agulha no palheiro de Natal', categoryId: category.id });
    await db.execute(sql`vacuum analyze packages`);
    // The number of packages is cached.
    await countCatalog(source);
  });

  it.each(['agulha', 'agulha palheiro', 'natal agulha'])(
    'SRC-13: %j is found by the indexes: no package is read that does not hold it',
    async (term) => {
      await db.transaction(async (own) => {
        const read = async () => {
          const { rows } = await own.execute<{ whole: number; rows: number }>(
            sql`select seq_scan::int as whole, idx_tup_fetch::int as rows
              from pg_stat_xact_user_tables where relname = 'packages'`,
          );
          return rows[0]!;
        };
        const before = await read();
        const found = await searchPackages({ ...source, db: own as never }, term, all);
        const after = await read();
        expect(found.total).toBe(1);
        expect(after.whole - before.whole, 'times that the whole table is looked through').toBe(0);
        expect(after.rows - before.rows).toBeLessThan(20);
      });
    },
  );
});
