import { describe, expect, it } from 'vitest';
import { moodOf, readFacts, type Token } from './facts.ts';
import { readWords, type SynonymClass } from './reading.ts';

const stops = new Set(['de', 'da', 'a', 'e', 'para', 'no']);
const tokens = (term: string): Token[] =>
  term.split(' ').map((word) => ({ word, lexeme: stops.has(word) ? null : word }));

describe('facts of a term', () => {
  it.each([
    ['trilha 30 segundos', 30, null, 'trilha'],
    ['spot 15 s', 15, null, 'spot'],
    ['fundo de 1 minuto para noticia', 60, null, 'fundo de para noticia'],
    ['fundo de um minuto e meio', 90, null, 'fundo de'],
    ['meio minuto de samba', 30, null, 'de samba'],
    ['1 minuto e 20 segundos', 80, null, 'e'],
    ['vinheta 1 minuto 30', 90, null, 'vinheta'],
    ['1 minuto 30 segundos', 90, null, ''],
    ['1 minuto 98 fm', 60, null, '98 fm'],
    ['samba 100 bpm', null, 100, 'samba'],
    ['anos 80', null, null, 'anos 80'],
    ['um trovao', null, null, 'um trovao'],
  ])('%s: %s s, %s bpm', (term, seconds, bpm, rest) => {
    const facts = readFacts(tokens(term));
    expect([facts.seconds, facts.bpm, facts.rest.map(({ word }) => word).join(' ')]).toEqual([
      seconds,
      bpm,
      rest,
    ]);
  });

  it('a sound may be calm, lively, short or long', () => {
    expect(['calma', 'animada', 'curtinho', 'longos', 'porta'].map(moodOf)).toEqual([
      'calm',
      'lively',
      'short',
      'long',
      null,
    ]);
  });
});

describe('words of a term', () => {
  const entry = (text: string) => ({ text, lexemes: text.split(' ').filter((word) => !stops.has(word)) });
  const classes: SynonymClass[] = [
    { kind: 'trilhas', entries: ['trilha', 'bg', 'fundo'].map(entry) },
    { kind: 'efeitos-sonoros', entries: ['efeito', 'som'].map(entry) },
    { kind: null, entries: ['porta', 'door'].map(entry) },
    { kind: null, entries: ['trilha branca', 'cama neutra'].map(entry) },
    { kind: null, entries: ['queda de agua', 'cachoeira'].map(entry) },
  ];
  const homes = [
    { id: 'a', kind: 'trilhas', lexemes: ['trilha', 'brasileira'] },
    { id: 'b', kind: 'efeitos-sonoros', lexemes: ['efeito'] },
  ];
  const read = (term: string) => readWords(tokens(term), classes, homes);

  it('words of a kind ask for its categories; the first kind counts, and the second is a word', () => {
    const reading = read('efeito de porta no fundo');
    expect(reading.kind).toMatchObject({ kind: 'efeitos-sonoros', typed: 'efeito', homes: ['b'] });
    expect(reading.needed.map(({ typed }) => typed)).toEqual(['porta', 'fundo']);
    expect(read('som de efeito').needed).toEqual([]);
  });

  it('synonyms stand for each other, also across languages; the same meaning twice is one word', () => {
    expect(read('door').needed[0]).toMatchObject({ own: "('door')", others: ["('porta')"] });
    expect(read('door porta').needed).toHaveLength(1);
  });

  it('the longest phrase counts, stop words within included', () => {
    const [white] = read('trilha branca').needed;
    expect([white?.typed, white?.others]).toEqual(['trilha branca', ["('cama' <-> 'neutra')"]]);
    expect(read('trilha branca').kind).toBe(null);
    expect(read('queda de agua').needed[0]?.others).toEqual(["('cachoeira')"]);
  });

  it('a word of a category also finds what stands in it', () => {
    expect(read('brasileira').needed[0]?.others).toEqual(["'ca'"]);
  });

  it('what follows para says what a sound is for, once something says what it is', () => {
    const purposes = (term: string) => read(term).needed.map(({ typed, isPurpose }) => [typed, isPurpose]);
    expect(purposes('trilha para porta')).toEqual([['porta', true]]);
    expect(purposes('chuva para porta')).toEqual([
      ['chuva', false],
      ['porta', true],
    ]);
    expect(purposes('preciso para porta')).toEqual([['porta', false]]);
  });

  it('facts rank, words of the question do nothing, and stop words take up no place in the phrase', () => {
    const reading = read('preciso de porta calma para 120');
    expect(reading.needed.map(({ typed }) => typed)).toEqual(['porta']);
    expect(reading.wished.map(({ mood, bpm }) => [mood, bpm])).toEqual([
      ['calm', null],
      [null, 120],
    ]);
    expect(read('som de porta').phrase).toBe("'som' <-> 'porta'");
    expect(read('porta').phrase).toBe('');
  });
});
