import { describe, expect, it } from 'vitest';
import { isRangeFresh, judge } from './conditions.ts';

const file = { etag: '"abc"', lastModified: 'Sat, 21 Nov 2026 09:00:00 GMT' };
const later = 'Sat, 21 Nov 2026 10:00:00 GMT';
const earlier = 'Sat, 21 Nov 2026 08:00:00 GMT';

describe('a conditional request', () => {
  it.each([
    [{}, false],
    [{ 'if-none-match': '"abc"' }, true],
    [{ 'if-none-match': 'W/"abc"' }, true],
    [{ 'if-none-match': '"x", "abc" , "y"' }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': '"x"' }, false],
    [{ 'if-none-match': '"x"', 'if-modified-since': later }, false],
    [{ 'if-modified-since': later }, true],
    [{ 'if-modified-since': file.lastModified }, true],
    [{ 'if-modified-since': earlier }, false],
    [{ 'if-modified-since': 'yesterday' }, false],
  ])('%j is answered by 304: %s', (asked, expected) => {
    expect(judge(asked, file)).toBe(expected ? 304 : null);
  });

  it.each([
    [{ 'if-match': '"abc"' }, null],
    [{ 'if-match': '"x", "abc"' }, null],
    [{ 'if-match': '*' }, null],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-match': '' }, 412],
    [{ 'if-match': 'W/"abc"' }, 412],
    [{ 'if-match': '"x"', 'if-none-match': '"abc"' }, 412],
    [{ 'if-match': '"abc"', 'if-none-match': '"abc"' }, 304],
    [{ 'if-match': '"abc"', 'if-unmodified-since': earlier }, null],
    [{ 'if-unmodified-since': earlier }, 412],
    [{ 'if-unmodified-since': file.lastModified }, null],
    [{ 'if-unmodified-since': 'yesterday' }, null],
  ])('%j, which names the bytes that are wanted: %s', (asked, expected) => {
    expect(judge(asked, file)).toBe(expected);
  });

  it('asks for no date where only the tag is known', () => {
    const picture = { etag: '"abc"' };
    for (const name of ['if-modified-since', 'if-unmodified-since'])
      expect(judge({ [name]: earlier }, picture)).toBeNull();
  });

  it.each([
    [{}, true],
    [{ 'if-range': '"abc"' }, true],
    [{ 'if-range': 'W/"abc"' }, false],
    [{ 'if-range': '"x"' }, false],
    [{ 'if-range': file.lastModified }, true],
    [{ 'if-range': later }, false],
    [{ 'if-range': earlier }, false],
  ])('PLY-12: %j lets a range be served: %s', (asked, expected) => {
    expect(isRangeFresh(asked, file)).toBe(expected);
  });
});
