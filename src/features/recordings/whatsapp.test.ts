import { describe, expect, it } from 'vitest';
import { normalizeWhatsapp } from './whatsapp.ts';

describe('WhatsApp numbers (A-60)', () => {
  it.each([
    ['(11) 99999-0000', '5511999990000'],
    ['11 99999 0000', '5511999990000'],
    ['11999990000', '5511999990000'],
    ['+55 (11) 99999-0000', '5511999990000'],
    ['55 11 99999-0000', '5511999990000'],
    ['+55 (011) 99999-0000', '5511999990000'],
    ['0 11 99999-0000', '5511999990000'],
    ['0 15 11 99999-0000', '5511999990000'],
    ['https://wa.me/5511999990000', '5511999990000'],
    ['(55) 99999-0000', '5555999990000'],
    ['55 55 99999-0000', '5555999990000'],
  ])('CRE-19: %s is kept as digits with country code and without a warning', (typed, digits) => {
    expect(normalizeWhatsapp(typed)).toEqual({ digits, warning: null });
  });

  it.each([
    ['(11) 9999-0000', '551199990000', /o 9 na frente/],
    ['(11) 3333-0000', '551133330000', /não parece um celular/],
    ['99999-0000', '999990000', /DDD/],
    ['+351 912 345 678', '351912345678', /não parece um celular/],
    ['123', '123', /não parece um celular/],
  ])('%s is accepted with a warning', (typed, digits, warning) => {
    const number = normalizeWhatsapp(typed);
    expect(number?.digits).toBe(digits);
    expect(number?.warning).toMatch(warning);
  });

  it.each(['', '   ', 'não tenho', '+-()'])('%j has no number in it', (typed) => {
    expect(normalizeWhatsapp(typed)).toBeNull();
  });
});
