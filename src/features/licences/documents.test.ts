import { describe, expect, it } from 'vitest';
import { bareDocument, formatDocument, isDocument, shownDocument } from './documents.ts';

describe('CPF and CNPJ', () => {
  it.each([
    ['529.982.247-25', true],
    ['52998224725', true],
    ['111.444.777-35', true],
    ['529.982.247-26', false],
    ['111.111.111-11', false],
    ['11.222.333/0001-81', true],
    ['00.000.000/0001-91', true],
    ['33.000.167/0001-01', true],
    ['11.222.333/0001-82', false],
    ['00.000.000/0000-00', false],
    // The example of the Receita Federal for the CNPJ with letters.
    ['12.ABC.345/01DE-35', true],
    ['12abc34501de35', true],
    ['12.ABC.345/01DE-36', false],
    ['12.ABD.345/01DE-35', false],
    ['12.ABC.345/01DE-3A', false],
    ['', false],
    ['123', false],
  ])('A-124: %s is right: %s', (typed, isRight) => {
    expect(isDocument(bareDocument(typed))).toBe(isRight);
  });

  it.each([
    ['529', '529'],
    ['5299', '529.9'],
    ['52998224725', '529.982.247-25'],
    ['112223330001', '11.222.333/0001'],
    ['CNPJ 11.222.333/0001-81'.slice(5), '11.222.333/0001-81'],
    [' 12abc345 01de35\n', '12.ABC.345/01DE-35'],
    ['11222333000181999', '11.222.333/0001-81'],
  ])('A-124: %j is written as %s', (typed, written) => {
    expect(formatDocument(typed)).toBe(written);
  });

  it('A-128: a personal number is half hidden from others, a company’s is not', () => {
    expect(shownDocument('52998224725')).toBe('***.982.247-**');
    expect(shownDocument('11222333000181')).toBe('11.222.333/0001-81');
  });
});
