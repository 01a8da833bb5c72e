import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uniqueNames, zipFileName } from './names.ts';

describe('the names of a ZIP', () => {
  it.each([
    ['Vinhetas São João 24', 'Vinhetas_Sao_Joao_24.zip'],
    ['Rock & Roll', 'Rock___Roll.zip'],
    ['Ação/Çedilha "ü"', 'Acao_Cedilha__u_.zip'],
    ['🎵 festa', '__festa.zip'],
    ['🎵', 'pacote.zip'],
    ['', 'pacote.zip'],
  ])('DWN-06: %j is saved as %s', (title, name) => {
    expect(zipFileName(title)).toBe(name);
  });

  it('DWN-07: equal names get a number before their ending', () => {
    expect(uniqueNames(['a.mp3', 'a.mp3', 'b.mp3', 'a.mp3'])).toEqual([
      'a.mp3',
      'a (2).mp3',
      'b.mp3',
      'a (3).mp3',
    ]);
    expect(uniqueNames(['Tema', 'tema', 'TEMA'])).toEqual(['Tema', 'tema (2)', 'TEMA (3)']);
    expect(uniqueNames(['a.mp3', 'a.mp3', 'a (2).mp3'])).toEqual(['a.mp3', 'a (3).mp3', 'a (2).mp3']);
    expect(uniqueNames(['lista.txt'], ['lista.txt'])).toEqual(['lista (2).txt']);
  });

  it('DWN-07: all names differ, whatever they were', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'a (2)', 'a (3)', 'A', 'b.x', 'b (2).x')), (names) => {
        const unique = uniqueNames(names);
        expect(new Set(unique.map((name) => name.toLowerCase())).size).toBe(names.length);
      }),
    );
  });
});
