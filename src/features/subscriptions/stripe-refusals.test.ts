import { expect, it } from 'vitest';
import { providerFaults } from './faults.ts';
import { faultOf } from './stripe-refusals.ts';

it.each([
  ['no answer', {}, 'outage'],
  ['a fault of its own', { statusCode: 500 }, 'outage'],
  ['down for a while', { statusCode: 503 }, 'outage'],
  ['too many calls', { statusCode: 429, code: 'lock_timeout' }, 'outage'],
  ['too many calls, told otherwise', { statusCode: 400, code: 'rate_limit' }, 'outage'],
  ['another call with this key', { statusCode: 409, code: 'idempotency_key_in_use' }, 'outage'],
  ['a wrong key', { statusCode: 401 }, 'key'],
  ['an expired key', { statusCode: 401, code: 'api_key_expired' }, 'key'],
  ['a restricted key', { statusCode: 403 }, 'key'],
  ['a price that it does not know', { statusCode: 400, code: 'resource_missing' }, 'order'],
  ['a portal that was never set up', { statusCode: 400 }, 'order'],
  ['a thing that it does not know', { statusCode: 404, code: 'resource_missing' }, 'order'],
  ['a card', { statusCode: 402, code: 'card_declined' }, 'order'],
  ['an e-mail that is none', { statusCode: 400, code: 'email_invalid' }, 'person'],
])('%s', (_, error, fault) => {
  expect(faultOf(error)).toBe(fault);
});

it('only an outage is tried again, and only what the operator can mend rings the bell', () => {
  const of = (wanted: (facts: (typeof providerFaults)['key']) => unknown) =>
    Object.entries(providerFaults).flatMap(([fault, facts]) => (wanted(facts) ? [fault] : []));
  expect(of(({ retryable }) => retryable)).toEqual(['outage']);
  expect(of(({ retryAfter }) => retryAfter)).toEqual(['outage']);
  expect(of(({ bell }) => bell)).toEqual(['key', 'order']);
});
