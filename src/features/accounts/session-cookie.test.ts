import { expect, it } from 'vitest';
import { openSessionCookies, sessionCookieOf } from './session-cookie.ts';

const cookies = openSessionCookies({ secret: 's'.repeat(32), publicUrl: 'http://a.test', seconds: 60 });
const pair = cookies.write('token-1').split(';')[0]!;

it('reads what it wrote, among other cookies', () => {
  expect(cookies.read(pair)).toBe('token-1');
  expect(cookies.read(`a=1; ${pair}; b=2`)).toBe('token-1');
  expect(sessionCookieOf(`a=1; ${pair}`)).toBe(pair.slice(pair.indexOf('=') + 1));
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
  pair.replace('sonoteca', '__Secure-sonoteca'),
])('finds no session in %j', (header) => expect(cookies.read(header)).toBeNull());

it('AUT-15: lasts, stays away from scripts, and over https never leaves it', () => {
  expect(cookies.write('t')).toMatch(/; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
  const secure = openSessionCookies({ secret: 's'.repeat(32), publicUrl: 'https://a.test', seconds: 60 });
  expect(secure.write('t')).toMatch(/^__Secure-sonoteca\.session_token=.*; HttpOnly; Secure; SameSite=Lax$/);
  expect(secure.read(secure.write('t').split(';')[0])).toBe('t');
  expect(secure.clear()).toMatch(/=; Max-Age=0;/);
});
