import { describe, expect, it } from 'vitest';
import { formatPhone } from '#platform/phone.ts';
import { channelOf, toContact, toWhatsApp } from './contact.ts';

describe('toWhatsApp', () => {
  it.each([
    ['+55 (11) 98888-7777', '5511988887777'],
    ['5511988887777', '5511988887777'],
    ['(11) 98888-7777', '5511988887777'],
    ['11 98888.7777', '5511988887777'],
    ['011988887777', '5511988887777'],
    ['(51) 3222-1111', '555132221111'],
    ['+55 51 3222-1111', '555132221111'],
    // An area code equal to the country code.
    ['(55) 99999-1234', '5555999991234'],
    ['55 55 99999-1234', '5555999991234'],
    ['WhatsApp: (11) 98888-7777', '5511988887777'],
    ['https://wa.me/5511988887777?text=Oi', '5511988887777'],
  ])('A-60: %s gives %s', (typed, digits) => {
    expect(toWhatsApp(typed)).toEqual({ digits });
  });

  it.each([
    '',
    'abc',
    '11 8888',
    '98888-7777',
    '+1 212 555 0100',
    '11988887777x',
    '10 98888-7777',
    '551198888777799',
  ])('A-60: %s is refused', (typed) => {
    expect(toWhatsApp(typed)).toHaveProperty('refusal');
  });

  it.each([
    ['(23) 99999-0000', 'O DDD 23 não existe. Confira o número.'],
    ['(25) 3222-1111', 'O DDD 25 não existe. Confira o número.'],
    ['(11) 8888-7777', 'Celulares têm o 9 na frente do número. Confira se não faltou.'],
    ['0800 123 4567', 'Números 0800 e parecidos não recebem WhatsApp. Confira antes de enviar.'],
    ['98888-7777', 'Inclua o DDD. Exemplo: (11) 99999-0000.'],
  ])('S09, A-60: %s is refused in words', (typed, refusal) => {
    expect(toWhatsApp(typed)).toEqual({ refusal });
  });
});

describe('toContact', () => {
  it('LND-20, LND-21: makes chat and telephone addresses from one number', () => {
    const contact = toContact('5511988887777')!;
    const chat = new URL(contact.chatUrl);
    expect(chat.origin + chat.pathname).toBe('https://wa.me/5511988887777');
    expect(chat.searchParams.get('text')).toMatch(/^Olá!/);
    expect(contact.telUrl).toBe('tel:+5511988887777');
  });

  it('LND-20: adds the country code to a number stored without it', () => {
    expect(toContact('11988887777')?.chatUrl).toMatch(/^https:\/\/wa\.me\/5511988887777\?text=/);
  });

  it('LND-22: shows country code, area code and local part', () => {
    expect(formatPhone('5511988887777')).toBe('+55 (11) 98888-7777');
    expect(formatPhone('555132221111')).toBe('+55 (51) 3222-1111');
    expect(formatPhone('351912345678')).toBe('+351912345678');
    expect(formatPhone('999990000'), 'without an area').toBe('999990000');
  });

  it('A-81: the order of a spot is written beforehand', () => {
    expect(new URL(toContact('5511988887777')!.spotUrl).searchParams.get('text')).toContain('R$ 15');
  });

  it.each([null, '', '   ', '123', 'sem número'])('A-93: %j gives no contact', (stored) => {
    expect(toContact(stored)).toBeNull();
  });

  it('names no number where there is none', () => {
    expect(channelOf('5511988887777')).toBe('pelo WhatsApp +55 (11) 98888-7777');
    expect(channelOf('')).toBe('pelos canais de atendimento do site');
  });
});
