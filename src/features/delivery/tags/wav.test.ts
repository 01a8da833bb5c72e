import { describe, expect, it } from 'vitest';
import { readWavHead } from './wav.ts';

describe('the head of a WAV', () => {
  const chunk = (name: string, body: Buffer, size = body.length) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(size, 4);
    return Buffer.concat([head, body]);
  };
  const format = (code: number, length: number) => {
    const body = Buffer.alloc(length);
    body.writeUInt16LE(code);
    return chunk('fmt ', body);
  };
  const wav = (...chunks: Buffer[]) => Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), ...chunks]);
  const samples = chunk('data', Buffer.alloc(8));

  it('is read of plain samples, whatever stands before them', () => {
    for (const [code, length] of [
      [1, 16],
      [3, 18],
      [0xfffe, 40],
    ] as const) {
      const bytes = wav(chunk('LIST', Buffer.alloc(4)), format(code, length), samples);
      const base = format(code, length).subarray(8);
      expect(readWavHead(bytes)).toEqual({ base, bodyStart: bytes.length - 8, bodySize: 8 });
    }
    const unknown = readWavHead(wav(format(1, 16), chunk('data', Buffer.alloc(8), 0xffffffff)));
    expect(unknown?.bodySize, 'the rest of the file').toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    ['another container', Buffer.concat([Buffer.from('RIFX'), wav(format(1, 16), samples).subarray(4)])],
    ['an MP3 within', wav(format(85, 16), samples)],
    ['too short a format', wav(format(1, 14), samples)],
    ['a format of a megabyte', wav(format(1, 1_000_000), samples)],
    ['samples before their format', wav(samples, format(1, 16))],
    ['half a word at the end', wav(format(1, 16), chunk('data', Buffer.alloc(7)))],
    ['nothing behind it', wav(format(1, 16))],
    ['four bytes', Buffer.from('RIFF')],
  ])('is not read of %s', (_, bytes) => expect(readWavHead(bytes)).toBeNull());
});
