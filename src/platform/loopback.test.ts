import { expect, it } from 'vitest';
import { isFromThisMachine } from './loopback.ts';

const own = { host: '127.0.0.1:3000', 'x-client-address': '::ffff:127.0.0.1' };

it.each([
  [true, own],
  [true, { host: 'localhost', 'x-client-address': '::1' }],
  [false, { ...own, host: 'radio.example' }],
  [false, { ...own, 'x-client-address': '192.0.2.1' }],
  [false, { ...own, 'x-real-ip': '127.0.0.1' }],
  [false, { ...own, 'cf-connecting-ip': '127.0.0.1' }],
  [false, { ...own, 'x-forwarded-proto': 'https' }],
  [false, { 'x-client-address': '127.0.0.1' }],
])('is this machine: %s, for %j', (expected, headers) => {
  expect(isFromThisMachine(new Headers(headers))).toBe(expected);
});
