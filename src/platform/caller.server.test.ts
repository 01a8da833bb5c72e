import { expect, it } from 'vitest';
import { callerOf } from './caller.server.ts';

it.each([
  ['203.0.113.9', '::ffff:203.0.113.9', true],
  ['203.0.113.9', '203.0.113.10', false],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::7', true],
  ['2001:db8:1:2::7', '2001:db8:1:3::7', false],
])('OPS-19: %s and %s are one caller: %s; an account is its own', (one, other, isOne) => {
  const [first, second] = [one, other].map((each) => callerOf(new Headers({ 'x-client-address': each })));
  expect(first === second).toBe(isOne);
  expect(callerOf(new Headers({ 'x-client-address': one }), { userId: 'u1' })).toBe('u1');
});
