import { expect, it } from 'vitest';
import { callerOf } from './caller.server.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['1::4:5:6:7:8', '1:0:0:4'],
])('OPS-19: the caller at %s is %s, an account is itself', (address, block) => {
  const headers = new Headers({ 'x-client-address': address });
  expect(callerOf(headers)).toBe(block);
  expect(callerOf(headers, { userId: 'u1' })).toBe('u1');
});
