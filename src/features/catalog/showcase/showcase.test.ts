import { describe, expect, it } from 'vitest';
import { aCategory, aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { listShowcase } from './queries.server.ts';

describe('the showcase', async () => {
  const { db, bus } = await testDatabase();
  const show = async () => {
    await bus.publish('catalog');
    return listShowcase({ db, bus });
  };

  it('has nothing to show of an empty library', async () => {
    expect(await show()).toEqual({ tracks: [], packs: [] });
  });

  it('A-13: shows nothing that is hidden, and nothing of packages that are not featured', async () => {
    const hidden = await aCategory(db, { kind: 'trilhas', isActive: false });
    for (const pack of [
      await aPackage(db, { isFeatured: true, isActive: false }),
      await aPackage(db, { isFeatured: true, deletedAt: new Date() }),
      await aPackage(db, { isFeatured: true, categoryId: hidden.id }),
      await aPackage(db, { isFeatured: false }),
    ]) {
      await aTrack(db, { packageId: pack.id });
    }
    await aPackage(db, { isFeatured: true, title: 'Sem faixa' });
    expect(await show()).toEqual({ tracks: [], packs: [] });
  });

  it('shows the first track of a vinheta package and of two packages of trilhas, in their order', async () => {
    const isFeatured = true;
    const vinhetas = await aPackage(db, { kind: 'pacotes-vinhetas', title: 'Vinhetas', isFeatured });
    const more = await aPackage(db, { kind: 'pacotes-vinhetas', title: 'Mais', orderIndex: 5, isFeatured });
    await aTrack(db, { packageId: vinhetas.id, name: 'Bom Dia, Cidade.mp3' });
    await aTrack(db, { packageId: more.id, name: 'Hora Certa.mp3' });
    expect((await show()).tracks.map(({ title }) => title)).toEqual(['Bom Dia, Cidade', 'Hora Certa']);

    for (const [title, orderIndex] of [
      ['Terceira', 9],
      ['Primeira', 1],
      ['Segunda', 4],
    ] as const) {
      const pack = await aPackage(db, { kind: 'trilhas', title, orderIndex, isFeatured });
      await aTrack(db, { packageId: pack.id, name: 'Outra.mp3', orderIndex: 2 });
      await aTrack(db, { packageId: pack.id, name: `${title}.v2.mp3`, orderIndex: 1 });
      await aTrack(db, { packageId: pack.id, name: 'Sem bytes.mp3', orderIndex: 0, storageKey: null });
    }
    expect((await show()).tracks.map(({ packageTitle, title }) => [packageTitle, title])).toEqual([
      ['Vinhetas', 'Bom Dia, Cidade'],
      ['Primeira', 'Primeira.v2'],
      ['Segunda', 'Segunda.v2'],
    ]);
  });

  it('shows eight packages of all kinds in turn, each with its first track that has a file', async () => {
    const effects = await aPackage(db, { kind: 'efeitos-sonoros', title: 'Portas', isFeatured: true });
    await aTrack(db, { packageId: effects.id, orderIndex: 0, storageKey: null });
    const door = await aTrack(db, { packageId: effects.id, name: 'Porta.mp3', orderIndex: 1 });
    for (let at = 0; at < 9; at++) {
      const pack = await aPackage(db, { kind: 'efeitos-sonoros', orderIndex: 10 + at, isFeatured: true });
      await aTrack(db, { packageId: pack.id });
    }
    const { packs } = await show();
    expect(packs).toHaveLength(8);
    expect(new Set(packs.slice(0, 3).map(({ kind }) => kind)).size).toBe(3);
    expect(packs.find(({ title }) => title === 'Portas')).toMatchObject({ trackId: door.id });
    expect((await show()).tracks.every(({ kind }) => kind !== 'efeitos-sonoros')).toBe(true);
  });
});
