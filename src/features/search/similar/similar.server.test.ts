import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { trackDocuments } from '#db/schema/search.ts';
import { findPackage } from '#features/catalog/pack/queries.server.ts';
import { timbreLength } from '#features/media/audio/timbre-facts.ts';
import { aCategory, aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { cellsByDistance, timbreFromText, timbreToText } from './model.ts';
import { findLike } from './queries.server.ts';
import { listRelated } from './related.server.ts';

const source = await testDatabase();
const { db, bus } = source;

beforeEach(async () => {
  await db.delete(packages);
  await db.delete(categories);
  await bus.publish('catalog');
});

/** A timbre whose first fact is set. */
const timbreOf = (first: number): Buffer => Buffer.alloc(timbreLength, 128).fill(first, 0, 1);

const like = (id: string) => findLike(source, id, { limit: 10, withPeaks: false });

const similarTo = async (id: string) => {
  await bus.publish('catalog');
  return (await like(id))?.tracks?.map(({ name }) => name);
};

describe('related packages', () => {
  it('PKG-10: at most six related ones of the same category, never itself', async () => {
    const category = await aCategory(db);
    const pack = await aPackage(db, { categoryId: category.id, tags: ['natal'], orderIndex: 0 });
    for (let at = 1; at <= 8; at++)
      await aPackage(db, { categoryId: category.id, orderIndex: at, title: `P${at}` });
    await aPackage(db, { categoryId: category.id, isActive: false });
    await aPackage(db, { categoryId: category.id, deletedAt: new Date() });
    await aPackage(db, { title: 'De outra categoria' });
    await aPackage(db, {
      categoryId: category.id,
      tags: ['festa', 'natal'],
      title: 'Natal também',
      orderIndex: 50,
    });
    await bus.publish('catalog');
    const related = await listRelated(source, (await findPackage(source, pack.id))!);
    expect(related.map(({ title }) => title)).toEqual(['Natal também', 'P1', 'P2', 'P3', 'P4', 'P5']);
  });

  it('PKG-10: of those with as much in common, the ones that sound most alike come first', async () => {
    const category = await aCategory(db);
    const add = async (title: string, first: number | null, tags: string[] = []) => {
      const pack = await aPackage(db, { categoryId: category.id, title, tags });
      await aTrack(db, { packageId: pack.id, timbre: first === null ? null : timbreOf(first) });
      return pack;
    };
    const own = await add('Este', 100, ['natal']);
    await add('Não medido', null);
    await add('Longe', 200);
    await add('Perto', 104);
    await add('Mais longe, com a tag', 250, ['natal']);
    await bus.publish('catalog');
    const related = await listRelated(source, (await findPackage(source, own.id))!);
    expect(related.map(({ title }) => title)).toEqual([
      'Mais longe, com a tag',
      'Perto',
      'Longe',
      'Não medido',
    ]);
  });
});

describe('tracks that sound alike', () => {
  it('are of the same kind, visible, and the nearest come first, in whatever cell', async () => {
    const pack = await aPackage(db, { kind: 'efeitos-sonoros' });
    const hidden = await aPackage(db, { kind: 'efeitos-sonoros', isActive: false });
    const music = await aPackage(db, { kind: 'trilhas' });
    const add = (packageId: string, name: string, first: number) =>
      aTrack(db, { packageId, name, timbre: timbreOf(first) });
    const own = await add(pack.id, 'esta', 143);
    await add(pack.id, 'longe', 10);
    await add(pack.id, 'ao lado', 150);
    await add(pack.id, 'igual', 143);
    await add(hidden.id, 'escondida', 143);
    await add(music.id, 'trilha', 143);
    await aTrack(db, { packageId: pack.id, name: 'ainda não ouvida' });
    expect(await similarTo(own.id)).toEqual(['igual', 'ao lado', 'longe']);

    await db.update(packages).set({ isActive: true }).where(eq(packages.id, hidden.id));
    await db.update(packages).set({ categoryId: music.categoryId }).where(eq(packages.id, hidden.id));
    await db
      .update(tracks)
      .set({ timbre: timbreOf(12) })
      .where(eq(tracks.name, 'igual'));
    expect(await similarTo(own.id)).toEqual(['ao lado', 'igual', 'longe']);
    await db.delete(tracks).where(eq(tracks.name, 'longe'));
    expect(await similarTo(own.id)).toEqual(['ao lado', 'igual']);
  });

  it('are not found for a track that cannot be seen, or that nobody has heard', async () => {
    const pack = await aPackage(db);
    const track = await aTrack(db, { packageId: pack.id, timbre: timbreOf(1) });
    const silent = await aTrack(db, { packageId: pack.id });
    await bus.publish('catalog');
    expect(await like(silent.id)).toMatchObject({ track: { id: silent.id }, tracks: null });
    await db.update(packages).set({ deletedAt: new Date() });
    expect(await like(track.id)).toBe(null);
    expect(await like('nada')).toBe(null);
    await db.update(packages).set({ deletedAt: null });
    await db.update(categories).set({ isActive: false });
    await bus.publish('catalog');
    expect(await like(track.id)).toBe(null);
  });

  it('fall into the same cells in the database and here', async () => {
    const pack = await aPackage(db);
    for (let at = 0; at < 40; at++) {
      const timbre = Buffer.from(
        Array.from({ length: timbreLength }, (_, fact) => 100 + ((at * 37 + fact * 11) % 61)),
      );
      await aTrack(db, { packageId: pack.id, timbre });
    }
    const rows = await db.select().from(trackDocuments);
    expect(new Set(rows.map(({ timbreCell }) => timbreCell)).size).toBeGreaterThan(20);
    for (const { timbre, timbreCell } of rows) {
      const cells = cellsByDistance(timbre!);
      expect(cells[0]).toBe(timbreCell);
      expect(new Set(cells).size).toBe(4096);
    }
  });
});

describe('a timbre in an address', () => {
  it('is read as it was written, and nothing else is', () => {
    const timbre = Uint8Array.from({ length: timbreLength }, (_, at) => at * 11);
    expect(timbreFromText(timbreToText(timbre))).toEqual(timbre);
    for (const text of ['', 'a', 'a'.repeat(30), 'a'.repeat(32), 'ç'.repeat(31), `${'a'.repeat(30)}=`])
      expect(timbreFromText(text), text).toBe(null);
  });
});
