import { isKeptChunk, plainFormats } from './chunks.ts';

/** Bytes of a file from a place, fewer at its end. */
export type ReadAt = (start: number, length: number) => Promise<Buffer>;

/** The sound of a file without the tags that it came with, and what else of the file stays when its tags are replaced. */
export interface Body {
  /** What a new head is written from: a WAV's fmt chunk, a FLAC's STREAMINFO. */
  base: Buffer;
  bodyStart: number;
  bodySize: number;
  /** Chunks and blocks that remain true of the same sound, as they stood in the file. */
  kept: Buffer;
  /** The body of a WAV's bext chunk. */
  bext: Buffer | null;
  /** Whether more came than is kept (`mostKept`). */
  isCut: boolean;
}

/** Bytes of chunks that are kept: they lie in a row of each delivered file. */
const mostKept = 256 * 1024;
/** Tags, blocks and chunks of a file that are looked at. */
const mostParts = 1000;

const nothing = { base: Buffer.alloc(0), kept: Buffer.alloc(0), bext: null, isCut: false };

/** Bytes of the ID3v2 tag (ID3v2.4, 3.1) or of the APEv2 tag that these bytes begin with; 0: none. */
function leadingTag(head: Buffer): number {
  if (head.length >= 10 && head.toString('latin1', 0, 3) === 'ID3')
    return 10 + synchsafeAt(head, 6) + (((head[5] ?? 0) & 0x10) !== 0 ? 10 : 0);
  return head.length >= 32 && head.toString('latin1', 0, 8) === 'APETAGEX' ? 32 + head.readUInt32LE(12) : 0;
}

const synchsafeAt = (bytes: Buffer, at: number): number =>
  bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);

/** Where the sound begins behind all tags and zero bytes that stand before it. */
async function skipTags(read: ReadAt, size: number): Promise<number> {
  let at = 0;
  for (let parts = 0; parts < mostParts && at < size; parts++) {
    const head = await read(at, 4096);
    const zeros = head.findIndex((byte) => byte !== 0);
    const step = leadingTag(head) || (zeros < 0 ? head.length : zeros);
    if (step === 0) break;
    at += step;
  }
  return at;
}

/** Longest tag at the end whose length only its beginning tells (Lyrics3 v1). */
const longestLyrics = 5100 + 20;

/** Bytes of the last tag before a place: ID3v1 with its enhancement, Lyrics3, APEv2, an ID3v2 with its footer; 0: none. */
async function trailingTag(read: ReadAt, end: number): Promise<number> {
  const from = Math.max(0, end - longestLyrics);
  const last = await read(from, end - from);
  const word = (back: number, length: number) =>
    back > last.length ? '' : last.toString('latin1', last.length - back, last.length - back + length);
  if (word(128, 3) === 'TAG') return word(128 + 227, 4) === 'TAG+' ? 128 + 227 : 128;
  if (word(9, 9) === 'LYRICS200') return 15 + (Number.parseInt(word(15, 6), 10) || 0);
  if (word(9, 9) === 'LYRICSEND') return last.length - Math.max(0, last.lastIndexOf('LYRICSBEGIN'));
  if (word(10, 3) === '3DI') return 20 + synchsafeAt(last, last.length - 4);
  if (word(32, 8) !== 'APETAGEX') return 0;
  const hasHead = (last.readUInt32LE(last.length - 12) & 0x80000000) !== 0;
  return last.readUInt32LE(last.length - 20) + (hasHead ? 32 : 0);
}

/** Where the sound ends before all tags that stand behind it. */
async function endOfSound(read: ReadAt, start: number, size: number): Promise<number> {
  let end = size;
  for (let parts = 0; parts < mostParts; parts++) {
    const tag = await trailingTag(read, end);
    if (tag === 0 || end - tag <= start) break;
    end -= tag;
  }
  return end;
}

/** The frames of an MP3; null: there is nothing but tags. */
export async function findMp3Body(read: ReadAt, size: number): Promise<Body | null> {
  const bodyStart = await skipTags(read, size);
  if (bodyStart >= size) return null;
  return { ...nothing, bodyStart, bodySize: (await endOfSound(read, bodyStart, size)) - bodyStart };
}

