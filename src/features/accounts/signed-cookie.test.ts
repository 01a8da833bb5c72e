import { expect, it } from 'vitest';
import { openSessionCookie } from './signed-cookie.ts';

const secret = 's'.repeat(32);
const cookie = openSessionCookie({ secret, publicUrl: 'http://a.test', seconds: 60 });
const secure = openSessionCookie({ secret, publicUrl: 'https://a.test', seconds: 60 });
const pair = cookie.write('token-1').split(';')[0]!;

it('reads what it wrote, among other cookies', () => {
  expect(cookie.read(pair)).toBe('token-1');
  expect(cookie.read(`a=1; ${pair}; b=2`)).toBe('token-1');
  expect(cookie.raw(`a=1; ${pair}`)).toBe(pair.slice(pair.indexOf('=') + 1));
});

it.each([
  null,
  '',
  'sonoteca.session_token',
  'sonoteca.session_token=',
  'sonoteca.session_token=token-1',
  'sonoteca.session_token=token-1.abc',
  'sonoteca.session_token=%E0%A4%A',
  pair.replace('token-1', 'token-2'),
  `x${pair}`,
])('finds no session in %j', (header) => expect(cookie.read(header)).toBeNull());

it('AUT-15: lasts, stays away from scripts, and over https never leaves it', () => {
  expect(cookie.write('t')).toMatch(/; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(secure.write('t')).toMatch(/^__Secure-sonoteca\.session_token=.*; HttpOnly; Secure; SameSite=Lax$/);
  expect(secure.read(secure.write('t').split(';')[0])).toBe('t');
  expect(secure.clear()).toMatch(/=; Max-Age=0;/);
});

it('AUT-15: each scheme has one name, and what stands under the other is not there', () => {
  const other = secure.write('token-1').split(';')[0]!;
  for (const [mine, theirs] of [
    [cookie, other],
    [secure, pair],
  ] as const) {
    expect(mine.read(theirs)).toBeNull();
    expect(mine.raw(theirs)).toBeNull();
  }
});
