import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { packageDocuments, searchWords, trackDocuments } from '#db/schema/search.ts';
import { aCategory, aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { noFilters } from '../filters/model.ts';
import { readSearchTerm, readTermWords } from '../words/reading-queries.server.ts';
import { toldOf } from '../words/told.ts';
import { mostFound } from './model.ts';
import { countFoundTracks, searchTracks } from './queries.server.ts';

const source = await testDatabase();
const { db, bus } = source;

beforeEach(async () => {
  await db.delete(packages);
  await db.delete(categories);
  await bus.publish('catalog');
});

const search = async (term: string, kind: 'trilhas' | null = null) => {
  await bus.publish('catalog');
  return searchTracks(source, await readTermWords(source, term), { kind, offset: 0, limit: 50 });
};
const find = async (term: string, kind: 'trilhas' | null = null) =>
  (await search(term, kind)).tracks.map(({ name }) => name);

/** A package with these tracks. */
async function holding(names: string[], given: Parameters<typeof aPackage>[1] = {}) {
  const pack = await aPackage(db, given);
  for (const name of names) await aTrack(db, { packageId: pack.id, name });
  return pack;
}

describe('names are taken apart', () => {
  it.each([
    ['03 - PORTA_BATENDO_forte.wav', 'porta'],
    ['SaladeAulacomAlunos.MP3', 'sala de aula'],
    ['SaladeAulacomAlunos.MP3', 'alunos'],
    ['CamaNeutra30Seg.wav', 'neutra'],
    ['EFX-Trovão.wav', 'trovao'],
    ['canções.mp3', 'canção'],
    ['jornais do interior', 'jornal'],
    ['latido de cão', 'cachorros latindo'],
    ['door creak 2.mp3', 'porta rangendo'],
  ])('%s is found by %s', async (name, term) => {
    await holding([name, 'outra coisa.mp3'], { kind: 'efeitos-sonoros' });
    expect((await find(term))[0]).toBe(name);
  });
});

describe('what a term finds', () => {
  it('a word in the name counts more than one of the package; words of the kind favour it', async () => {
    await holding(['Sino de natal.mp3'], { kind: 'efeitos-sonoros' });
    await holding(['Noite.mp3'], { kind: 'trilhas', title: 'Natal' });
    expect(await find('natal')).toEqual(['Sino de natal.mp3', 'Noite.mp3']);
    expect(await find('trilha de natal')).toEqual(['Noite.mp3']);
    expect(await find('natal', 'trilhas')).toEqual(['Noite.mp3']);
    expect(await find('vinheta de natal')).toEqual(['Sino de natal.mp3', 'Noite.mp3']);
  });

  it('typos are forgiven, and what was understood is told', async () => {
    await holding(['Trovoada.mp3', 'Gargalhada.mp3'], { kind: 'efeitos-sonoros' });
    await db.execute(sql`select count_search_words()`);
    expect(await find('gargalada')).toEqual(['Gargalhada.mp3']);
    expect(toldOf(await readTermWords(source, 'efeito gargalada'), []).corrected).toBe('efeito gargalhada');
  });

  it('a correction is told with its accents; a guess is of no use where the other words do without it', async () => {
    await holding(['Relâmpago.mp3', 'Avião a jato.mp3', 'Salva de tiros.mp3', 'Dor de dente.mp3']);
    await db.execute(sql`select count_search_words()`);
    expect(toldOf(await readTermWords(source, 'relanpago'), []).corrected).toBe('relâmpago');
    // 'Salvador' may be 'salva' and 'dor'.
    const found = await search('avião em Salvador');
    expect([found.tracks[0]?.name, found.dropped]).toEqual(['Avião a jato.mp3', ['salvador']]);
    const told = toldOf(await readTermWords(source, 'aviaao em Salvador'), found.dropped);
    expect(told.corrected).toBe('avião em salvador');
  });

  it('words of sound libraries are not taken for Portuguese ones of the same stem', async () => {
    await holding(['RISER_CURTO.wav', 'Risos.mp3', 'Gato.mp3', 'Porta.mp3'], { kind: 'efeitos-sonoros' });
    expect(await find('riser')).toEqual(['RISER_CURTO.wav']);
    expect(await find('risada')).toEqual(['Risos.mp3']);
    expect(await find('porta')).toEqual(['Porta.mp3']);
  });

  it('the least telling words are dropped and told; without what is meant there is nothing', async () => {
    for (let at = 0; at < 4; at++) await holding([`Porta forte ${at}.mp3`]);
    await holding(['Porta de geladeira.mp3']);
    const found = await search('geladeira forte');
    expect([found.tracks[0]?.name, found.dropped]).toEqual(['Porta de geladeira.mp3', ['forte']]);
    expect(await search('porta de ornitorrinco')).toMatchObject({ dropped: ['ornitorrinco'] });
    expect(await search('ornitorrinco de porta')).toMatchObject({ total: 0, tracks: [] });
    for (const term of ['', '  ', '%', 'zzzz', "'", '\\', ':*', '<->', '🎵', 'a'.repeat(5000)]) {
      expect((await search(term)).total, term).toBe(0);
    }
  });

  describe('when nothing has the words', () => {
    beforeEach(async () => {
      const music = await aPackage(db, { kind: 'trilhas', title: 'Fim de tarde' });
      const facts = { packageId: music.id, loudnessLufs: -16 };
      await aTrack(db, { ...facts, name: 'Lounge', durationMs: 30_000, tempoBpm: 76 });
      await aTrack(db, { ...facts, name: 'Piano', durationMs: 90_000, tempoBpm: 70 });
      await aTrack(db, { ...facts, name: 'Samba', durationMs: 30_000, tempoBpm: 130 });
      const effects = await aPackage(db, { kind: 'efeitos-sonoros', title: 'Casa' });
      await aTrack(db, { ...facts, packageId: effects.id, name: 'Porta', durationMs: 2000 });
    });

    it.each([
      [
        'preciso de um fundo calmo de uns 30 segundos para a previsão do tempo',
        ['Lounge'],
        ['previsão do tempo'],
      ],
      ['trilha calma pra leitura de carta', ['Lounge', 'Piano'], ['leitura', 'carta']],
      ['música animada de capoeira', ['Samba'], ['capoeira']],
      ['fundo calmo de 10 minutos para yoga', ['Lounge', 'Piano'], ['600 segundos', 'yoga']],
      ['trilha calma', ['Lounge', 'Piano'], []],
      ['algo animado', ['Samba'], []],
      ['efeito curto para o xadrez', ['Porta'], ['xadrez']],
      ['som de ornitorrinco', [], []],
      ['efeito curto de ornitorrinco', [], []],
      ['trilha para o xadrez', [], []],
      ['efeito de ornitorrinco para a porta', [], []],
    ])('kind, mood and facts answer, if they say enough: %s', async (term, names, dropped) => {
      const found = await search(term);
      expect(found.tracks.map(({ name }) => name).sort()).toEqual(names);
      expect(found.dropped).toEqual(dropped);
    });
  });

  it('length and tempo are facts; they are given up last', async () => {
    const pack = await aPackage(db, { title: 'Samba' });
    await aTrack(db, { packageId: pack.id, name: 'a', durationMs: 30_400, tempoBpm: 90 });
    await aTrack(db, { packageId: pack.id, name: 'b', durationMs: 60_000, tempoBpm: 100 });
    expect(await find('samba 30 segundos')).toEqual(['a']);
    expect(await find('samba de 1 minuto')).toEqual(['b']);
    expect(await find('100 bpm')).toEqual(['b']);
    expect(await search('samba 10 segundos')).toMatchObject({ total: 2, dropped: ['10 segundos'] });
    expect(await find('samba calmo')).toEqual(['a', 'b']);
  });

  it('tracks of many packages come before more of the same one', async () => {
    await holding(['Sino 1', 'Sino 2', 'Sino 3']);
    await holding(['Sino 4']);
    const packs = (await search('sino')).tracks.map(({ packageId }) => packageId);
    expect(new Set(packs.slice(0, 2)).size).toBe(2);
  });
});

describe('the list of tracks', () => {
  const request = { kind: null, offset: 0, limit: 50 };

  it('is narrowed by filters, with counts of tracks, and ordered', async () => {
    const music = await aPackage(db, { title: 'Samba', tags: ['alegre'] });
    const effect = await aPackage(db, { kind: 'efeitos-sonoros', title: 'Samba no pé' });
    await aTrack(db, {
      packageId: music.id,
      name: 'lenta',
      durationMs: 90_000,
      tempoBpm: 70,
      loudnessLufs: -22,
    });
    await aTrack(db, {
      packageId: music.id,
      name: 'rápida',
      durationMs: 20_000,
      tempoBpm: 140,
      loudnessLufs: -10,
    });
    await aTrack(db, {
      packageId: effect.id,
      name: 'passo',
      durationMs: 2_000,
      tempoBpm: 80,
      loudnessLufs: -10,
    });
    await bus.publish('catalog');
    const names = async (term: string | null, more: Partial<Parameters<typeof searchTracks>[2]>) => {
      const found = await searchTracks(source, await readSearchTerm(source, term), { ...request, ...more });
      expect(found.total).toBe(found.tracks.length);
      return found.tracks.map(({ name }) => name);
    };
    const slow = { ...noFilters, andamento: ['lenta'] };
    expect(await names('samba', { filters: slow })).toEqual(['lenta']);
    expect(await names(null, { filters: { ...noFilters, tag: ['alegre'] } })).toHaveLength(2);
    expect(await names(null, { order: 'curtas' })).toEqual(['passo', 'rápida', 'lenta']);
    expect(await names('samba', { order: 'longas' })).toEqual(['lenta', 'rápida', 'passo']);
    expect(await names('samba', { kind: 'efeitos-sonoros' })).toEqual(['passo']);
    expect(await names(null, { order: 'rapidas', offset: 0 })).toEqual(['rápida', 'passo', 'lenta']);
    const counts = await countFoundTracks(source, 'samba', null, { ...noFilters, intensidade: ['forte'] });
    expect(counts).toMatchObject({
      total: 2,
      steps: { duracao: { 'ate-15s': 1, '15-30s': 1, '1-3min': 0 }, andamento: { lenta: 0, rapida: 1 } },
      tags: [{ tag: 'alegre', packages: 1 }],
    });
  });

  it('is narrowed by category, with counts beside the other filters', async () => {
    const door = await aCategory(db, { name: 'Portas', orderIndex: 1 });
    const rain = await aCategory(db, { name: 'Chuva', orderIndex: 2 });
    await holding(['Porta um.mp3', 'Porta dois.mp3'], { categoryId: door.id, tags: ['seco'] });
    await holding(['Porta na chuva.mp3'], { categoryId: rain.id });
    await bus.publish('catalog');
    const filters = { ...noFilters, categoria: ['Chuva', 'Nenhuma'] };
    const page = await searchTracks(source, await readTermWords(source, 'porta'), {
      kind: null,
      filters,
      offset: 0,
      limit: 50,
    });
    expect(page.tracks.map(({ name }) => name)).toEqual(['Porta na chuva.mp3']);
    const counts = await countFoundTracks(source, 'porta', null, { ...filters, tag: ['seco'] });
    expect(counts.total).toBe(0);
    expect(counts.categories).toEqual([
      { name: 'Portas', amount: 2 },
      { name: 'Chuva', amount: 0 },
    ]);
  });

  it('of a frequent word ends with what is ranked, each track once; waveforms only for subscribers', async () => {
    const pack = await aPackage(db, { title: 'Sino' });
    await db.execute(sql`insert into tracks (id, package_id, name, storage_key, peaks)
      select 'muitas' || n, ${pack.id}, 'sino ' || n || '.mp3', 'audio/x', 'x'::bytea from generate_series(1, ${mostFound + 100}::int) n`);
    await bus.publish('catalog');
    const reading = await readSearchTerm(source, 'sino');
    const seen = new Set<string>();
    for (let offset = 0; offset <= mostFound; offset += 120) {
      const page = await searchTracks(source, reading, { kind: null, offset, limit: 120 });
      expect(page.total).toBe(mostFound);
      for (const { id } of page.tracks) seen.add(id);
    }
    expect(seen.size).toBe(mostFound);
    const [closed] = (await searchTracks(source, reading, request)).tracks;
    const [open] = (await searchTracks(source, reading, { ...request, withPeaks: true })).tracks;
    expect([Object.hasOwn(closed!, 'peaks'), open!.peaks]).toEqual([false, 'eA==']);
  });
});

describe('what is searched follows what changes', () => {
  it('names, titles, tags, categories and visibility, in the same transaction', async () => {
    const pack = await holding(['Um.mp3', 'Dois.mp3'], { title: 'Galo' });
    const edit = (values: Partial<typeof packages.$inferInsert>) =>
      db.update(packages).set(values).where(eq(packages.id, pack.id));
    expect(await find('galo')).toHaveLength(2);
    await edit({ title: 'Pato' });
    expect([await find('galo'), await find('pato')]).toMatchObject([[], { length: 2 }]);
    await edit({ tags: ['lagoa'], description: 'No sítio' });
    expect([await find('lagoa'), await find('sitio')]).toMatchObject([{ length: 2 }, { length: 2 }]);
    await db.update(tracks).set({ name: 'Grasnado.mp3', durationMs: 5000 }).where(eq(tracks.name, 'Um.mp3'));
    expect(await find('grasnado 5 segundos')).toEqual(['Grasnado.mp3']);
    await db.update(tracks).set({ storageKey: null }).where(eq(tracks.name, 'Grasnado.mp3'));
    expect(await find('lagoa')).toEqual(['Dois.mp3']);
    const other = await aCategory(db, { kind: 'efeitos-sonoros' });
    await edit({ categoryId: other.id });
    expect(await find('lagoa', 'trilhas')).toEqual([]);
    await db.update(categories).set({ isActive: false }).where(eq(categories.id, other.id));
    expect(await find('lagoa')).toEqual([]);
    await db.update(categories).set({ isActive: true }).where(eq(categories.id, other.id));
    await edit({ isActive: false });
    expect([await db.$count(trackDocuments), await db.$count(packageDocuments)]).toEqual([0, 0]);
    await edit({ isActive: true });
    expect(await find('lagoa')).toEqual(['Dois.mp3']);
    await edit({ deletedAt: new Date() });
    expect(await db.$count(trackDocuments)).toBe(0);
  });

  it('the words are counted as packages have them, and forgotten with the last', async () => {
    const amounts = async () => {
      await db.execute(sql`select count_search_words()`);
      const rows = await db.select().from(searchWords);
      return Object.fromEntries(rows.map(({ word, packages }) => [word, packages]));
    };
    const one = await holding(['Zabumba.mp3', 'Zabumba grave.mp3'], { title: 'Forró' });
    await holding(['Zabumba.mp3'], { title: 'Baião' });
    expect(await amounts()).toMatchObject({ zabumba: 2, grave: 1, forro: 1 });
    await db.update(packages).set({ title: 'Xote' }).where(eq(packages.id, one.id));
    await db.delete(packages).where(eq(packages.id, one.id));
    expect(await amounts()).toEqual({ zabumba: 1, baiao: 1 });
  });
});
