import { describe, expect, it } from 'vitest';
import { kinds } from '../kinds.ts';
import { type CoverInput, drawCover, styleOf } from './cover.server.ts';
import { openTitles } from './title.server.ts';

const peaks = Uint8Array.from({ length: 400 }, (_, i) => (i * 37) % 256);
const setTitle = await openTitles();
const draw = (input: CoverInput) => drawCover(input, setTitle);

describe('a drawn cover', () => {
  it.each([...kinds, 'outros'])('is the same picture for the same input (%s)', (kind) => {
    const input = { title: 'São João', kind, place: 0, peaks };
    expect(draw(input)).toBe(draw(input));
  });

  it('differs by title, by kind and by sound', () => {
    const base = { title: 'São João', kind: 'trilhas', place: 0, peaks };
    const others = [
      { ...base, title: 'Natal' },
      { ...base, kind: 'programetes' },
      { ...base, peaks: peaks.toReversed() },
    ];
    expect(new Set([base, ...others].map(draw)).size).toBe(4);
  });

  it('has numbers everywhere, also before the audio has arrived', () => {
    for (const kind of kinds)
      expect(draw({ title: '', kind, place: 0, peaks: new Uint8Array() })).not.toMatch(
        /NaN|undefined|Infinity/,
      );
  });

  it.each([...kinds, 'outros'])('looks unlike those around it in a list of any width (%s)', (kind) => {
    for (let place = 0; place < 40; place += 1) {
      expect(styleOf(kind, place + 1).art).not.toBe(styleOf(kind, place).art);
      for (let columns = 2; columns < 9; columns += 1)
        expect(styleOf(kind, place + columns)).not.toEqual(styleOf(kind, place));
    }
  });

  it.each(kinds)('has six compositions at least, and hues 60 degrees apart (%s)', (kind) => {
    const styles = Array.from({ length: 40 }, (_, place) => styleOf(kind, place));
    const hues = styles.map(({ hue }) => hue);
    expect(new Set(styles.map(({ art }) => art)).size).toBeGreaterThanOrEqual(6);
    expect(Math.max(...hues) - Math.min(...hues)).toBe(60);
  });

  it('has its title as outlines, and leaves out what no outline exists for', () => {
    const base = { kind: 'trilhas', place: 0, peaks };
    const outlines = (title: string) => /<path d="([^"]*)" fill="#fff"/.exec(draw({ ...base, title }))?.[1];
    expect(outlines('São João')).toMatch(/^M[^<]{500}/);
    expect(outlines('雪')).toBe('');
    expect(outlines(`${'a'.repeat(500)} ${'b '.repeat(500)}`)?.length).toBeLessThan(60_000);
  });

  it('carries no text of the package', () => {
    expect(draw({ title: '<script>alert(1)</script>', kind: 'trilhas', place: 0, peaks })).not.toContain(
      'script',
    );
  });
});
