import { describe, expect, it } from 'vitest';
import { typedLine, typedText } from './typed-text.ts';

describe('F07: text that somebody types', () => {
  it.each([
    [' Sa\u0303o Joa\u0303o ', 'São João'],
    ['a\u202eb\u200b\ufeffc\u00ad', 'abc'],
    ['a\u0000\u001bb', 'ab'],
    ['duas \r\n linhas\u2028três', 'duas linhas três'],
    ['👨‍👩‍👧 🏳️‍🌈', '👨‍👩‍👧 🏳️‍🌈'],
    ['\ud800', '\ufffd'],
    ['#/:"%,;–’ -=', '#/:"%,;–’ -='],
  ])('the line %j is kept as %j', (typed, kept) => expect(typedLine().parse(typed)).toBe(kept));

  it('of several lines keeps its lines', () => {
    expect(typedText().parse('um\r\n\tdois\u0007\n\ntre\u0302s\n')).toBe('um\r\n\tdois\n\ntrês');
  });

  it('is measured as it is kept, and refused in words', () => {
    const name = typedLine('Informe o nome.').min(1, 'Informe o nome.').max(3, 'Longo.');
    expect(name.parse('a\u0303\u200b\u200bbc ')).toBe('ãbc');
    for (const given of ['\u200b', undefined])
      expect(name.safeParse(given).error?.issues[0]?.message).toBe('Informe o nome.');
  });
});
