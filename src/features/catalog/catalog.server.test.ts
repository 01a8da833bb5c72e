import { eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { aCategory, aPackage, aPackageWithTracks, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import type { Kind } from './kinds.ts';
import { findPackage, findQueue, listTracks } from './pack/queries.server.ts';
import { countCatalog, listCategories, listTiles } from './queries.server.ts';
import { listSections, listShelf } from './shelf/queries.server.ts';

const source = await testDatabase();
const { db, bus } = source;

/** Rows inserted directly need an explicit invalidation. */
const told = () => bus.publish('catalog');
const titles = (cards: { title: string }[]) => cards.map((card) => card.title);

async function empty() {
  await db.delete(packages);
  await db.delete(categories);
  await told();
}

describe('the summary of a package', () => {
  it('CRD-02, CRD-06, A-95: counts, sizes and names follow the tracks in every kind of change', async () => {
    const pack = await aPackage(db);
    const read = async () => {
      const [row] = await db.select().from(packages).where(eq(packages.id, pack.id));
      return [row!.trackCount, row!.totalSize, row!.tracksFold];
    };
    expect(await read()).toEqual([0, null, '']);
    const first = await aTrack(db, { packageId: pack.id, name: 'Canção.mp3', size: 512, orderIndex: 1 });
    const second = await aTrack(db, { packageId: pack.id, name: 'Água.mp3', size: 100, orderIndex: 0 });
    expect(await read()).toEqual([2, 612, 'agua.mp3\ncancao.mp3']);
    await db.update(tracks).set({ size: null }).where(eq(tracks.id, first.id));
    expect(await read()).toEqual([2, null, 'agua.mp3\ncancao.mp3']);
    await db.update(tracks).set({ storageKey: null }).where(eq(tracks.id, first.id));
    expect(await read()).toEqual([1, 100, 'agua.mp3']);
    const other = await aPackage(db);
    await db.update(tracks).set({ packageId: other.id }).where(eq(tracks.id, second.id));
    expect(await read()).toEqual([0, null, '']);
    await db.delete(tracks).where(inArray(tracks.id, [first.id, second.id]));
    const [left] = await db.select().from(packages).where(eq(packages.id, other.id));
    expect(left!.trackCount).toBe(0);
  });

  it('A-95: two writers at once leave the right count', async () => {
    const pack = await aPackage(db);
    await Promise.all(Array.from({ length: 20 }, () => aTrack(db, { packageId: pack.id })));
    const [row] = await db.select().from(packages).where(eq(packages.id, pack.id));
    expect(row!.trackCount).toBe(20);
  });
});

describe('tiles and counts', () => {
  it('LIB-04, A-07: three tiles, and programetes only with an active category that has packages', async () => {
    await empty();
    const names = async () => (await listTiles(source)).map((tile) => tile.name);
    const three = ['Efeitos Sonoros', 'Pacotes de Vinhetas', 'Trilhas'];
    expect(await names()).toEqual(three);
    const category = await aCategory(db, { kind: 'programetes' });
    await told();
    expect(await names()).toEqual(three);
    const pack = await aPackage(db, { categoryId: category.id });
    await told();
    expect(await names()).toEqual([...three, 'Programetes']);
    await db.update(packages).set({ isActive: false }).where(eq(packages.id, pack.id));
    await bus.publish('catalog', pack.id);
    expect(await names()).toEqual(three);
  });

  it('counts what listeners see, in all and by kind', async () => {
    await empty();
    await aPackageWithTracks(db, 2, { kind: 'trilhas' });
    await aPackageWithTracks(db, 3, { kind: 'pacotes-vinhetas' });
    await aPackageWithTracks(db, 5, { kind: 'trilhas', isActive: false });
    await told();
    expect(await countCatalog(source)).toEqual({ packages: 2, tracks: 5 });
    const tiles = await listTiles(source);
    expect(tiles.map(({ packages: p, tracks: t }) => [p, t])).toEqual([
      [0, 0],
      [1, 3],
      [1, 2],
    ]);
  });
});

describe('sections of a category page', () => {
  it('CAT-03: one section for each active category of the kind, in order', async () => {
    await empty();
    await aCategory(db, { name: 'TRILHAS ROCK', orderIndex: 2 });
    await aCategory(db, { name: 'TRILHAS JORNALISMO', orderIndex: 1 });
    await aCategory(db, { name: 'TRILHAS ANTIGAS', orderIndex: 0, isActive: false });
    await aCategory(db, { kind: 'efeitos-sonoros' });
    await told();
    const sections = await listSections(source, 'trilhas');
    expect(sections.map((section) => section.name)).toEqual(['TRILHAS JORNALISMO', 'TRILHAS ROCK']);
    expect(await listSections(source, 'programetes')).toEqual([]);
    expect((await listCategories(source)).length).toBe(3);
  });

  it.each([
    [30, 30],
    [31, 30],
  ])('CAT-14: of %i packages a section brings %i, and knows how many there are', async (amount, shown) => {
    await empty();
    const category = await aCategory(db);
    const rows = Array.from({ length: amount }, (_, at) => ({ categoryId: category.id, orderIndex: at }));
    for (const row of rows) await aPackage(db, row);
    await told();
    const [section] = await listSections(source, 'trilhas');
    expect([section!.packages, section!.first.length]).toEqual([amount, shown]);
  });

  it('CAT-12: effects stand in Portuguese order', async () => {
    await empty();
    const category = await aCategory(db, { kind: 'efeitos-sonoros' });
    for (const title of ['Zumbido', 'Água', 'Çaça', 'Abelha', 'cachorro', 'Ônibus', 'ovelha'])
      await aPackage(db, { categoryId: category.id, title });
    await told();
    const order = ['Abelha', 'Água', 'Çaça', 'cachorro', 'Ônibus', 'ovelha', 'Zumbido'];
    const [section] = await listSections(source, 'efeitos-sonoros');
    expect(titles(section!.first)).toEqual(order);
    const shelf = await listShelf(source, { kind: 'efeitos-sonoros', offset: 2, limit: 3 });
    expect(titles(shelf.cards)).toEqual(order.slice(2, 5));
  });

  it('CAT-13: others stand by order_index, equal ones always in the same order', async () => {
    await empty();
    const category = await aCategory(db);
    const second = await aPackage(db, { categoryId: category.id, orderIndex: 1, title: 'A' });
    const third = await aPackage(db, { categoryId: category.id, orderIndex: 1, title: 'A' });
    const first = await aPackage(db, { categoryId: category.id, orderIndex: 0, title: 'Z' });
    const tied = [second.id, third.id].sort();
    for (let time = 0; time < 2; time++) {
      await told();
      const [section] = await listSections(source, 'trilhas');
      expect(section!.first.map((card) => card.id)).toEqual([first.id, ...tied]);
    }
  });

  it('CAT-17, A-13: what is inactive, deleted or in an inactive category is nowhere', async () => {
    await empty();
    const home = await aCategory(db, { name: 'TRILHAS' });
    const closed = await aCategory(db, { name: 'TRILHAS FECHADAS', isActive: false });
    await aPackage(db, { categoryId: home.id, title: 'Visível' });
    const hidden = [
      await aPackage(db, { categoryId: home.id, isActive: false }),
      await aPackage(db, { categoryId: home.id, deletedAt: new Date() }),
      await aPackage(db, { categoryId: closed.id }),
    ];
    await told();
    const sections = await listSections(source, 'trilhas');
    const shelf = await listShelf(source, { kind: 'trilhas', offset: 0, limit: 100 });
    expect(titles(sections.flatMap((section) => section.first))).toEqual(['Visível']);
    expect([titles(shelf.cards), shelf.packages]).toEqual([['Visível'], 1]);
    for (const pack of hidden) {
      expect(await findPackage(source, pack.id), 'PKG-02').toBe(null);
      expect(await findQueue(source, pack.id)).toBe(null);
    }
  });

  it('CAT-15, A-03: the full list brings every package of all sections, or of one', async () => {
    await empty();
    const rock = await aCategory(db, { name: 'TRILHAS ROCK', orderIndex: 1 });
    const news = await aCategory(db, { name: 'TRILHAS JORNAL', orderIndex: 0 });
    for (let at = 0; at < 4; at++)
      await aPackage(db, { categoryId: rock.id, title: `R${at}`, orderIndex: at });
    for (let at = 0; at < 3; at++)
      await aPackage(db, { categoryId: news.id, title: `J${at}`, orderIndex: at });
    await told();
    const ask = (categoryId: string | null, offset: number, limit: number, kind: Kind = 'trilhas') =>
      listShelf(source, { kind, categoryId, offset, limit });
    const all = await ask(null, 0, 100);
    expect(titles(all.cards)).toEqual(['J0', 'J1', 'J2', 'R0', 'R1', 'R2', 'R3']);
    expect(all.sections.map((section) => section.packages)).toEqual([3, 4]);
    expect(titles((await ask(null, 2, 3)).cards)).toEqual(['J2', 'R0', 'R1']);
    const one = await ask(rock.id, 0, 100);
    expect([titles(one.cards), one.packages]).toEqual([['R0', 'R1', 'R2', 'R3'], 4]);
    expect((await ask('unknown', 0, 10)).cards).toEqual([]);
    expect((await ask(rock.id, 0, 10, 'efeitos-sonoros')).cards).toEqual([]);
  });
});

describe('a package', () => {
  it.each(['', 'x', '1', "' or 1=1", '0'.repeat(26), 'Z'.repeat(26)])(
    'PKG-02: %j is no package',
    async (id) => {
      expect(await findPackage(source, id)).toBe(null);
      expect(await findQueue(source, id)).toBe(null);
    },
  );

  it('PKG-05, PKG-06: lists the tracks with a name and bytes, in order, with what a row shows', async () => {
    const { pack } = await aPackageWithTracks(db, 2);
    await aTrack(db, { packageId: pack.id, name: '  ' });
    await aTrack(db, { packageId: pack.id, storageKey: null });
    const last = await aTrack(db, {
      packageId: pack.id,
      name: 'Última.mp3',
      size: 1536,
      orderIndex: 99,
      peaks: Buffer.alloc(400, 255),
    });
    await told();
    const rows = await listTracks(source, pack.id);
    expect(rows.length).toBe(3);
    expect((await findPackage(source, pack.id))!.trackCount).toBe(3);
    expect(rows.at(-1)).toMatchObject({ id: last.id, name: 'Última.mp3', size: 1536 });
    expect(Buffer.from(rows.at(-1)!.peaks!, 'base64')).toEqual(Buffer.alloc(400, 255));
  });

  it('A-04, A-51, PKG-18: nothing of Drive and no address is in what listeners get', async () => {
    const { pack } = await aPackageWithTracks(db, 1, {
      googleDriveUrl: 'https://drive.google.com/drive/folders/segredo',
    });
    await db.update(tracks).set({ driveFileId: 'arquivo-secreto' }).where(eq(tracks.packageId, pack.id));
    await told();
    const [card, queue, rows] = await Promise.all([
      findPackage(source, pack.id),
      findQueue(source, pack.id),
      listTracks(source, pack.id),
    ]);
    const told_ = JSON.stringify([card, queue, rows]);
    expect(queue!.tracks.length).toBe(1);
    expect(told_).not.toMatch(/drive|segredo|secreto|audio\//i);
  });
});
