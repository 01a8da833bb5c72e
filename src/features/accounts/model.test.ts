import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailSchema, safeNext, signInSchema, signUpSchema } from './model.ts';
import { toRole } from './roles.ts';

describe('AUT-19: the page after the login', () => {
  it.each([
    ['/favorites', '/favorites'],
    ['/package/abc?track=1#faixas', '/package/abc?track=1#faixas'],
    ['/search?q=can%C3%A7%C3%A3o', '/search?q=can%C3%A7%C3%A3o'],
    ['/search?q=//x', '/search?q=//x'],
    ['/', '/'],
    ['/library/../favorites', '/favorites'],
    ['/authors', '/authors'],
    ['/favorites.data', '/favorites'],
    ['/search.data?q=a', '/search?q=a'],
    ['/_root.data', '/'],
    ['/library/_.data', '/library/'],
  ])('goes on to %s', (next, expected) => expect(safeNext(next)).toBe(expected));

  it.each([
    [null],
    [undefined],
    [''],
    ['favorites'],
    ['https://evil.test'],
    ['//evil.test'],
    ['/\\evil.test'],
    ['\\\\evil.test'],
    ['/.//evil.test'],
    ['/x/..//evil.test'],
    ['/%2e//evil.test'],
    ['/\t/evil.test'],
    ['/\n//evil.test'],
    ['javascript:alert(1)'],
    ['/auth'],
    ['/auth?next=/auth'],
    ['/auth/sair'],
    ['/./auth'],
    ['/auth.data'],
    [`/${'x'.repeat(2001)}`],
  ])('goes to the library instead of %j', (next) => expect(safeNext(next)).toBe('/library'));

  it('never leaves the site, whatever is asked for', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '@',
      ':',
      '?',
      '#',
      'evil.test',
      '\t',
      'http:',
    );
    const path = fc.oneof(
      fc.string(),
      fc.array(piece).map((parts) => `/${parts.join('')}`),
    );
    fc.assert(
      fc.property(path, (next) => {
        const answer = safeNext(next);
        expect(answer.startsWith('/') && !answer.startsWith('//')).toBe(true);
        expect(new URL(answer, 'https://sonoteca.test').origin).toBe('https://sonoteca.test');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('AUT-04: e-mail and password', () => {
  const first = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
    result.success ? null : result.error!.issues[0]!.message;

  it.each([
    [{}, 'Informe o e-mail.'],
    [{ email: '', password: 'x' }, 'Informe um e-mail válido.'],
    [{ email: 'radio@', password: 'x' }, 'Informe um e-mail válido.'],
    [{ email: `${'a'.repeat(250)}@b.com`, password: 'x' }, 'E-mail longo demais.'],
    [{ email: 'a@b.com' }, 'Informe a senha.'],
    [{ email: 'a@b.com', password: '' }, 'Informe a senha.'],
    [{ email: ' A@B.com ', password: 'x' }, null],
  ])('signing in with %j', (form, message) => expect(first(signInSchema.safeParse(form))).toBe(message));

  it('a new password has 6 to 128 characters', () => {
    const at = (length: number) =>
      first(signUpSchema.safeParse({ email: 'a@b.com', password: 'x'.repeat(length) }));
    expect(at(5)).toBe('A senha deve ter no mínimo 6 caracteres.');
    expect(at(6)).toBeNull();
    expect(at(128)).toBeNull();
    expect(at(129)).toBe('A senha deve ter no máximo 128 caracteres.');
  });

  it('e-mails are kept in small letters', () => {
    expect(emailSchema.parse({ email: ' Rádio@Exemplo.COM'.replace('á', 'a') }).email).toBe(
      'radio@exemplo.com',
    );
  });
});

it('A-89: unknown roles are regular users', () => {
  expect(['admin', 'moderator', '', null, undefined].map(toRole)).toEqual([
    'admin',
    'user',
    'user',
    'user',
    'user',
  ]);
});
