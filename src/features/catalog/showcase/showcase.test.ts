import { describe, expect, it } from 'vitest';
import { aCategory, aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { countCatalog, listShowcase } from './queries.server.ts';

describe('the showcase', async () => {
  const { db } = await testDatabase();

  it('has nothing to show of an empty library', async () => {
    expect(await countCatalog(db)).toEqual({ packages: 0, tracks: 0, kinds: [] });
    expect(await listShowcase(db)).toEqual([]);
  });

  it('A-13: counts and shows only what visitors may know of', async () => {
    const hidden = await aCategory(db, { kind: 'trilhas', isActive: false });
    for (const pack of [
      await aPackage(db, { isActive: false }),
      await aPackage(db, { deletedAt: new Date() }),
      await aPackage(db, { categoryId: hidden.id }),
    ]) {
      await aTrack(db, { packageId: pack.id });
    }
    expect(await countCatalog(db)).toEqual({ packages: 0, tracks: 0, kinds: [] });
    expect(await listShowcase(db)).toEqual([]);
  });

  it('shows a vinheta and two trilhas, featured packages first, the first track of each', async () => {
    const vinhetas = await aPackage(db, { kind: 'pacotes-vinhetas', title: 'Vinhetas', orderIndex: 5 });
    const effects = await aPackage(db, { kind: 'efeitos-sonoros', isFeatured: true });
    const plain = await aPackage(db, { kind: 'trilhas', title: 'Comum', orderIndex: 1 });
    const later = await aPackage(db, { kind: 'trilhas', title: 'Depois', orderIndex: 2 });
    const featured = await aPackage(db, {
      kind: 'trilhas',
      title: 'Destaque',
      orderIndex: 9,
      isFeatured: true,
    });
    await aTrack(db, { packageId: effects.id });
    for (const pack of [plain, later, featured])
      await aTrack(db, { packageId: pack.id, name: 'Segunda.mp3', orderIndex: 2 });
    await aTrack(db, { packageId: featured.id, name: 'Samba.v2.mp3', orderIndex: 1 });
    await aTrack(db, { packageId: vinhetas.id, name: 'Bom Dia, Cidade.mp3', orderIndex: 1 });
    await aTrack(db, { packageId: plain.id, name: 'Sem bytes.mp3', orderIndex: 0, storageKey: null });

    const shown = await listShowcase(db);
    expect(shown.map(({ packageTitle, title }) => [packageTitle, title])).toEqual([
      ['Vinhetas', 'Bom Dia, Cidade'],
      ['Destaque', 'Samba.v2'],
      ['Comum', 'Segunda'],
    ]);
    expect(await countCatalog(db)).toEqual({
      packages: 5,
      tracks: 6,
      kinds: [
        { kind: 'trilhas', packages: 3, tracks: 4 },
        { kind: 'efeitos-sonoros', packages: 1, tracks: 1 },
        { kind: 'pacotes-vinhetas', packages: 1, tracks: 1 },
      ],
    });
  });
});
