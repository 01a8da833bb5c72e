import { describe, expect, it } from 'vitest';
import { type PhoneFault, phoneWarning, readPhone } from './phone.ts';

describe('telephone numbers (A-60)', () => {
  it.each([
    ['(11) 99999-0000', '5511999990000'],
    ['11 99999 0000', '5511999990000'],
    ['11999990000', '5511999990000'],
    ['+55 (11) 99999-0000', '5511999990000'],
    ['55 11 99999-0000', '5511999990000'],
    ['+55 (011) 99999-0000', '5511999990000'],
    ['0 11 99999-0000', '5511999990000'],
    ['0055 11 99999-0000', '5511999990000'],
    ['0 15 11 99999-0000', '5511999990000'],
    ['(55) 99999-0000', '5555999990000'],
    ['55 55 99999-0000', '5555999990000'],
    ['(0xx11) 99999-0000', '5511999990000'],
    ['+55 (0xx11) 99999-0000', '5511999990000'],
    ['(11)\u00a099999–0000', '5511999990000'],
    ['（11）９９９９９-００００', '5511999990000'],
    ['WhatsApp: (11) 9 9999-0000.', '5511999990000'],
    ['https://wa.me/5511999990000', '5511999990000'],
    ['https://wa.me/5511999990000?text=spot%20de%2030%20segundos', '5511999990000'],
    ['https://api.whatsapp.com/send?phone=%2B5511999990000&text=oi%202026', '5511999990000'],
    ['tel:+55-11-99999-0000', '5511999990000'],
    ['(11) 3333-4444 / (11) 99999-0000', '5511999990000'],
    ['(11) 99999-0000 ou (11) 98888-7777', '5511999990000'],
  ])('CRE-19, S09: %s is kept as digits with country code and without a warning', (typed, digits) => {
    expect(readPhone(typed)).toMatchObject({ digits, fault: null });
  });

  it.each<[string, string, PhoneFault, RegExp]>([
    ['(23) 99999-0000', '5523999990000', 'unknown-area', /O DDD 23 não existe/],
    ['(25) 99999-0000', '5525999990000', 'unknown-area', /O DDD 25 não existe/],
    ['+55 52 99999-0000', '5552999990000', 'unknown-area', /O DDD 52 não existe/],
    ['(10) 99999-0000', '5510999990000', 'unknown-area', /O DDD 10 não existe/],
    ['(11) 9999-0000', '551199990000', 'missing-ninth', /o 9 na frente/],
    ['(11) 3333-0000', '551133330000', 'landline', /não parece um celular/],
    ['(11) 3333-4444 ramal 23', '551133334444', 'landline', /não parece um celular/],
    ['99999-0000', '999990000', 'missing-area', /DDD/],
    ['0800 123 4567', '08001234567', 'service', /0800/],
    ['+351 912 345 678', '351912345678', 'foreign', /não parece um celular/],
    ['123', '123', 'unusual', /não parece um celular/],
  ])('S09: %s is kept with a warning', (typed, digits, fault, warning) => {
    const phone = readPhone(typed)!;
    expect(phone).toMatchObject({ digits, fault });
    expect(phoneWarning(phone)).toMatch(warning);
  });

  it.each(['', '   ', 'não tenho', '+-()', '1'.repeat(40)])('%j has no number in it', (typed) => {
    expect(readPhone(typed)).toBeNull();
  });

  it('S09: 67 area codes are known', () => {
    const known = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0')).filter(
      (code) => readPhone(`+55 ${code} 99999-0000`)?.fault === null,
    );
    expect(known).toHaveLength(67);
  });
});
