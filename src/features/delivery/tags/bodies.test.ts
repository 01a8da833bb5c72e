import { describe, expect, it } from 'vitest';
import { findFlacBody, findMp3Body, findWavBody, type ReadAt } from './bodies.ts';

const readOf =
  (bytes: Buffer): ReadAt =>
  async (start, length) =>
    bytes.subarray(start, start + length);
const le32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const latin = (text: string) => Buffer.from(text, 'latin1');

const chunk = (name: string, body: Buffer, size = body.length) =>
  Buffer.concat([latin(name), le32(size), body, Buffer.alloc(body.length % 2)]);
const format = (code: number, length: number) => {
  const body = Buffer.alloc(length);
  body.writeUInt16LE(code);
  return chunk('fmt ', body);
};
const wav = (...chunks: Buffer[]) => Buffer.concat([latin('RIFF\0\0\0\0WAVE'), ...chunks]);
const samples = chunk('data', Buffer.alloc(8));

/** An ID3v2 tag of so many bytes behind its head. */
const id3 = (size: number, flags = 0) =>
  Buffer.concat([
    latin('ID3\x04\0'),
    Buffer.from([flags, 0, size >>> 14, (size >>> 7) & 0x7f, size & 0x7f]),
    Buffer.alloc(size, 1),
  ]);
const ape = (items: Buffer, hasHead: boolean) => {
  const end = (flags: number) =>
    Buffer.concat([
      latin('APETAGEX'),
      le32(2000),
      le32(items.length + 32),
      le32(1),
      le32(flags),
      Buffer.alloc(8),
    ]);
  return Buffer.concat([...(hasHead ? [end(0xa0000000)] : []), items, end(hasHead ? 0x80000000 : 0)]);
};

describe('the samples of a WAV', () => {
  const find = (bytes: Buffer) => findWavBody(readOf(bytes), bytes.length);

  it('are found whatever stands before them', async () => {
    for (const [code, length] of [
      [1, 16],
      [3, 18],
      [0xfffe, 40],
    ] as const) {
      for (const before of [Buffer.alloc(0), id3(300), Buffer.concat([id3(20_000), Buffer.alloc(5000)])]) {
        const bytes = Buffer.concat([
          before,
          wav(chunk('LIST', latin('INFO')), format(code, length), samples),
        ]);
        const base = format(code, length).subarray(8);
        expect(await find(bytes)).toMatchObject({
          base,
          bodyStart: bytes.length - 8,
          bodySize: 8,
          isCut: false,
        });
      }
    }
    const unknown = await find(wav(format(1, 16), chunk('data', Buffer.alloc(8), 0xffffffff)));
    expect(unknown?.bodySize, 'the rest of the file').toBe(8);
  });

  it('F04: keep the chunks that stay true of them, before or behind', async () => {
    const cue = chunk('cue ', Buffer.concat([le32(1), Buffer.alloc(24, 7)]));
    const labels = chunk('LIST', latin('adtllabl\x09\0\0\0\x01\0\0\0fala\0\0'));
    const xml = chunk('iXML', latin('<BWFXML/>'));
    const replaced = ['bext', 'cart', 'id3 ', 'DISP', 'JUNK'].map((name) => chunk(name, Buffer.alloc(10, 1)));
    const info = chunk('LIST', latin('INFOINAM\x04\0\0\0old\0'));
    const found = await find(wav(xml, ...replaced, format(1, 16), samples, info, cue, labels));
    expect(found?.kept).toEqual(Buffer.concat([xml, cue, labels]));
    expect(found?.bext).toEqual(Buffer.alloc(10, 1));
    const large = await find(wav(format(1, 16), samples, chunk('levl', Buffer.alloc(300_000)), cue));
    expect(large).toMatchObject({ kept: cue, isCut: true });
  });

  it.each([
    ['another container', Buffer.concat([latin('RIFX'), wav(format(1, 16), samples).subarray(4)])],
    ['an MP3 within', wav(format(85, 16), samples)],
    ['too short a format', wav(format(1, 14), samples)],
    ['a format of a megabyte', wav(format(1, 1_000_000), samples)],
    ['samples before their format', wav(samples, format(1, 16))],
    ['half a word at the end', wav(format(1, 16), chunk('data', Buffer.alloc(7)))],
    ['nothing behind it', wav(format(1, 16))],
    ['four bytes', latin('RIFF')],
    ['no bytes', Buffer.alloc(0)],
  ])('are not found in %s', async (_, bytes) => expect(await find(bytes)).toBeNull());
});

