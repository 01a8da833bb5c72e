import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { packages } from '#db/schema/catalog.ts';
import { aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { nouns } from '#tests/search/nouns.ts';
import { suggestSounds } from '../suggestions/queries.server.ts';
import { searchTracks } from '../tracks/queries.server.ts';
import { readTermWords } from './reading-queries.server.ts';
import { toldOf } from './told.ts';

const source = await testDatabase();
const { db, bus } = source;

beforeEach(async () => {
  await db.delete(packages);
});

/** Tracks that the catalogue has, and its vocabulary. */
async function having(...names: string[]) {
  const pack = await aPackage(db, { title: 'Sons', tags: null, description: null });
  for (const name of names) await aTrack(db, { packageId: pack.id, name, durationMs: 12_000 });
  await db.execute(sql`select count_search_words()`);
  await bus.publish('catalog');
  return pack;
}
const search = async (term: string) =>
  searchTracks(source, await readTermWords(source, term), { kind: null, offset: 0, limit: 50 });
const find = async (term: string) => (await search(term)).tracks.map(({ name }) => name);

/** The lexemes of a text without stop words, as documents and queries have them. */
const lexemesOf = async (texts: string[]): Promise<string[]> => {
  const { rows } = await db.execute<{ lexemes: string[] }>(
    sql`select search_lexemes(text) as lexemes from unnest(${sql.param(texts)}::text[]) with ordinality as t(text, at) order by at`,
  );
  return rows.map(({ lexemes }) => lexemes.join(' '));
};

it('S02: the singular and the plural of a noun are one word, with and without accents', async () => {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{Mn}/gu, '');
  const [one, many, bare] = await Promise.all([
    lexemesOf(nouns.map(([singular]) => singular)),
    lexemesOf(nouns.map(([, plural]) => plural.toUpperCase())),
    lexemesOf(nouns.map(([, plural]) => plain(plural))),
  ]);
  const apart = nouns.filter((_, at) => one[at] !== many[at] || one[at] !== bare[at]);
  expect(apart).toEqual([]);
  expect(nouns.length).toBeGreaterThan(225);
});

it('S02: words that merely look like a plural stay apart', async () => {
  const texts = ['caos', 'cão', 'blues', 'blue', 'news', 'new', 'bass', 'bas', 'mil', 'mel', 'riser', 'riso'];
  expect(new Set(await lexemesOf(texts)).size).toBe(texts.length);
});

it.each(
  'gol/gols mãe/mães mão/mãos hit/hits spot/spots drop/drops ano/anos rei/reis azul/azuis infantil/infantis fácil/fáceis herói/heróis'
    .split(' ')
    .map((pair) => pair.split('/') as [string, string]),
)('S02: %s and %s find each other', async (singular, plural) => {
  await having(`Som ${singular}`, `Som ${plural}`, 'Outra coisa');
  expect((await find(singular)).toSorted()).toEqual([`Som ${singular}`, `Som ${plural}`].toSorted());
  expect((await find(plural)).toSorted()).toEqual([`Som ${singular}`, `Som ${plural}`].toSorted());
});

describe('S01: a phrase that is a synonym finds the track of its name first', () => {
  it.each(['previsão do tempo', 'dia dos pais', 'dia das mães', 'fim de ano'])('%s', async (term) => {
    await having(
      `${term} 2`,
      'Outra coisa',
      'Tempo',
      'Dia',
      'Ano',
      `${term[0]?.toUpperCase()}${term.slice(1)}.mp3`,
    );
    const found = await search(term);
    expect([found.tracks[0]?.name.toLowerCase(), found.dropped]).toEqual([expect.stringContaining(term), []]);
  });

  it('each of the first ones that have a stop word, and one that an administrator adds', async () => {
    const { rows } = await db.execute<{ entry: string }>(sql`
      select distinct entry from search_synonyms, unnest(words) as entry
      where exists (select from unnest(search_split(entry)) as word where search_is_stop(word))`);
    expect(rows.length).toBeGreaterThan(40);
    await db.execute(
      sql`insert into search_synonyms (id, words) values ('x', array['conta de luz', 'fatura da energia'])`,
    );
    await bus.publish('catalog');
    const entries = [...rows.map(({ entry }) => entry), 'conta de luz'];
    await having(...entries, 'Fatura da energia');
    const lost = [];
    for (const entry of entries) if ((await find(entry))[0] !== entry) lost.push(entry);
    expect(lost).toEqual([]);
    expect(await find('fatura da energia')).toEqual(['Fatura da energia', 'conta de luz']);
    await db.execute(sql`delete from search_synonyms where id = 'x'`);
  });
});

