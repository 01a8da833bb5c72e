import { expect, it } from 'vitest';
import { revalidateRoot } from './revalidation.ts';

type Args = Parameters<typeof revalidateRoot>[0];
const walk = (from: string, to: string, defaultShouldRevalidate: boolean): boolean =>
  revalidateRoot({
    currentUrl: new URL(from, 'https://radio.example'),
    currentParams: {},
    nextUrl: new URL(to, 'https://radio.example'),
    nextParams: {},
    defaultShouldRevalidate,
  } satisfies Args);

it.each([
  ['a walk to a page of the catalogue', '/library', '/category/trilhas', true, false],
  ['another search in the catalogue', '/search?q=a', '/search?q=b', true, false],
  [
    'a walk away from a payment, whose rights may not have been read',
    '/payment/success',
    '/library',
    false,
    true,
  ],
  ['a walk to the account', '/library', '/profile?aba=plano', true, true],
  ['the same page again', '/library', '/library', true, true],
])('%s', (_, from, to, byDefault, expected) => {
  expect(walk(from, to, byDefault)).toBe(expected);
});
