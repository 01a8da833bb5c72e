import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachment, safeFileName } from './disposition.ts';

describe('the name of a saved file', () => {
  it.each([
    ['Trilha alegre.mp3', 'Trilha alegre.mp3'],
    ['São João "final"; v2/3.mp3', 'São João _final_; v2_3.mp3'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\windows\\x.mp3', 'C__windows_x.mp3'],
    ['a\r\nSet-Cookie: x=1.mp3', 'a__Set-Cookie_ x=1.mp3'],
    ['evil\u202e3pm.exe', 'evil_3pm.exe'],
    ['CON.mp3', '_CON.mp3'],
    ['   ', 'arquivo'],
    ['...', 'arquivo'],
    ['São João.mp3', 'São João.mp3'],
    ['🎵 festa.mp3', '🎵 festa.mp3'],
  ])('%j is saved as %j', (name, saved) => {
    expect(safeFileName(name)).toBe(saved);
  });

  it('is cut to 200 bytes and keeps its ending', () => {
    const saved = safeFileName(`${'ã'.repeat(300)}.mp3`);
    expect(Buffer.byteLength(saved)).toBeLessThanOrEqual(200);
    expect(saved).toMatch(/ã\.mp3$/);
    expect(safeFileName(`${'👨‍👩‍👧‍👦'.repeat(9)}.mp3`), 'no emoji comes apart').toBe(
      `${'👨‍👩‍👧‍👦'.repeat(7)}.mp3`,
    );
  });

  it('DWN-02: stands in the header twice when it is more than ASCII', () => {
    expect(attachment('São João "final"; v2/3.mp3')).toBe(
      `attachment; filename="Sao Joao _final_; v2_3.mp3"; filename*=UTF-8''S%C3%A3o%20Jo%C3%A3o%20_final_%3B%20v2_3.mp3`,
    );
    expect(attachment("it's (1)*.mp3")).toBe(`attachment; filename="it's (1)_.mp3"`);
    expect(attachment("é's (1).mp3")).toContain(`UTF-8''%C3%A9%27s%20%281%29.mp3`);
    expect(attachment('100%.mp3')).toBe(`attachment; filename="100_.mp3"; filename*=UTF-8''100%25.mp3`);
    // A combining mark without its letter.
    expect(attachment('\uaab0')).toBe(`attachment; filename="_"; filename*=UTF-8''%EA%AA%B0`);
  });

  it('DWN-02: is always a header of one line that says the safe name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = attachment(name);
        expect(header).toMatch(
          /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"(; filename\*=UTF-8''[\w.!#$&+^`|~%-]+)?$/,
        );
        const encoded = /filename\*=UTF-8''(.*)$/.exec(header)?.[1];
        if (encoded) expect(decodeURIComponent(encoded)).toBe(safeFileName(name));
      }),
    );
  });
});
