import { describe, expect, it } from 'vitest';
import { anMp3, aWav } from '#tests/sounds.ts';
import { ContainerFinder } from './container.ts';

const bytes = (...parts: (string | number[] | Buffer)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

/** What a file is found to be, arriving in chunks of this many bytes. */
function find(file: Buffer, chunk = file.length) {
  const finder = new ContainerFinder();
  for (let at = 0; at < file.length; at += chunk) {
    const seen = finder.add(file.subarray(at, at + chunk));
    if (seen) return seen;
  }
  return finder.end();
}

const mp3 = anMp3('x').subarray(10 + 12);
const id3 = (size: number) =>
  bytes('ID3', [3, 0, 0, ...[21, 14, 7, 0].map((bits) => (size >> bits) & 127)], Buffer.alloc(size, 'x'));
const ape = (items: number) => {
  const head = Buffer.alloc(32);
  head.write('APETAGEX');
  head.writeUInt32LE(2000, 8);
  head.writeUInt32LE(items + 32, 12);
  return bytes(head, Buffer.alloc(items, 'y'), head);
};
const flac = bytes('fLaC', [0, 0, 0, 34], Buffer.alloc(40));
const adts = Array.from({ length: 6 }, () =>
  bytes([0xff, 0xf1, 0x50, 0x80, 0x04, 0x1f, 0xfc], Buffer.alloc(25)),
);
const mp2 = Array.from({ length: 6 }, () => bytes([0xff, 0xfd, 0x80, 0x00], Buffer.alloc(413)));

describe('a file is what it contains', () => {
  it.each([
    ['an MP3 without a tag', mp3, 'mp3', 0],
    ['an MP3 behind a tag', bytes(id3(500), mp3), 'mp3', 510],
    ['an MP3 behind a cover of 2 MB', bytes(id3(2_000_000), mp3), 'mp3', 2_000_010],
    ['B16: an MP3 behind two tags', bytes(id3(20), id3(30), mp3), 'mp3', 70],
    ['an MP3 behind an APE tag', bytes(ape(100), mp3), 'mp3', 164],
    ['B10: an MP3 behind 300 zero bytes', bytes(Buffer.alloc(300), mp3), 'mp3', 300],
    ['an MP3 behind zero bytes and a tag', bytes(Buffer.alloc(30), id3(20), mp3), 'mp3', 60],
    ['an MP3 cut from a stream in the middle of a frame', bytes('a'.repeat(200), mp3), 'mp3', 200],
    ['an MP3 behind the head of a stream', bytes('ICY 200 OK\r\nicy-br:128\r\n\r\n', mp3), 'mp3', 26],
    ['a FLAC', flac, 'flac', 0],
    ['B05: a FLAC behind a tag', bytes(id3(1000), flac), 'flac', 1010],
    ['an Ogg', bytes('OggS', [0, 2], Buffer.alloc(30)), 'ogg', 0],
    ['a WAV', aWav(440), 'wav', 0],
    ['RF64', bytes('RF64', [255, 255, 255, 255], 'WAVEds64'), 'wav', 0],
    ['BW64', bytes('BW64', [255, 255, 255, 255], 'WAVEds64'), 'wav', 0],
    ['B11: an M4A of brand iso5', bytes([0, 0, 0, 28], 'ftypiso5', [0, 0, 2, 0], 'iso5mp41'), 'm4a', 0],
    ['an M4A of brand M4A', bytes([0, 0, 0, 28], 'ftypM4A ', [0, 0, 2, 0], 'M4A mp42'), 'm4a', 0],
    ['a MOV', bytes([0, 0, 0, 20], 'ftypqt  ', [0, 0, 2, 0], 'qt  '), 'm4a', 0],
    ['a MOV without a brand', bytes([0, 0, 0, 8], 'wide', [0, 0, 9, 9], 'mdat'), 'm4a', 0],
  ])('%s', (_, file, type, start) => {
    expect(find(file)).toEqual({ type, start });
    expect(find(file, 1000)).toEqual({ type, start });
    if (file.length < 20_000) expect(find(file, 7)).toEqual({ type, start });
  });

  it.each([
    ['nothing', bytes(), 'empty'],
    ['zero bytes', Buffer.alloc(5000), 'zeros'],
    ['two megabytes of zero bytes', Buffer.alloc(2_000_000), 'zeros'],
    ['a tag alone', id3(500), 'tag'],
    ['B04: text behind a tag', bytes(id3(0), 'this is no sound. '.repeat(20)), 'tag'],
    ['a tag longer than its file', bytes('ID3', Buffer.alloc(5000, 'x')), 'tag'],
    ['a PDF', bytes('%PDF-1.7\n', Buffer.alloc(90_000, 'x')), 'pdf'],
    ['a PDF behind a tag', bytes(id3(10), '%PDF-1.7\n and more'), 'pdf'],
    ['a tar with an MP3', bytes('a.mp3', Buffer.alloc(252), 'ustar', Buffer.alloc(250), mp3), 'packed'],
    ['a ZIP', bytes('PK\x03\x04', Buffer.alloc(100)), 'zip'],
    ['a picture in RIFF', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '), 'picture'],
    ['a HEIC', bytes([0, 0, 0, 24], 'ftypheic', Buffer.alloc(12)), 'picture'],
    ['a web page', bytes('\n <!doctype html><html>'), 'page'],
    ['a text', bytes('Olá, locução de amanhã'), 'not-audio'],
    ['a text in UTF-8', Buffer.from('Olá, locução de amanhã\r\n'), 'text'],
    ['a program', bytes('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0'), 'not-audio'],
    [
      'B19: a Mac’s twin of a file',
      bytes([0, 5, 0x16, 7, 0, 2, 0, 0], 'Mac OS X', Buffer.alloc(4000)),
      'apple',
    ],
    ['AAC in ADTS, whose frames look alike', bytes(...adts), 'adts'],
    ['MP2', bytes(...mp2), 'mp2'],
    ['AIFF', bytes('FORM', [0, 0, 1, 0], 'AIFFCOMM'), 'aiff'],
    ['WMA', bytes([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11], Buffer.alloc(20)), 'wma'],
    ['RIFX', bytes('RIFX', [0, 0, 9, 9], 'WAVEfmt '), 'rifx'],
    ['Wave64', bytes('riff', [0x2e, 0x91, 0xcf, 0x11], Buffer.alloc(20)), 'wave64'],
    ['WebM', bytes([0x1a, 0x45, 0xdf, 0xa3], Buffer.alloc(20)), 'matroska'],
    [
      'bytes by chance',
      bytes(Array.from({ length: 200_000 }, (_, at) => (at * at * 31 + at * 7) % 251)),
      'not-audio',
    ],
  ])('%s is no sound that is taken', (_, file, refusal) => {
    expect(find(file)).toEqual({ refusal });
    if (file.length < 20_000) expect(find(file, 7)).toEqual({ refusal });
  });

  it('A.2: holds no more than it needs, and is done soon, however a file goes on', () => {
    const finder = new ContainerFinder();
    const rubbish = bytes(mp3.subarray(0, 417), Buffer.alloc(20_000_000, 0xff));
    expect(find(rubbish, 64 * 1024)).toEqual({ refusal: 'not-audio' });
    expect(finder.add(id3(0).subarray(0, 5))).toBeNull();
  });
});
