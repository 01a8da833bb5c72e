import { describe, expect, it } from 'vitest';
import { plain, putRight, slipsBetween, wordsIn } from './spelling.ts';

const known = new Map(
  ['natal', 'notícia', 'futebol', 'São', 'João', 'vinheta', 'jornal'].map((word) => [plain(word), word]),
);

describe('how far two words are apart', () => {
  it.each([
    ['natal', 'natal', 0],
    ['nattal', 'natal', 1],
    ['ntaal', 'natal', 1],
    ['natl', 'natal', 1],
    ['futibol', 'futebol', 1],
    ['futiboll', 'futebol', 2],
    ['carnaval', 'natal', 3],
    ['', 'natal', 3],
  ])('%s and %s: %i', (one, other, slips) => {
    expect(slipsBetween(one, other, 2)).toBe(slips);
    expect(slipsBetween(other, one, 2)).toBe(slips);
  });
});

describe('what was meant', () => {
  it.each([
    ['nattal', 'natal'],
    ['NATTAL', 'natal'],
    ['noticias urgentes', null],
    ['notissia', 'notícia'],
    ['vinheta de nattal', 'vinheta de natal'],
    ['vinheta nattal', 'vinheta natal'],
    ['Vinheta nattal', 'Vinheta natal'],
    ['natal', null],
    ['tal', null],
    ['sao joap', 'sao João'],
    ['zzzzz', null],
    ['nt', null],
    ['%%%', null],
    ['', null],
  ])('%s: %s', (term, meant) => {
    expect(putRight(term, known)).toBe(meant);
  });

  it('is the more frequent of two equally near words', () => {
    const both = new Map([
      ['gato', 'gato'],
      ['pato', 'pato'],
    ]);
    expect(putRight('mato', both)).toBe('gato');
  });
});

it('words are letters and digits with their accents', () => {
  expect(wordsIn('“São João”, 98,7 FM!')).toEqual(['São', 'João', '98', '7', 'FM']);
});