describe('B13: a term of stop words alone', () => {
  it.each(['Pra Você', 'Até Já', 'Muito Mais', 'Só Nós', 'De Mim Para Você', 'Está', 'Não', 'Como Foi'])(
    '%s finds the track of that name',
    async (name) => {
      await having(`${name}.mp3`, 'Trilha do dia.mp3', 'Samba.mp3');
      expect(await find(name)).toEqual([`${name}.mp3`]);
      expect(await find(name.toUpperCase().normalize('NFD'))).toEqual([`${name}.mp3`]);
    },
  );

  it('is found at once, before the vocabulary has its words', async () => {
    const pack = await having('Samba.mp3');
    await aTrack(db, { packageId: pack.id, name: 'Depois Dela.mp3' });
    await bus.publish('catalog');
    expect(await find('depois dela')).toEqual(['Depois Dela.mp3']);
  });

  it('is suggested too, and beside other words it asks for nothing', async () => {
    await having('Pra Você.mp3', 'Samba.mp3');
    const suggested = await suggestSounds(source, 'pra voc');
    expect(suggested.map(({ label }) => label)).toEqual(['Pra Você.mp3']);
    expect(await find('um samba pra você')).toEqual(['Samba.mp3']);
  });
});

describe('B14: what may be a fact is a name as well', () => {
  it.each([
    '80s',
    'pop 80s',
    'pop anos 80',
    'pop anos oitenta',
    "pop 80's",
    'pop década de 80',
    'pop 1980s',
    'POP 80S',
  ])('%s finds Pop 80s Remix first, and nothing is left out', async (term) => {
    const pack = await having('Pop 80s Remix.mp3', 'Samba.mp3');
    await aTrack(db, { packageId: pack.id, name: 'Oitenta.mp3', durationMs: 80_000 });
    const found = await search(term);
    expect([found.tracks[0]?.name, found.dropped]).toEqual(['Pop 80s Remix.mp3', []]);
  });

  it('a length is measured, or said by a name', async () => {
    const pack = await having('Contagem de trinta segundos.mp3', 'Vinheta 30s.mp3', 'Samba.mp3');
    await aTrack(db, { packageId: pack.id, name: 'Meio minuto.mp3', durationMs: 30_000 });
    expect((await find('30 segundos')).toSorted()).toEqual(['Meio minuto.mp3', 'Vinheta 30s.mp3']);
    expect((await find('trinta segundos'))[0]).toBe('Contagem de trinta segundos.mp3');
    expect((await find('80s')).length).toBe(0);
  });

  it.each([
    ['30s', 'Fama 30 segundos'],
    ['meio minuto', 'Fama 30 segundos'],
    ['90 segundos', 'Spot 1min30'],
    ['1min30', 'Spot 90seg'],
    ['60 segundos', 'Um giro de 1 minuto'],
    ['1 minuto', 'Spot 60s'],
  ])('%s finds %s: a length that a name says otherwise', async (term, name) => {
    await having(name, 'Samba.mp3');
    expect(await find(term)).toEqual([name]);
  });

  it.each([
    ['efeito de 1,5 segundos', 1.5, 'cerca de 1,5 segundos', '1,5 segundos'],
    ['efeito de 1.5 segundos', 1.5, 'cerca de 1,5 segundos', '1,5 segundos'],
    ['efeito de 1 segundo', 1, 'cerca de 0:01', '1 segundo'],
    ['efeito de 15s', 15, 'cerca de 0:15', '15 segundos'],
    ['efeito de 2min', 120, 'cerca de 2:00', '120 segundos'],
  ])('S04: %s is %s seconds', async (term, seconds, told, dropped) => {
    const pack = await having();
    await aTrack(db, { packageId: pack.id, name: 'Efeito longo.mp3', durationMs: 600_000 });
    const reading = await readTermWords(source, term);
    expect(reading.seconds).toBe(seconds);
    expect(toldOf(reading, []).facts).toContain(told);
    await bus.publish('catalog');
    expect((await search(`longo ${term.slice('efeito '.length)}`)).dropped).toEqual([dropped]);
  });
});

it('two short words are found when they are written as one', async () => {
  await having('Hip-Hop Base', 'Bem-vindo à Rádio', 'Samba.mp3');
  expect(await find('hiphop')).toEqual(['Hip-Hop Base']);
  expect(await find('bemvindo')).toEqual(['Bem-vindo à Rádio']);
});

