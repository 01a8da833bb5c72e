import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sniffSound } from './sound-type.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    ),
  );

describe('a sound file is known by its bytes', () => {
  it('a demo file is MP3', () => {
    expect(sniffSound(readFileSync(new URL('../../../demo/audio/efeito-corvo.mp3', import.meta.url)))).toBe(
      'mp3',
    );
  });

  it.each([
    ['ID3 tag', bytes('ID3', [4, 0]), 'mp3'],
    ['frame without tag', bytes([0xff, 0xfb, 0x90, 0x64]), 'mp3'],
    ['WAV', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt '), 'wav'],
    ['FLAC', bytes('fLaC', [0, 0, 0, 34]), 'flac'],
    ['OGG', bytes('OggS', [0, 2]), 'ogg'],
    ['M4A', bytes([0, 0, 0, 32], 'ftypM4A '), 'm4a'],
    ['a picture in RIFF', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '), null],
    ['HTML', bytes('<!doctype html>'), null],
    ['AAC in ADTS, whose frames look alike', bytes([0xff, 0xf1, 0x50, 0x80]), null],
    ['nothing', bytes(), null],
  ])('%s', (_, head, type) => {
    expect(sniffSound(head)).toBe(type);
  });
});
