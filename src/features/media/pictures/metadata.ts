import type { ImageType } from '../model.ts';

/** The kept parts of a picture, and whether its end was found. */
interface Cut {
  parts: Buffer[];
  isWhole: boolean;
}

/**
 * Removes metadata from a picture: EXIF, XMP, IPTC, comments, texts, times, thumbnails, and data after its end (A-29,
 * Nothing is decoded: only what is needed to show it is copied byte for byte, including the colour profile. A
 * broken file is cut at the break, and `isWhole` is false.
 */
export function cutMetadata(bytes: Uint8Array, type: ImageType): { bytes: Buffer; isWhole: boolean } {
  const cut = cutters[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return { bytes: Buffer.concat(cut.parts), isWhole: cut.isWhole };
}

const cutters: Record<ImageType, (file: Buffer) => Cut> = {
  jpeg: cutJpeg,
  png: cutPng,
  webp: cutWebp,
  gif: cutGif,
};

/** JPEG markers: end of image, start of scan, and those within scans. */
const endOfImage = 0xd9;
const startOfScan = 0xda;
const isWithoutLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** Frames, tables and scans. */
const isOfPixels = (marker: number) => marker >= 0xc0 && marker <= 0xdf;

function cutJpeg(file: Buffer): Cut {
  const parts = [file.subarray(0, 2)];
  for (let at = 2; at + 2 <= file.length && file[at] === 0xff; ) {
    const marker = file.readUInt8(at + 1);
    if (marker === endOfImage) return { parts: [...parts, file.subarray(at, at + 2)], isWhole: true };
    if (marker === 0xff) at += 1;
    else if (isWithoutLength(marker)) at += 2;
    else {
      if (at + 4 > file.length) break;
      const end = at + 2 + Math.max(2, file.readUInt16BE(at + 2));
      parts.push(keptSegment(marker, file.subarray(at, end)));
      at = marker === startOfScan ? endOfScan(file, end) : end;
      if (marker === startOfScan) parts.push(file.subarray(end, at));
    }
  }
  return { parts, isWhole: false };
}

const nothing = Buffer.alloc(0);

function keptSegment(marker: number, segment: Buffer): Buffer {
  if (isOfPixels(marker)) return segment;
  const says = (name: string) => segment.toString('latin1', 4, 4 + name.length) === name;
  if (marker === 0xe2 && says('ICC_PROFILE\0')) return segment;
  // Defines how the colours of a CMYK picture are read.
  if (marker === 0xee && says('Adobe') && segment.length === 16) return segment;
  // The density, without the thumbnail that may follow.
  if (marker === 0xe0 && says('JFIF\0') && segment.length >= 18)
    return Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16]), segment.subarray(4, 16), Buffer.alloc(2)]);
  return nothing;
}

/** The next marker after a scan: skips stuffed bytes (0xff 0x00), restart markers and fill bytes. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return file.length;
}

/** PNG chunks that affect how it is shown: pixels, palette, transparency, colours, density, animation. */
const pngChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP mDCV cLLI acTL fcTL fdAT'.split(' '),
);

function cutPng(file: Buffer): Cut {
  const parts = [file.subarray(0, 8)];
  for (let at = 8; at + 12 <= file.length; ) {
    const name = file.toString('latin1', at + 4, at + 8);
    const end = at + 12 + file.readUInt32BE(at);
    if (pngChunks.has(name)) parts.push(file.subarray(at, end));
    if (name === 'IEND') return { parts, isWhole: true };
    at = end;
  }
  return { parts, isWhole: false };
}

/** WebP chunks that affect how it is shown. */
const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** The bits of VP8X that announce EXIF and XMP. */
const announced = 0x0c;
/** Bytes of an animation frame before its own chunks. */
const frameHead = 16;

function cutWebp(file: Buffer): Cut {
  const end = 8 + file.readUInt32LE(4);
  const chunks = keptChunks(file.subarray(12, end));
  const head = Buffer.from(file.subarray(0, 12));
  head.writeUInt32LE(4 + lengthOf(chunks), 4);
  return { parts: [head, ...chunks], isWhole: end <= file.length };
}

const lengthOf = (parts: Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

function keptChunks(bytes: Buffer, isFrame = false): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const chunk = bytes.subarray(at, at + 8 + size + (size % 2));
    if (name === 'VP8X' && chunk.length > 8) parts.push(withoutAnnouncement(chunk));
    else if (name === 'ANMF' && !isFrame) parts.push(...keptFrame(chunk));
    else if (webpChunks.has(name)) parts.push(chunk);
    at += 8 + size + (size % 2);
  }
  return parts;
}

function withoutAnnouncement(chunk: Buffer): Buffer {
  const changed = Buffer.from(chunk);
  changed.writeUInt8(changed.readUInt8(8) & ~announced, 8);
  return changed;
}

function keptFrame(chunk: Buffer): Buffer[] {
  const inner = keptChunks(chunk.subarray(8 + frameHead), true);
  const head = Buffer.from(chunk.subarray(0, 8 + frameHead));
  head.writeUInt32LE(frameHead + lengthOf(inner), 4);
  return [head, ...inner];
}

/** GIF application extensions that affect how it is shown: loops and colours. */
const gifPrograms = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

function cutGif(file: Buffer): Cut {
  const table = (flags: number | undefined) => (flags && flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + table(file[10]);
  const parts = [file.subarray(0, at)];
  while (at < file.length) {
    const from = at;
    const isExtension = file[from] === 0x21;
    if (!isExtension && file[from] !== 0x2c) break;
    at = endOfBlocks(file, isExtension ? from + 2 : from + 11 + table(file[from + 9]));
    const isTiming = file[from + 1] === 0xf9;
    const isProgram =
      file[from + 1] === 0xff && gifPrograms.has(file.toString('latin1', from + 3, from + 14));
    if (!isExtension || isTiming || isProgram) parts.push(file.subarray(from, at));
  }
  const isWhole = file[at] === 0x3b;
  return { parts: isWhole ? [...parts, file.subarray(at, at + 1)] : parts, isWhole };
}

/** The end of a sequence of length-prefixed blocks; an empty block terminates it. */
function endOfBlocks(file: Buffer, from: number): number {
  let at = from;
  while (at < file.length && file[at] !== 0) at += 1 + file.readUInt8(at);
  return at + 1;
}
