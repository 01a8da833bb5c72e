import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { anMp3, aWav } from '#tests/sounds.ts';
import { seeded } from '../seeded.ts';
import { type HostileCase, hostile, repeated } from './case.ts';

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});
const crcOf = (bytes: Uint8Array): number =>
  (bytes.reduce((crc, byte) => crcTable[(crc ^ byte) & 255]! ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  crc.writeUInt32BE(crcOf(body));
  return Buffer.concat([length, body, crc]);
}

/** A PNG that declares a size, with or without matching pixels. */
function aPng(width: number, height: number, pixels: Uint8Array, extra: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  const data = chunk('IDAT', deflateSync(pixels, { level: 1 }));
  return Buffer.concat([start, chunk('IHDR', head), ...extra, data, chunk('IEND', Buffer.alloc(0))]);
}

/** A copy with some bytes changed. */
function damaged(bytes: Uint8Array, seed: number, share: number): Buffer {
  const next = seeded(seed);
  const copy = Buffer.from(bytes);
  for (let at = 0; at < copy.length * share; at++)
    copy[Math.floor(next() * copy.length)] = Math.floor(next() * 256);
  return copy;
}

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#e11' } });

/** @param side pixels per side of the valid but far too large pictures */
async function pictures(side: number): Promise<[string, Uint8Array][]> {
  const small = await noise(200).jpeg().toBuffer();
  const png = await noise(100).png().toBuffer();
  const profile = chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(30_000_000))]));
  const comment = chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(30_000_000))]));
  const svg = (inner: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`);
  return [
    ['a JPEG of noise', await noise(side).jpeg({ quality: 1 }).toBuffer()],
    [
      'a progressive JPEG of noise',
      await noise(side / 2)
        .jpeg({ quality: 1, progressive: true })
        .toBuffer(),
    ],
    ['a flat PNG', await flat(side, side).png().toBuffer()],
    ['a flat WebP', await flat(side, side).webp({ lossless: true, effort: 0 }).toBuffer()],
    [
      'a flat GIF',
      await flat(side / 2, side / 2)
        .gif({ effort: 1 })
        .toBuffer(),
    ],
    ['a thread', await flat(16_000, 1).png().toBuffer()],
    ['a PNG that says 50,000 by 50,000', aPng(50_000, 50_000, Buffer.alloc(1000))],
    ['a PNG that says 2^31', aPng(0x7fffffff, 0x7fffffff, Buffer.alloc(10))],
    ['a PNG without size', aPng(0, 0, Buffer.alloc(0))],
    ['a PNG whose pixels are 40 MB too many', aPng(10, 10, Buffer.alloc(40_000_000))],
    ['a PNG with a profile of 30 MB', aPng(10, 10, Buffer.alloc(110), [profile])],
    ['a PNG with a comment of 30 MB', aPng(10, 10, Buffer.alloc(110), [comment])],
    [
      'a PNG with 10,000 comments',
      aPng(
        10,
        10,
        Buffer.alloc(110),
        Array.from({ length: 10_000 }, () => chunk('tEXt', Buffer.from('a\0b'))),
      ),
    ],
    ['an SVG of entities', svg(repeated('<g>', 100_000))],
    ['an SVG that fetches', svg('<image href="http://127.0.0.1:1/x"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['five megabytes of nothing', Buffer.alloc(5_000_000)],
    ['five megabytes of a picture and nothing', Buffer.concat([small, Buffer.alloc(4_800_000)])],
    ['a picture and a page', Buffer.concat([small, Buffer.from('<script>alert(1)</script>')])],
    ['eight megabytes', Buffer.alloc(8_000_000, 1)],
    ['the head of a JPEG', Buffer.from([0xff, 0xd8, 0xff])],
    ['markers of a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(1_000_000, 0xff)])],
    ...[0.1, 0.3, 0.5, 0.7, 0.9, 0.99].flatMap((share): [string, Uint8Array][] => [
      [`a JPEG that ends at ${share}`, small.subarray(0, small.length * share)],
      [`a PNG that ends at ${share}`, png.subarray(0, png.length * share)],
    ]),
    ...Array.from({ length: 12 }, (_, at): [string, Uint8Array] => [
      `a damaged ${at % 2 ? 'PNG' : 'JPEG'} ${at}`,
      damaged(at % 2 ? png : small, at, 0.001 * 3 ** (at % 6)),
    ]),
  ];
}

function sounds(): [string, Uint8Array][] {
  const mp3 = anMp3('hostil', 3);
  const wav = aWav(440);
  const frame = mp3.subarray(-417);
  const tag = (size: number, content: Uint8Array) =>
    Buffer.concat([
      Buffer.from('ID3\x03\0\0', 'latin1'),
      Buffer.from([(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127]),
      content,
    ]);
  const slow = Buffer.from(wav);
  slow.writeUInt32LE(1, 24);
  const endless = Buffer.from(wav);
  endless.writeUInt32LE(0xffffffff, 40);
  return [
    ['an MP3 of one frame and 200 KB of ones', Buffer.concat([frame, Buffer.alloc(200_000, 0xff)])],
    ['an MP3 of one frame and 4 MB of ones', Buffer.concat([frame, Buffer.alloc(4_000_000, 0xff)])],
    [
      'an MP3 of frames without sound',
      Buffer.concat(Array.from({ length: 5000 }, () => frame.subarray(0, 4))),
    ],
    ['an MP3 of half frames', Buffer.concat(Array.from({ length: 5000 }, () => frame.subarray(0, 100)))],
    ['an MP3 whose tag is larger than it', tag(0x0fffffff, frame)],
    ['an MP3 of tags', Buffer.concat(Array.from({ length: 20_000 }, () => tag(0, Buffer.alloc(0))))],
    ['an MP3 with a tag of ones', Buffer.concat([tag(1_000_000, Buffer.alloc(1_000_000, 0xff)), mp3])],
    ['a WAV of one sample a second', slow],
    ['a WAV without end', endless],
    ['a WAV of nothing', wav.subarray(0, 44)],
    ['a FLAC of nothing', Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(100_000)])],
    ['an OGG of nothing', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(100_000)])],
    [
      'an M4A of boxes',
      Buffer.concat([
        Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0', 'latin1'),
        Buffer.from(repeated('\0\0\0\x08moov', 100_000), 'latin1'),
      ]),
    ],
    ...Array.from({ length: 8 }, (_, at): [string, Uint8Array] => [
      `a damaged ${at % 2 ? 'WAV' : 'MP3'} ${at}`,
      damaged(at % 2 ? wav : mp3, at, 0.001 * 4 ** (at % 4)),
    ]),
  ];
}

const boundary = '----WebKitFormBoundaryfedcba9876543210';
const wrapped = (bytes: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

/** Pictures and sounds as bodies and, every fifth, as a form field. */
export async function hostileFiles(side: number): Promise<HostileCase[]> {
  const files = [...(await pictures(side)), ...sounds()];
  const bare = files.map(([name, bytes]) =>
    hostile(name, 'application/octet-stream', bytes, { headers: { 'X-File-Name': 'hostil.mp3' } }),
  );
  const inForms = files
    .filter((_, at) => at % 5 === 0)
    .map(([name, bytes]) =>
      hostile(`${name}, in a form`, `multipart/form-data; boundary=${boundary}`, wrapped(bytes)),
    );
  return [...bare, ...inForms];
}
