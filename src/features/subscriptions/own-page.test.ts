import { expect, it } from 'vitest';
import { underThisName } from './own-page.ts';

it.each([
  ['http://127.0.0.1:3000/checkout-simulado/abc?x=1', 'http://localhost:3000/checkout-simulado/abc?x=1'],
  ['http://127.0.0.1:3000/portal-simulado/abc', 'http://localhost:3000/portal-simulado/abc'],
  ['https://checkout.stripe.com/c/pay/abc#x', 'https://checkout.stripe.com/c/pay/abc#x'],
])('%s opens as %s', (address, opened) => {
  expect(underThisName(address, 'http://localhost:3000')).toBe(opened);
});
