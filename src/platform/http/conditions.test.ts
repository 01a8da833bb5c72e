import { describe, expect, it } from 'vitest';
import { isNotModified, isRangeFresh } from './conditions.ts';

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
    expect(isNotModified(asked, file)).toBe(expected);
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
