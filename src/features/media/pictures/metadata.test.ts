import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ImageType } from '../model.ts';
import { cutMetadata } from './metadata.ts';

const aPicture = (type: ImageType) =>
  sharp({ create: { width: 12, height: 8, channels: 3, background: 'teal' } })
    .toFormat(type)
    .toBuffer();
const secret = 'segredo';

const segment = (marker: number, text: string) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
};
/** Its checksum does not matter, because it is removed. */
const pngChunk = (name: string, text: string) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(text.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, Buffer.from(text, 'latin1'), Buffer.alloc(4)]);
};
const webpChunk = (name: string, text: string) => {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(text.length, 4);
  return Buffer.concat([head, Buffer.from(text, 'latin1'), Buffer.alloc(text.length % 2)]);
};
const gifExtension = (label: number, text: string) =>
  Buffer.concat([Buffer.from([0x21, label, text.length]), Buffer.from(text, 'latin1'), Buffer.from([0])]);

const additions: Record<ImageType, { at: (file: Buffer) => number; added: Buffer[] }> = {
  jpeg: {
    at: () => 2,
    added: [
      segment(0xe1, `Exif\0\0${secret}`),
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`),
      segment(0xe2, `MPF\0${secret}`),
      segment(0xe0, `JFXX\0${secret}`),
      segment(0xed, `Photoshop 3.0\0${secret}`),
      segment(0xfe, secret),
      segment(0xe9, secret),
    ],
  },
  png: {
    at: () => 33,
    added: ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'caBX', 'prVt'].map((name) => pngChunk(name, secret)),
  },
  webp: { at: (file) => file.length, added: ['EXIF', 'XMP ', 'what'].map((name) => webpChunk(name, secret)) },
  gif: {
    at: (file) => 13 + (file[10]! & 0x80 ? 3 * 2 ** ((file[10]! & 7) + 1) : 0),
    added: [
      gifExtension(0xfe, secret),
      gifExtension(0x01, secret),
      gifExtension(0xff, `XMP DataXMP${secret}`),
    ],
  },
};
const types = Object.keys(additions) as ImageType[];

const withAll = (file: Buffer, type: ImageType): Buffer => {
  const { at, added } = additions[type];
  const all = Buffer.concat([file.subarray(0, at(file)), ...added, file.subarray(at(file))]);
  if (type === 'webp') all.writeUInt32LE(all.length - 8, 4);
  return all;
};

describe('what a picture says beside its pixels', () => {
  it.each(types)('A-109: is cut out of a %s, and the rest is byte for byte what it was', async (type) => {
    const plain = await aPicture(type);
    const before = cutMetadata(plain, type);
    expect(before).toEqual({ bytes: plain, isWhole: true });
    const told = withAll(plain, type);
    expect(told.includes(secret)).toBe(true);
    expect(cutMetadata(told, type)).toEqual({ bytes: plain, isWhole: true });
    const hidden = Buffer.concat([plain, Buffer.from(secret)]);
    expect(cutMetadata(hidden, type)).toEqual({ bytes: plain, isWhole: true });
  });

  it('A-109: a progressive JPEG, a moving GIF and a moving WebP keep all that they show', async () => {
    const frames = [...Array(3)].map((_, at) => ({
      create: {
        width: 16,
        height: 16,
        channels: 4 as const,
        background: { r: at * 90, g: 40, b: 9, alpha: 1 },
      },
    }));
    const moving = sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), {
      join: { animated: true },
    });
    const files = {
      gif: await moving
        .clone()
        .gif({ loop: 2, delay: [100, 200, 300] })
        .toBuffer(),
      webp: await moving
        .clone()
        .webp({ loop: 2, delay: [100, 200, 300] })
        .toBuffer(),
      jpeg: await sharp(frames[1]).jpeg({ progressive: true }).toBuffer(),
    };
    for (const [type, file] of Object.entries(files) as [ImageType, Buffer][])
      expect(cutMetadata(withAll(file, type), type), type).toEqual({ bytes: file, isWhole: true });
  });

  it('never fails, never grows, and ends soon, whatever the bytes are', async () => {
    const whole = new Map(
      await Promise.all(types.map(async (type) => [type, withAll(await aPicture(type), type)] as const)),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
        fc.nat(2000),
        (type, changes, length) => {
          const file = Buffer.from(whole.get(type)!);
          for (const [at, value] of changes) file[at % file.length] = value;
          const cut = file.subarray(0, Math.max(16, length));
          expect(cutMetadata(cut, type).bytes.length).toBeLessThanOrEqual(cut.length + 26);
        },
      ),
      { numRuns: 500 },
    );
  });
});
