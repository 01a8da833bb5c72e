import { describe, expect, it } from 'vitest';
import { signInAddress } from './sign-in.ts';

describe('A-27: the address of /auth', () => {
  const page = { pathname: '/category/trilhas', search: '?q=a b', hash: '#x' };

  it('leads back to the page, with a sentence of its own', () => {
    expect(signInAddress(page)).toBe('/auth?next=%2Fcategory%2Ftrilhas%3Fq%3Da+b%23x');
    expect(signInAddress(null, 'restrito')).toBe('/auth?aviso=restrito');
  });

  it('is never longer than what a proxy takes as a header', () => {
    const search = `?q=${'é'.repeat(5000)}`;
    expect(signInAddress({ ...page, search })).toBe('/auth?next=%2Fcategory%2Ftrilhas');
    expect(signInAddress({ pathname: `/${'%'.repeat(9000)}`, search })).toBe('/auth');
  });
});
