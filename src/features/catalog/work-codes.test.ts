import { describe, expect, it } from 'vitest';
import { bareIsrc, bareIswc, isIsrc, isIswc, readWork } from './work-codes.ts';

describe('codes of recordings and works', () => {
  it.each([
    ['BR-A1B-26-00001', true],
    ['isrc brbmg0300729', true],
    ['BRBMG030072', false],
    ['12BMG0300729', false],
    ['', false],
  ])('A-124: ISRC %j: %s', (typed, isRight) => {
    expect(isIsrc(bareIsrc(typed))).toBe(isRight);
  });

  it.each([
    // The example of the standard, and Dancing Queen.
    ['T-034.524.680-1', true],
    ['T-000.000.001-0', true],
    ['ISWC T-034.524.680-1', true],
    ['T-034.524.680-2', false],
    ['T-034.524.689-1', false],
    ['T0345246801X', false],
    ['', false],
  ])('A-124: ISWC %j: %s', (typed, isRight) => {
    expect(isIswc(bareIswc(typed))).toBe(isRight);
  });

  it('A-124: a wrong code in a tag is left out', () => {
    const told = { authors: 'Ana', publisher: null, isrc: 'BR-A1B-26-00001', iswc: 'T-034.524.680-2' };
    expect(readWork(told)).toEqual({ authors: 'Ana', publisher: null, isrc: 'BRA1B2600001', iswc: null });
  });
});
