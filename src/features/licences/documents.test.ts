import { describe, expect, it } from 'vitest';
import {
  bareDocument,
  documentFault,
  formatDocument,
  isDocument,
  isLabel,
  shownDocument,
} from './documents.ts';

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
    ['CNPJ: 11.222.333/0001-82', false],
  ])('A-124: %s is right: %s', (typed, isRight) => {
    expect(isDocument(bareDocument(typed))).toBe(isRight);
  });

  it.each([
    ['CNPJ: 11.222.333/0001-81', '11222333000181'],
    ['cnpj 11.222.333/0001-81.', '11222333000181'],
    ['CNPJ11222333000181', '11222333000181'],
    ['CN.PJ11.222.333/0001-81', '11222333000181'],
    ['C.N.P.J.: 11.222.333/0001-81', '11222333000181'],
    ['CNPJ/MF nº 11.222.333/0001-81', '11222333000181'],
    ['CNPJ/MF N.º 12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['CPF 111.444.777-35', '11144477735'],
    ['CPF: 111 444 777 35', '11144477735'],
    ['CPF/CNPJ - 111.444.777/35', '11144477735'],
    ['Rádio Cidade Ltda. - CNPJ: 11.222.333/0001-81 - Campinas', '11222333000181'],
    ['Rádio 105 FM, CNPJ 12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['11\u00a0222\u00a0333\u00a00001\u00a081', '11222333000181'],
    ['11.222.333/0001–81', '11222333000181'],
    ['11 . 222 . 333 / 0001 - 81', '11222333000181'],
    ['１１.２２２.３３３/０００１-８１', '11222333000181'],
    // A number that begins as the label does, by its check digits.
    ['CN.PJ1.234/5678-90', 'CNPJ1234567890'],
  ])('S06: %j is the number %s', (typed, bare) => {
    expect(bareDocument(typed)).toBe(bare);
    expect(formatDocument(typed)).toBe(formatDocument(bare));
    expect(documentFault(bareDocument(typed))).toBeNull();
  });

  it.each([
    ['11.222.333/0001-82', /dígitos finais/],
    ['CNPJ: 1.222.333/0001-81', /este tem 13/],
    ['não tenho', /este tem/],
  ])('S06: %j is refused in words', (typed, words) => {
    expect(documentFault(bareDocument(typed))).toMatch(words);
  });

  it('S06: a label that is typed letter by letter is left alone', () => {
    for (const typed of ['C', 'CN', 'cnpj', ' CPF', 'CNPJ: 11']) expect(isLabel(typed), typed).toBe(true);
    for (const typed of ['', '1', '12.ABC', 'CA.1']) expect(isLabel(typed), typed).toBe(false);
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
