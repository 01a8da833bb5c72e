import type { SoundType } from '../sound-type.ts';
import { chainAt } from './frames.ts';
import type { SoundRefusal } from './refusals.ts';

/** What a file is by its content; `start`: where its sound's container begins, behind tags and junk. */
export type Seen = { type: SoundType; start: number } | { refusal: SoundRefusal };

/** Bytes of junk among which the first frame of an MP3 is looked for. */
const searchBytes = 64 * 1024;
/** Zero bytes that a file may begin with. */
const mostZeros = 1024 * 1024;
/** Bytes that tell a tag's length, or a container. */
const headBytes = 16;
/** Frames that follow each other: at the very beginning, and behind junk, where chance makes some. */
const surely = { atOnce: 2, behindJunk: 4 };

const text = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** Bytes of the ID3v2 or APEv2 tag that these bytes begin with; 0: none. */
function tagBytes(head: Uint8Array): number {
  const [, , , version = 255, , flags = 0, ...size] = head.subarray(0, 10);
  if (text(head, 0, 3) === 'ID3' && version < 255 && size.length === 4 && size.every((byte) => byte < 0x80))
    return 10 + size.reduce((sum, byte) => sum * 128 + byte, 0) + (flags & 0x10 ? 10 : 0);
  if (text(head, 0, 8) !== 'APETAGEX' || head.length < headBytes) return 0;
  return 32 + new DataView(head.buffer, head.byteOffset).getUint32(12, true);
}

/** Boxes that an MP4 or a MOV may begin with; the old ones have no brand. */
const boxes = /^(ftyp|moov|mdat|wide|free|skip|pnot)$/;
/** Brands of pictures in the same container. */
const pictureBrand = /^(hei[cxms]|hev[cx]|mif1|msf1|avi[fs]|crx |jp[2xm] )/;
const waves = /^(RIFF|RF64|BW64)$/;

/** What else is known by its first bytes; '?' stands for any byte. */
const others: readonly [SoundRefusal, ...string[]][] = [
  ['pdf', '%PDF-'],
  ['zip', 'PK\x03\x04', 'PK\x05\x06'],
  ['packed', 'Rar!', '7z\xbc\xaf', '\x1f\x8b', 'BZh'],
  ['picture', '\x89PNG', '\xff\xd8\xff', 'GIF8', 'BM????\0\0\0\0', 'II*\0', 'MM\0*', 'RIFF????WEBP'],
  ['video', 'RIFF????AVI ', 'FLV\x01', '\0\0\x01\xb3', '\0\0\x01\xba'],
  ['matroska', '\x1aE\xdf\xa3'],
  ['apple', '\0\x05\x16\x07'],
  ['aiff', 'FORM????AIFF', 'FORM????AIFC'],
  ['wma', '0&\xb2u\x8ef\xcf\x11'],
  // ffmpeg 5.1 reads its samples in the wrong order: noise at full level.
  ['rifx', 'RIFX'],
  ['wave64', 'riff\x2e\x91\xcf\x11'],
  ['midi', 'MThd', 'RIFF????RMID'],
  ['playlist', '#EXTM3U', '[playlist]'],
  ['other', 'caff', 'MAC ', 'wvpk', 'TTA1', 'DSD ', 'FRM8', '#!AMR', '.snd', '\x0bw', 'MP+', 'MPCK', 'OFR '],
];

const startsWith = (head: Uint8Array, pattern: string): boolean =>
  Array.from(pattern).every((sign, at) => sign === '?' || sign.charCodeAt(0) === head[at]);

function atStart(head: Uint8Array): { type: SoundType } | { refusal: SoundRefusal } | null {
  if (text(head, 0, 4) === 'fLaC') return { type: 'flac' };
  if (text(head, 0, 4) === 'OggS') return { type: 'ogg' };
  if (waves.test(text(head, 0, 4)) && text(head, 8, 4) === 'WAVE') return { type: 'wav' };
  if (boxes.test(text(head, 4, 4)))
    return pictureBrand.test(text(head, 8, 4)) ? { refusal: 'picture' } : { type: 'm4a' };
  // A tar's first file, an MP3, would else be found behind its head.
  if (text(head, 257, 5) === 'ustar') return { refusal: 'packed' };
  const known = others.find(([, ...patterns]) => patterns.some((pattern) => startsWith(head, pattern)));
  return known ? { refusal: known[0] } : null;
}

