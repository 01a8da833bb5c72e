import { describe, expect, it } from 'vitest';
import { containing, longestTerm, readTerm, wordsOf } from './term.ts';

describe('a typed term', () => {
  it.each([null, undefined, '', '   ', '\t\n\u00a0', '\u0000'])('SRC-11: %j is no term', (typed) => {
    expect(readTerm(typed)).toEqual({ kind: 'none' });
  });

  it('SRC-11, SRC-15: is trimmed, and what no text can hold is taken out', () => {
    expect(readTerm('  natal ')).toEqual({ kind: 'text', text: 'natal' });
    expect(readTerm('a\u0000b\ud800')).toEqual({ kind: 'text', text: 'ab\ufffd' });
  });

  it('SRC-15: one that is too long is told apart', () => {
    expect(readTerm('a'.repeat(longestTerm)).kind).toBe('text');
    expect(readTerm('a'.repeat(longestTerm + 1))).toEqual({ kind: 'too-long' });
  });

  it('is split into words, each once, the longest first', () => {
    expect(wordsOf(' de  natal\tvinheta de ')).toEqual(['vinheta', 'natal', 'de']);
    expect(wordsOf('')).toEqual([]);
  });

  it('SRC-15: wildcards stand for themselves', () => {
    expect(containing('100%_\\')).toBe('%100\\%\\_\\\\%');
  });
});
