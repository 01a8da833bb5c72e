import { describe, expect, it } from 'vitest';
import { readDecimal, readWhole, wholeNumber, wholeRefusal } from './number.ts';

describe('numbers as they are written in Brazil', () => {
  it.each([
    ['1.000', 1000],
    ['10.000', 10_000],
    ['1.234.567', 1_234_567],
    ['1 000', 1000],
    ['1\u00a0000', 1000],
    ['1\u202f000', 1000],
    [' 25 ', 25],
    ['２５', 25],
    ['007', 7],
    ['-3', -3],
    ['\u22123', -3],
    ['–3', -3],
  ])('S07: %j is the whole number %i', (typed, number) => {
    expect(readWhole(typed)).toBe(number);
  });

  it.each([
    '',
    ' ',
    '2,5',
    '2.5',
    '1,000',
    '1.00',
    '1.0000',
    '1.000,00',
    '10 mil',
    '1e3',
    '0x10',
    '9'.repeat(20),
  ])('S07: %j is no whole number', (typed) => {
    expect(readWhole(typed)).toBeNull();
  });

  it.each([
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['28,50', 28.5],
    ['1.234,56', 1234.56],
    ['1.500', 1500],
    ['\u221219,5', -19.5],
    ['–23', -23],
    ['30', 30],
  ])('S07: %j is the number %d', (typed, number) => {
    expect(readDecimal(typed)).toBe(number);
  });

  it.each(['', ',5', '1,5,5', '1.5.5', '1e3', 'dez', '1.500.5'])('S07: %j is no number', (typed) => {
    expect(readDecimal(typed)).toBeNaN();
  });

  it('S07: a field says which numbers it takes', () => {
    const said = (value: unknown) => wholeNumber('Falta.').safeParse(value).error?.issues[0]?.message;
    expect(wholeNumber('Falta.').parse('1.000')).toBe(1000);
    expect(['', ' ', null, '2,5', 2.5].map(said)).toEqual([
      'Falta.',
      'Falta.',
      'Falta.',
      wholeRefusal,
      wholeRefusal,
    ]);
  });
});