describe('S03, S05: numbers are words', () => {
  it('a frequency in front of a name is no number of a track', async () => {
    await having('98.5 FM Prefixo', 'Rádio 5 FM', '98 - Rádio');
    for (const term of ['98.5', '98,5', '98,5 fm']) expect(await find(term)).toEqual(['98.5 FM Prefixo']);
  });

  it.each([
    ['98.5 FM Prefixo', ['98.5', '98,5', 'prefixo', '98,5 fm', 'prefixo 98.5']],
    ['03 - Prefixo 104.1.wav', ['104.1', '104,1']],
    ['AM 1010', ['1010', 'am 1010', 'AM1010']],
    ['1ª edição', ['primeira edição', '1a edição', '1ª EDIÇÃO', '1º edição']],
    ['Primeira edição', ['1ª edição', '1a edicao']],
    ['1º de Maio', ['primeiro de maio', '1 de maio', '1o de maio', '1° de maio']],
    ['Primeiro de Maio', ['1º de maio', '1 de maio']],
    ['7 de Setembro', ['sete de setembro', '7 de setembro']],
    ['Sete de Setembro', ['7 de setembro']],
    ['25 de Março', ['vinte e cinco de março']],
    ['Segunda edição', ['2ª edição']],
    ['10º Andar', ['10 andar', 'décimo andar', '10° andar']],
    ['Anos 80', ['80s', 'anos oitenta', 'anos 1980', "80's", 'década de 80']],
    ['Anos oitenta', ['anos 80', '80s']],
    ['80_remix.mp3', ['80', 'remix 80']],
    ['24h no ar', ['24 horas', '24h']],
    ['24/7', ['24/7', '24-7']],
    ['7h da manhã', ['7 horas da manhã', '7h']],
    ['Sete horas', ['7 horas', '7h']],
    ['Nº 1 das paradas', ['número 1', 'nº 1', 'n° 1', 'Nº1']],
    ['1º lugar', ['primeiro lugar', '1o lugar']],
    ['Trovão 3D', ['3d', '3-D']],
    ['Dom Pedro II', ['dom pedro 2', 'dom pedro ii']],
    ['1.000 ouvintes', ['1000 ouvintes', '1.000']],
  ])('%s is found by %j', async (name, terms) => {
    await having(name, 'Outra coisa.mp3');
    for (const term of terms) {
      const found = await search(term);
      expect([term, found.tracks[0]?.name, found.dropped]).toEqual([term, name, []]);
    }
  });
});

describe('signs and spellings', () => {
  it.each([
    ['Bem-vindo', ['bem vindo', 'bem-vindo', 'BEM–VINDO']],
    ['pré-jogo', ['pre jogo', 'pré-jogo', 'pre_jogo']],
    ['Hip-Hop', ['hip hop', 'hip-hop']],
    ['rock’n’roll', ["rock'n'roll", 'rock n roll', 'rock ’n’ roll']],
    ["Caixa d'água", ['caixa d’água', "caixa d'agua", 'caixa de água']],
    ['R&B', ['r&b', 'r & b', 'R & B']],
    ['Sertanejo & Forró', ['sertanejo e forró', 'sertanejo forro']],
    ['S. João', ['são joão', 's. joão', 'sao joao']],
    ['São João', ['S. João']],
    ['Sto. Antônio', ['santo antônio']],
    ['CANÇÃO', ['canção', 'canc\u0327a\u0303o', 'canções']],
    ['Canc\u0327a\u0303o', ['canção', 'CANÇÕES']],
    ['previsao_tempo', ['previsão do tempo']],
    ['Música 🎵', ['música 🎵', 'musica']],
    ['Rádio @ Vida', ['rádio vida', 'rádio @ vida']],
    ['Party', ['parties']],
    ['Bom dia, S.O.S.', ['s.o.s.', 'S O S']],
  ])('%s is found by %j', async (name, terms) => {
    await having(name, 'Outra coisa');
    for (const term of terms) expect([term, (await find(term))[0]]).toEqual([term, name]);
  });

  it.each([
    '?!',
    '…',
    '🎵🎵',
    "'",
    '%_\\',
    '1,',
    '.5',
    'ª',
    'º',
    'X',
    'x'.repeat(900),
    `${'ção '.repeat(200)}`,
    "d'",
    '80’s’',
  ])('%j fails nowhere', async (term) => {
    await having(term.slice(0, 200), 'Samba');
    expect(await find(term)).not.toContain('Samba');
    await suggestSounds(source, term);
  });
});
