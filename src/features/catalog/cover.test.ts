import { describe, expect, it } from 'vitest';
import { drawCover } from './cover.ts';
import { kinds } from './kinds.ts';

const peaks = Uint8Array.from({ length: 400 }, (_, i) => (i * 37) % 256);

describe('a drawn cover', () => {
  it.each([...kinds, 'outros'])('is the same picture for the same input (%s)', (kind) => {
    const input = { title: 'São João', kind, peaks };
    expect(drawCover(input)).toBe(drawCover(input));
  });

  it('differs by title, by kind and by sound', () => {
    const base = { title: 'São João', kind: 'trilhas', peaks };
    const others = [
      { ...base, title: 'Natal' },
      { ...base, kind: 'programetes' },
      { ...base, peaks: peaks.toReversed() },
    ];
    expect(new Set([base, ...others].map(drawCover)).size).toBe(4);
  });

  it('has numbers everywhere, also before the audio has arrived', () => {
    for (const kind of kinds)
      expect(drawCover({ title: '', kind, peaks: new Uint8Array() })).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('carries no text of the package', () => {
    expect(drawCover({ title: '<script>alert(1)</script>', kind: 'trilhas', peaks })).not.toContain('script');
  });
});
