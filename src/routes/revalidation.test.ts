import { describe, expect, it } from 'vitest';
import { alsoRefused, unlessLost } from './revalidation.ts';

const readAfter = (actionResult: unknown, defaultShouldRevalidate = false) => {
  const given = { actionResult, defaultShouldRevalidate };
  return [unlessLost(given), alsoRefused(given)];
};

describe('what is read anew after a change', () => {
  it('is nothing when the change was lost, so that the page and what is written on it stay', () => {
    expect(readAfter({ ok: false, isLost: true }, true)).toEqual([false, false]);
  });

  it('A-66: is the page when the change was refused, for it may show what is no longer so', () => {
    expect(readAfter({ ok: false })).toEqual([false, true]);
    expect(readAfter({ ok: true }, true)).toEqual([true, true]);
  });

  it('is what the router says in all other cases', () => {
    expect(readAfter(undefined)).toEqual([false, false]);
    expect(readAfter(undefined, true)).toEqual([true, true]);
    expect(readAfter('texto', true)).toEqual([true, true]);
  });
});
