import { expect, it } from 'vitest';
import { OwnTerms } from './own-terms.ts';

it('SRC-03: a term that arrives late does not take back what was typed meanwhile', () => {
  const terms = new OwnTerms('');
  expect(terms.send('sam')).toBe(true);
  expect(terms.send('samba ')).toBe(true);
  expect(terms.arrive('sam'), 'its own').toBe(false);
  expect(terms.arrive('samba'), 'its own, without the space').toBe(false);
});

it('a space alone is nothing new', () => {
  const terms = new OwnTerms('samba');
  expect(terms.send('samba ')).toBe(false);
  expect(terms.arrive('samba')).toBe(false);
});

it('what was taken back before it arrived is sent again', () => {
  const terms = new OwnTerms('a');
  expect(terms.send('ab')).toBe(true);
  expect(terms.send('a')).toBe(true);
  expect([terms.arrive('ab'), terms.arrive('a')]).toEqual([false, false]);
});

it('another address, by a link or by going back, is said', () => {
  const terms = new OwnTerms('');
  terms.send('samba');
  expect(terms.arrive('samba')).toBe(false);
  expect(terms.arrive('')).toBe(true);
  expect(terms.send('samba')).toBe(true);
  expect(terms.arrive('baião')).toBe(true);
});
