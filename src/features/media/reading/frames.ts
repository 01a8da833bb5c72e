/** A frame of MPEG audio or ADTS AAC, by its header. */
export interface Frame {
  kind: 'mp3' | 'mp2' | 'adts';
  /** Bytes of the whole frame. */
  bytes: number;
  samples: number;
  rate: number;
  channels: number;
  kbps: number;
}

/** Thousands of bits a second by index; the first and the last index are no frame that can be followed. */
const kbps = {
  v1: {
    1: [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  v2: {
    1: [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    3: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
} as const;
const rates = [44_100, 48_000, 32_000];
const adtsRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
];
/** Bytes of the longest header. */
export const frameHead = 7;

/** The frame whose header stands at `at` (ISO 11172-3, 13818-3, 13818-7); null: none, or of a free bit rate. */
export function frameAt(bytes: Uint8Array, at: number): Frame | null {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 6);
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  const version = (second >> 3) & 3;
  const bits = (second >> 1) & 3;
  if (bits === 0) {
    const rate = adtsRates[(third >> 2) & 15];
    const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
    if ((second & 0xf0) !== 0xf0 || !rate || length < frameHead) return null;
    const channels = ((third & 1) << 2) | (fourth >> 6);
    return { kind: 'adts', bytes: length, samples: 1024, rate, channels, kbps: 0 };
  }
  const layer = (4 - bits) as 1 | 2 | 3;
  const isFirst = version === 3;
  const base = rates[(third >> 2) & 3];
  const rate = base && base / (isFirst ? 1 : version === 2 ? 2 : 4);
  const speed = kbps[isFirst ? 'v1' : 'v2'][layer][(third >> 4) - 1];
  if (version === 1 || !rate || !speed || (fourth & 3) === 2) return null;
  const padding = (third >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 3 && !isFirst ? 576 : 1152;
  const slots = Math.floor(((samples / 8) * speed * 1000) / rate / (layer === 1 ? 4 : 1)) + padding;
  return {
    kind: layer === 3 ? 'mp3' : 'mp2',
    bytes: slots * (layer === 1 ? 4 : 1),
    samples,
    rate,
    channels: fourth >> 6 === 3 ? 1 : 2,
    kbps: speed,
  };
}

/** Whether a frame may follow another in the same stream. */
const isAlike = (one: Frame, other: Frame): boolean => one.kind === other.kind && one.rate === other.rate;

/**
 * How many frames follow each other from here, up to `most`; `reachesEnd`: all bytes that are there belong to them.
 */
export function chainAt(
  bytes: Uint8Array,
  from: number,
  most: number,
): { first: Frame; count: number; reachesEnd: boolean } | null {
  const first = frameAt(bytes, from);
  if (!first) return null;
  let count = 1;
  let at = from + first.bytes;
  for (; count < most && at + frameHead <= bytes.length; count++) {
    const next = frameAt(bytes, at);
    if (!next || !isAlike(first, next)) break;
    at += next.bytes;
  }
  return { first, count, reachesEnd: at + frameHead > bytes.length };
}
