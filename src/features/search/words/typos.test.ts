import { describe, expect, it } from 'vitest';
import { cutsOf, nearestWord, slipsBetween, soundOf } from './typos.ts';

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

it.each([
  ['xuva', 'chuva'],
  ['caxorro', 'cachoro'],
  ['jelo', 'gelo'],
  ['omen', 'homem'],
  ['passaro', 'paçaro'.replace('ç', 's')],
])('%s sounds like %s', (one, other) => {
  expect(soundOf(one)).toBe(soundOf(other));
});

describe('the word that was meant', () => {
  const known = [
    'natal',
    'noticia',
    'futebol',
    'chuva',
    'cabelo',
    'serra',
    'violino',
    'gato',
    'tambor',
    'descolado',
  ].map((word, at) => ({ word, lexeme: word, packages: 10 + at }));
  it.each([
    ['nattal', 'natal'],
    ['ntaal', 'natal'],
    ['notissia', 'noticia'],
    ['futibol', 'futebol'],
    ['xuva', 'chuva'],
    ['sera', 'serra'],
    ['violimo', 'violino'],
    ['tanbor', 'tambor'],
    ['camelo', null],
    ['pato', null],
    ['zebra', null],
    ['nt', null],
    ['natural', null],
    ['decolando', null],
  ])('%s: %s', (typed, meant) => {
    expect(nearestWord(typed, known)?.word ?? null).toBe(meant);
  });

  it('is the more frequent of two equally near words', () => {
    const both = [
      { word: 'cinema', lexeme: 'cinem', packages: 1 },
      { word: 'cineme', lexeme: 'cinem', packages: 2 },
    ];
    expect(nearestWord('cinemm', both)).toBe(null);
    expect(nearestWord('cinem', both)).toBe(null);
    expect(nearestWord('cineema', both)?.word).toBe('cinema');
  });
});

it('words that are written as one are cut at every place that leaves a word', () => {
  expect(cutsOf('fogosde')).toEqual([
    ['fog', 'osde'],
    ['fogo', 'sde'],
    ['fogos', 'de'],
  ]);
  expect(cutsOf('hiphop')[0]).toEqual(['hip', 'hop']);
  expect(cutsOf('porta')).toEqual([]);
});
