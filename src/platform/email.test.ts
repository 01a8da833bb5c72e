import { describe, expect, it } from 'vitest';
import { shownEmail } from './email.server.ts';
import { asciiDomain, emailField, readEmail } from './email.ts';

describe('e-mail addresses', () => {
  it.each([
    ['contato@rádio.com.br', 'contato@xn--rdio-5na.com.br'],
    ['contato@ra\u0301dio.com.br', 'contato@xn--rdio-5na.com.br'],
    ['Contato@RÁDIO.com.br', 'contato@xn--rdio-5na.com.br'],
    ['contato@xn--rdio-5na.com.br', 'contato@xn--rdio-5na.com.br'],
    ['contato@XN--RDIO-5NA.com.br', 'contato@xn--rdio-5na.com.br'],
    ['  ana@radio.com\u00a0', 'ana@radio.com'],
    ['ana@radio.com.', 'ana@radio.com'],
    ['ana@radio.com;', 'ana@radio.com'],
    ['mailto:ana@radio.com', 'ana@radio.com'],
    ['mailto:ana@radio.com?subject=Oi', 'ana@radio.com'],
    ['Ana da Rádio <ana@radio.com>', 'ana@radio.com'],
    ['<ana@radio.com>', 'ana@radio.com'],
    ['E-mail: ana@radio.com', 'ana@radio.com'],
    ['ana@radio.com (comercial)', 'ana@radio.com'],
    ['ana\u200b@radio.com', 'ana@radio.com'],
    ['ana＠radio.com', 'ana@radio.com'],
    ['ana+spots@radio.com', 'ana+spots@radio.com'],
  ])('S08: %j is stored as %s', (typed, email) => {
    expect(readEmail(typed)).toEqual({ email });
    expect(readEmail(email), 'read again').toEqual({ email });
  });

  it.each([
    ['joão@radio.com', 'A parte do e-mail antes do @ não pode ter acentos nem cedilha.'],
    ['ana@radio', 'Informe um e-mail válido.'],
    ['ana radio.com', 'Informe um e-mail válido.'],
    ['@radio.com', 'Informe um e-mail válido.'],
    ['ana@', 'Informe um e-mail válido.'],
    ['ana@rádio.com.br/x', 'Informe um e-mail válido.'],
    ['ana@radio.com:80', 'Informe um e-mail válido.'],
    ['ana@127.0.0.1', 'Informe um e-mail válido.'],
    ['ana@radio.com, bia@radio.com', 'Informe um e-mail válido.'],
    [`${'a'.repeat(250)}@radio.com`, 'E-mail longo demais.'],
    ['a'.repeat(401), 'E-mail longo demais.'],
  ])('S08: %j is refused in words', (typed, message) => {
    expect(emailField.safeParse(typed).error?.issues[0]?.message).toBe(message);
  });

  it('S08: an address is shown with the letters of its domain, where they cannot be mistaken for others', () => {
    expect(shownEmail('contato@xn--rdio-5na.com.br')).toBe('contato@rádio.com.br');
    expect(shownEmail('ana@radio.com')).toBe('ana@radio.com');
    expect(shownEmail('xn--@radio.com')).toBe('xn--@radio.com');
    const cyrillic = asciiDomain('раypal.com')!;
    expect(shownEmail(`a@${cyrillic}`)).toBe(`a@${cyrillic}`);
  });
});
