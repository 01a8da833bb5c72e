/** Byte range, `start` inclusive, `end` exclusive. */
export interface Cut {
  start: number;
  end: number;
}

/** Kilobits a second by index, for layer III of MPEG 1 and of MPEG 2 and 2.5. */
const bitRates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const bitRates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Hertz by index for MPEG 1; MPEG 2 has half, MPEG 2.5 a quarter. */
const sampleRates = [44_100, 48_000, 32_000];

interface Frame {
  length: number;
  seconds: number;
  /** Bytes of header and side information, where an information frame has its mark. */
  sideEnd: number;
}

/** End of the ID3v2 tag of an MP3; 0 without one. Needs the first 10 bytes. */
export function id3End(bytes: Uint8Array): number {
  if (bytes.length < 10 || String.fromCharCode(...bytes.subarray(0, 3)) !== 'ID3') return 0;
  const size = bytes.subarray(6, 10).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
  const [flags = 0] = bytes.subarray(5);
  return 10 + size + (flags & 0x10 ? 10 : 0);
}

/** The frame at a position, or null. */
function readFrame(bytes: Uint8Array, at: number): Frame | null {
  const [sync = 0, head = 0, rates = 0, mode] = bytes.subarray(at, at + 4);
  if (sync !== 0xff || (head & 0xe6) !== 0xe2 || mode === undefined) return null;
  const version = (head >> 3) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const isFirst = version === 3;
  const bitRate = (isFirst ? bitRates1 : bitRates2)[rates >> 4];
  const baseRate = sampleRates[(rates >> 2) & 3];
  if (version === 1 || !bitRate || !baseRate) return null;
  const sampleRate = isFirst ? baseRate : baseRate / (version === 2 ? 2 : 4);
  const padding = (rates >> 1) & 1;
  const isMono = mode >> 6 === 3;
  const side = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return {
    length: Math.floor(((isFirst ? 144_000 : 72_000) * bitRate) / sampleRate) + padding,
    seconds: (isFirst ? 1152 : 576) / sampleRate,
    sideEnd: 4 + side,
  };
}

/** Whether a frame holds metadata of the whole file (Xing, VBRI) instead of sound: a sample must leave it out. */
function isInformation(bytes: Uint8Array, at: number, frame: Frame): boolean {
  const mark = (place: number) => String.fromCharCode(...bytes.subarray(at + place, at + place + 4));
  return ['Xing', 'Info'].includes(mark(frame.sideEnd)) || mark(36) === 'VBRI';
}

/** The whole frames of the first seconds of an MP3; `bytes` begin after the tag. Null when they are not MP3. */
export function cutMp3(bytes: Uint8Array, seconds: number): Cut | null {
  const first = findFirstFrame(bytes);
  if (!first) return null;
  const start = isInformation(bytes, first.at, first) ? first.at + first.length : first.at;
  let end = start;
  for (let heard = 0; heard < seconds; ) {
    const frame = readFrame(bytes, end);
    if (!frame || end + frame.length > bytes.length) break;
    end += frame.length;
    heard += frame.seconds;
  }
  return end > start ? { start, end } : null;
}

/** Requires two frames in a row, because one may be a coincidence. */
function findFirstFrame(bytes: Uint8Array): (Frame & { at: number }) | null {
  for (let at = 0; at < Math.min(bytes.length - 4, 8192); at++) {
    const frame = readFrame(bytes, at);
    if (frame && readFrame(bytes, at + frame.length)) return { ...frame, at };
  }
  return null;
}
