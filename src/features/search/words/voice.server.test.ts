import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { packages, tracks } from '#db/schema/catalog.ts';
import { trackDocuments } from '#db/schema/search.ts';
import { aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { noFilters } from '../filters/model.ts';
import { countFilterChoices, searchPackages } from '../queries.server.ts';
import { countFoundTracks, searchTracks } from '../tracks/queries.server.ts';
import { readSearchTerm } from './reading-queries.server.ts';
import { toldOf } from './told.ts';
import { voiceWords } from './voice.ts';

const source = await testDatabase();
const { db, bus } = source;

const codes = { instrumental: 1, voiced: 0, neither: null } as const;
const tellings = (['instrumental', 'voiced', 'neither'] as const).flatMap((meant) =>
  voiceWords[meant].map((words) => ({ words, voice: codes[meant] })),
);

it('the database knows the same words', async () => {
  const { rows } = await db.execute<{ words: string; voice: number | null }>(
    sql`select words, told_voice(search_text('x ' || words || ' x')) as voice
      from unnest(${sql.param(tellings.map(({ words }) => words))}::text[]) with ordinality as t(words, place) order by place`,
  );
  expect(rows).toEqual(tellings);
});

describe('what names tell', () => {
  it.each([
    ['06 Farmacia de plantao p locucao.mp3', 1],
    ['perfume-p-locucao.MP3', 1],
    ['SAMBA-ENREDO SEM LETRA SEM BATERIA.wav', 1],
    ['BG_Cantina Italiana INST.mp3', 1],
    ['03 Chegou o caminhão do ovo sem voz - Copia.mp3', 1],
    ['TrilhaSemVoz.mp3', 1],
    ['Fundo p/ locução.mp3', 1],
    ['03_queimadas_so_voz.mp3', 0],
    ['CASTRAÇÃO LOCUTORA.wav', 0],
    ['07 HoraCertaVozMasculina.mp3', 0],
    ['VINHETA abertura do jornal do meio-dia masc', 0],
    ['04 - Previsao do Tempo Cantada.wav', 0],
    ['04. VHT CORO INFANTIL COM NOME DA RADIO FINAL.wav', 0],
    ['Vozes femininas 87 BPM.wav', 0],
    ['JINGLE_A Capella Nome da Radio.wav', 0],
    ['08 Locutor de Porta de Loja 143S.mp3', null],
    ['GALO CANTANDO.mp3', null],
    ['04 primeira_letra_90.mp3', null],
    ['baile de mascaras 142.mp3', null],
    ['cantada de pneu 2.wav', null],
    ['07 - PGM FUTEBOL FEMININO.mp3', null],
    ['Abertura A Voz do Brasil.mp3', null],
  ])('%s: %s', async (name, voice) => {
    const { rows } = await db.execute(sql`select track_voice(${name}, null) as voice`);
    expect(rows).toEqual([{ voice }]);
  });
});

const empty = async () => {
  await db.delete(packages);
  await bus.publish('catalog');
};
const tracksOf = async (term: string, voz: string[] = []) => {
  await bus.publish('catalog');
  const filters = { ...noFilters, voz };
  const request = { kind: null, filters, offset: 0, limit: 50 };
  return (await searchTracks(source, await readSearchTerm(source, term), request)).tracks.map(
    ({ name }) => name,
  );
};
const packagesOf = async (voz: string[], duracao: string[] = []) => {
  await bus.publish('catalog');
  const filters = { ...noFilters, voz, duracao };
  const { cards } = await searchPackages(source, '', { filters, offset: 0, limit: 50 });
  return cards.map(({ title }) => title).toSorted();
};

describe('the filter', () => {
  it('finds tracks and packages by the track, else by the package, else by a kind that is spoken', async () => {
    await empty();
    const bed = await aPackage(db, { title: 'Cama', tags: ['sem voz'] });
    await aTrack(db, { packageId: bed.id, name: 'Um.mp3', durationMs: 10_000 });
    await aTrack(db, { packageId: bed.id, name: 'Um coro.mp3', durationMs: 100_000 });
    const told = await aPackage(db, { title: 'Dica', kind: 'programetes' });
    await aTrack(db, { packageId: told.id, name: 'Dois.mp3' });
    await aTrack(db, { packageId: told.id, name: 'Dois sem voz.mp3' });
    const other = await aPackage(db, { title: 'Vento', kind: 'efeitos-sonoros' });
    await aTrack(db, { packageId: other.id, name: 'Três.mp3' });
    expect((await tracksOf('', ['com-voz'])).toSorted()).toEqual(['Dois.mp3', 'Um coro.mp3']);
    expect((await tracksOf('', ['instrumental'])).toSorted()).toEqual(['Dois sem voz.mp3', 'Um.mp3']);
    expect(await packagesOf(['com-voz'])).toEqual(['Cama', 'Dica']);
    expect(await packagesOf(['instrumental'], ['ate-15s'])).toEqual(['Cama']);
    expect(await packagesOf(['com-voz'], ['ate-15s']), 'one track must meet all').toEqual([]);
    const list = { kind: null, categoryId: null, term: '' };
    expect((await countFilterChoices(source, list, noFilters)).steps.voz).toEqual({
      'com-voz': 2,
      instrumental: 2,
    });
    const counts = await countFoundTracks(source, '', null, { ...noFilters, duracao: ['ate-15s'] });
    expect(counts.steps.voz).toEqual({ 'com-voz': 0, instrumental: 1 });
  });

  it('follows names, tags and titles', async () => {
    await empty();
    const pack = await aPackage(db, { title: 'Manhã' });
    const track = await aTrack(db, { packageId: pack.id, name: 'Um.mp3' });
    expect(await packagesOf(['instrumental'])).toEqual([]);
    await db
      .update(packages)
      .set({ tags: ['instrumental'] })
      .where(eq(packages.id, pack.id));
    expect(await packagesOf(['instrumental'])).toEqual(['Manhã']);
    expect(await tracksOf('', ['instrumental'])).toEqual(['Um.mp3']);
    await db.update(tracks).set({ name: 'Um cantado.mp3' }).where(eq(tracks.id, track.id));
    expect(await packagesOf(['instrumental'])).toEqual([]);
    expect(await tracksOf('', ['com-voz'])).toEqual(['Um cantado.mp3']);
    const [document] = await db.select().from(trackDocuments);
    expect(document?.voice).toBe(0);
  });
});

describe('a term', () => {
  it('that asks for a voice or for none means what tracks tell', async () => {
    await empty();
    const pack = await aPackage(db, { title: 'Jornal' });
    for (const name of ['Giro.mp3', 'Giro BG.mp3', 'Giro cantado.mp3'])
      await aTrack(db, { packageId: pack.id, name });
    expect(await tracksOf('giro sem voz')).toEqual(['Giro BG.mp3', 'Giro.mp3']);
    expect(await tracksOf('giro instrumental')).toEqual(['Giro BG.mp3', 'Giro.mp3']);
    expect(await tracksOf('giro com voz')).toEqual(['Giro cantado.mp3', 'Giro.mp3']);
    expect(await tracksOf('sem voz')).toEqual(['Giro BG.mp3']);
    expect((await readSearchTerm(source, 'giro sem voz'))?.kind).toBe(null);
    const reading = await readSearchTerm(source, 'vinheta sem vocal');
    expect(reading && toldOf(reading, []).facts).toEqual(['Vinhetas', 'sem voz']);
  });

  it('that says whose voice it means asks for its words', async () => {
    const reading = await readSearchTerm(source, 'com voz de criança');
    expect(reading?.needed.map(({ typed }) => typed)).toEqual(['voz', 'criança']);
  });
});