/** The first frames of an MP3, or of what looks like one. @param isAll no bytes follow */
function findFrames(bytes: Uint8Array, isAll: boolean): Seen | null {
  for (let at = bytes.indexOf(0xff); at >= 0 && at < searchBytes; at = bytes.indexOf(0xff, at + 1)) {
    const most = at === 0 ? surely.atOnce : surely.behindJunk;
    const chain = chainAt(bytes, at, most);
    if (!chain) continue;
    const { first, count, reachesEnd } = chain;
    if (count < most && !(isAll && reachesEnd && (at === 0 || count > 1))) continue;
    return first.kind === 'mp3' ? { type: 'mp3', start: at } : { refusal: first.kind };
  }
  return null;
}

/** What bytes without a known beginning and without a frame are. */
function unknown(head: Uint8Array, isBehindTag: boolean): SoundRefusal {
  if (isBehindTag) return 'tag';
  const words = new TextDecoder().decode(head.subarray(0, 1024));
  if (/^\s*</.test(words)) return 'page';
  const isText = Array.from(words).every((sign) => /[^\p{Cc}\ufffd]|\s/u.test(sign));
  return isText ? 'text' : 'not-audio';
}

/**
 * Finds what a file is by its content, whatever its name says: behind ID3v2 and APE tags (any number of them), zero bytes
 * and junk, as players do. Takes the bytes as they arrive and holds at most 64 KB and one chunk of them.
 */
export class ContainerFinder {
  #held: Uint8Array = new Uint8Array(0);
  /** Bytes of a tag that are still to come. */
  #skip = 0;
  /** Where the held bytes begin in the file. */
  #at = 0;
  #zeros = 0;
  #isBehindTag = false;
  /** Bytes held before it looks again: twice as many each time, so that small chunks cost little. */
  #next = headBytes;

  /** Takes the next bytes; null: more are needed. */
  add(chunk: Uint8Array): Seen | null {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#drop(0);
    return this.#held.length < this.#next ? null : this.#look(false);
  }

  /** What the file is, when no bytes follow. */
  end(): Seen {
    const seen = this.#look(true);
    if (seen) return seen;
    if (this.#at + this.#held.length === 0) return { refusal: 'empty' };
    if (this.#zeros > 0 && this.#held.length === 0) return { refusal: 'zeros' };
    return { refusal: unknown(this.#held, this.#isBehindTag) };
  }

  /** Forgets so many bytes, also ones that are still to come. */
  #drop(bytes: number): void {
    this.#skip += bytes;
    const now = Math.min(this.#skip, this.#held.length);
    this.#held = this.#held.subarray(now);
    this.#skip -= now;
    this.#at += now;
  }

  #look(isAll: boolean): Seen | null {
    for (;;) {
      if (this.#held.length < headBytes && !isAll) return this.#later();
      const tag = tagBytes(this.#held);
      const zeros = tag > 0 || atStart(this.#held) ? 0 : leadingZeros(this.#held);
      if (tag + zeros === 0) break;
      this.#zeros += zeros;
      if (tag > 0) this.#isBehindTag = true;
      this.#drop(tag + zeros);
      if (this.#zeros > mostZeros) return { refusal: 'zeros' };
    }
    if (this.#held.length === 0) return null;
    const known = atStart(this.#held);
    if (known) return 'type' in known ? { ...known, start: this.#at } : known;
    const isEnough = isAll || this.#held.length >= searchBytes * 2;
    const found = findFrames(this.#held, isAll);
    if (found) return 'type' in found ? { ...found, start: this.#at + found.start } : found;
    return isEnough && !isAll ? { refusal: unknown(this.#held, this.#isBehindTag) } : this.#later();
  }

  #later(): null {
    this.#next = Math.max(headBytes, this.#held.length * 2);
    return null;
  }
}

function leadingZeros(bytes: Uint8Array): number {
  const at = bytes.findIndex((byte) => byte !== 0);
  return at < 0 ? bytes.length : at;
}