/** Gathers kept parts up to `mostKept`. */
class Kept {
  readonly #parts: Buffer[] = [];
  #size = 0;
  isCut = false;

  fits(size: number): boolean {
    if (this.#size + size <= mostKept) return true;
    this.isCut = true;
    return false;
  }

  add(part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
  }

  done(): { kept: Buffer; isCut: boolean } {
    return { kept: Buffer.concat(this.#parts), isCut: this.isCut };
  }
}

/** Blocks of a FLAC that are true of the same frames: APPLICATION, SEEKTABLE, CUESHEET (RFC 9639, 8.1). */
const keptBlocks = [2, 3, 5];

/** The frames of a FLAC; null: not a FLAC. */
export async function findFlacBody(read: ReadAt, size: number): Promise<Body | null> {
  const start = await skipTags(read, size);
  const head = await read(start, 42);
  // Its first block is the one of 34 bytes that describes the sound.
  if (head.length < 42 || head.toString('latin1', 0, 4) !== 'fLaC' || head.readUInt32BE(4) % 2 ** 31 !== 34)
    return null;
  const kept = new Kept();
  for (let at = start + 4, parts = 0; parts < mostParts; parts++) {
    const block = await read(at, 4);
    if (block.length < 4) return null;
    const length = block.readUIntBE(1, 3);
    const type = (block[0] ?? 0) & 0x7f;
    if (keptBlocks.includes(type) && kept.fits(4 + length)) {
      const whole = Buffer.from(await read(at, 4 + length));
      // None of them is the last: the comments follow.
      whole[0] = type;
      kept.add(whole);
    }
    at += 4 + length;
    if (((block[0] ?? 0) & 0x80) === 0) continue;
    const bodySize = (await endOfSound(read, at, size)) - at;
    return { ...nothing, ...kept.done(), base: Buffer.from(head.subarray(8, 42)), bodyStart: at, bodySize };
  }
  return null;
}

/** Bytes of a fmt chunk; a longer one says what is not known here, and would lie before every delivered file. */
const formatBytes = { least: 16, most: 40 };
/** What a WAV says of its samples' length when it was not known yet. */
const unknownSizes = [0, 0xffffffff];
/** Largest bext chunk: 602 bytes and its history. */
const mostBext = 64 * 1024;

/**
 * The samples of a plain WAV; null: another one, or one that ends in half a word, behind which a byte would have to
 * follow.
 */
export async function findWavBody(read: ReadAt, size: number): Promise<Body | null> {
  const start = await skipTags(read, size);
  if ((await read(start, 4)).toString('latin1') !== 'RIFF') return null;
  const kept = new Kept();
  let found: Pick<Body, 'base' | 'bext'> & Partial<Body> = { base: Buffer.alloc(0), bext: null };
  for (let at = start + 12, parts = 0; at + 8 <= size && parts < mostParts; parts++) {
    const head = await read(at, 12);
    const name = head.toString('latin1', 0, 4);
    const said = head.readUInt32LE(4);
    const length = name === 'data' && unknownSizes.includes(said) ? size - at - 8 : said;
    const body = () => read(at + 8, length).then((bytes) => Buffer.from(bytes));
    if (name === 'data') {
      if (found.base.length === 0 || length % 2 === 1) return null;
      found = { ...found, bodyStart: at + 8, bodySize: Math.min(length, size - at - 8) };
    } else if (name === 'fmt ' && length >= formatBytes.least && length <= formatBytes.most) {
      const format = await body();
      if (plainFormats.includes(format.readUInt16LE(0))) found.base = format;
    } else if (name === 'bext' && length <= mostBext) found.bext = await body();
    else if (isKeptChunk(name, head.toString('latin1', 8, 12)) && kept.fits(8 + length)) {
      const whole = await read(at, 8 + length);
      if (whole.length === 8 + length) kept.add(Buffer.concat([whole, Buffer.alloc(length % 2)]));
    }
    at += 8 + length + (length % 2);
  }
  const { bodyStart, bodySize, ...rest } = found;
  return bodyStart === undefined || bodySize === undefined
    ? null
    : { ...rest, ...kept.done(), bodyStart, bodySize };
}