describe('the frames of an MP3', () => {
  const frames = Buffer.alloc(9000, 0xfb);
  const v1 = Buffer.concat([latin('TAG'), Buffer.alloc(125, 0x41)]);
  const lyrics = Buffer.concat([latin('LYRICSBEGININD0000210LYR00004test'), latin('000033LYRICS200')]);
  const old = latin('LYRICSBEGINla la laLYRICSEND');
  const footed = Buffer.concat([id3(50, 0x10), latin('3DI\x04\0\x10'), Buffer.from([0, 0, 0, 50])]);

  it.each<[string, Buffer[], Buffer[]]>([
    ['no tags', [], []],
    ['one ID3v2', [id3(200)], [v1]],
    ['two ID3v2', [id3(200), id3(3)], []],
    ['one of two megabytes, with its footer', [id3(2_000_000, 0x10), Buffer.alloc(10, 1)], []],
    ['an ID3v2, zeros, and another', [id3(10), Buffer.alloc(300), id3(10)], []],
    ['an APE tag before', [ape(Buffer.alloc(40, 2), true)], []],
    ['an APE tag behind', [], [ape(Buffer.alloc(40, 2), false)]],
    ['an APE tag with its head, and an ID3v1', [], [ape(Buffer.alloc(40, 2), true), v1]],
    ['Lyrics3 and an ID3v1', [], [lyrics, v1]],
    ['old Lyrics3 and an ID3v1', [], [old, v1]],
    ['an enhanced ID3v1', [], [Buffer.concat([latin('TAG+'), Buffer.alloc(223, 0x41)]), v1]],
    ['an ID3v2 behind', [], [footed]],
    ['all of them', [id3(9), id3(9)], [footed, ape(Buffer.alloc(9, 2), true), lyrics, v1]],
  ])('B16: are alone without %s', async (_, before, behind) => {
    const bytes = Buffer.concat([...before, frames, ...behind]);
    const found = await findMp3Body(readOf(bytes), bytes.length);
    const sound = bytes.subarray(found!.bodyStart, found!.bodyStart + found!.bodySize);
    expect(sound.equals(frames)).toBe(true);
  });

  it('are not found among tags alone, nor cut by a tag that says too much', async () => {
    for (const bytes of [id3(100), Buffer.alloc(0), Buffer.alloc(500)])
      expect(await findMp3Body(readOf(bytes), bytes.length)).toBeNull();
    const lying = ape(Buffer.alloc(9, 2), false);
    lying.writeUInt32LE(0xfffffff0, lying.length - 20);
    const bytes = Buffer.concat([frames, lying]);
    expect(await findMp3Body(readOf(bytes), bytes.length)).toMatchObject({
      bodyStart: 0,
      bodySize: bytes.length,
    });
  });
});

describe('the frames of a FLAC', () => {
  const block = (type: number, body: Buffer, isLast = false) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    head[0] = type | (isLast ? 0x80 : 0);
    return Buffer.concat([head, body]);
  };
  const info = Buffer.alloc(34, 5);
  const frames = Buffer.alloc(500, 0xf8);

  it('B16: are found behind an ID3v2 and a picture of two megabytes; their seek points and cues stay', async () => {
    const bytes = Buffer.concat([
      id3(77),
      latin('fLaC'),
      block(0, info),
      block(4, latin('old comments')),
      block(3, Buffer.alloc(18, 3)),
      block(6, Buffer.alloc(2_000_000, 6)),
      block(5, Buffer.alloc(396, 4), true),
      frames,
      latin('TAG'),
      Buffer.alloc(125),
    ]);
    const found = await findFlacBody(readOf(bytes), bytes.length);
    expect(found!.base).toEqual(info);
    expect(bytes.subarray(found!.bodyStart, found!.bodyStart + found!.bodySize).equals(frames)).toBe(true);
    expect(found!.kept).toEqual(
      Buffer.concat([block(3, Buffer.alloc(18, 3)), block(5, Buffer.alloc(396, 4))]),
    );
  });

  it.each([
    ['another file', Buffer.alloc(100, 1)],
    ['no last block', Buffer.concat([latin('fLaC'), block(0, info)])],
  ])('are not found in %s', async (_, bytes) =>
    expect(await findFlacBody(readOf(bytes), bytes.length)).toBeNull(),
  );
});
