import type { SoundType } from '../sound-type.ts';
import type { FileBytes } from './file-bytes.server.ts';
import { chainAt, type Frame, frameAt, frameHead } from './frames.ts';

/** What only a walk through a whole file tells. */
export interface Walked {
  isVbr: boolean;
  hasJoints: boolean;
  /** An MP3 whose places a player can compute; null: another container. */
  isSeekable: boolean | null;
  /** By the frames that are there, in milliseconds; null: another container. */
  framesMs: number | null;
}

/**
 * Walks through an MP3's frames or an Ogg's pages: whether the bit rate varies, whether files were joined, and whether
 * places can be computed. Others have neither. @param start where the first frame or page is
 */
export async function walkSound(type: SoundType, bytes: FileBytes, start: number): Promise<Walked> {
  if (type === 'mp3') return walkFrames(bytes, start);
  const hasJoints = type === 'ogg' && (await isChained(bytes, start));
  return { isVbr: false, hasJoints, isSeekable: null, framesMs: null };
}

/** Bytes of an MP3's side information by version and channels: a VBR header stands behind it. */
const sideBytes = ({ samples, channels }: Frame): number =>
  samples === 1152 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17;

/** How many frames follow, as an encoder's header in this frame states it; 0: not stated. Null: it holds sound. */
async function framesStated(bytes: FileBytes, at: number, frame: Frame): Promise<number | null> {
  const xing = await bytes.at(at + 4 + sideBytes(frame), 12);
  if (/^(Xing|Info)/.test(xing.toString('latin1')))
    return xing.length === 12 && xing.readUInt32BE(4) & 1 ? xing.readUInt32BE(8) : 0;
  const vbri = await bytes.at(at + 36, 18);
  return vbri.toString('latin1', 0, 4) === 'VBRI' && vbri.length === 18 ? vbri.readUInt32BE(14) : null;
}

/** Frames that must follow each other behind something that is no frame. */
const again = 3;

/** The frames of an MP3, as far as they are walked through. */
interface Frames {
  count: number;
  seconds: number;
  bytes: number;
  kbps: Set<number>;
  sizes: Set<number>;
  hasJoints: boolean;
  /** As the header states it; null: without one. */
  stated: number | null;
}

/** Seconds by which a place may be missed. */
const tolerance = 0.05;

/**
 * Whether players find every place: by one bit rate, which nothing beside the frames shifts, and by the header's number of
 * frames. Without a header Firefox takes the first frames' size for that of all (docs/sounds.md).
 */
function isSeekable(
  { count, seconds, bytes, kbps, sizes, hasJoints, stated }: Frames,
  size: number,
): boolean {
  if (hasJoints || kbps.size !== 1 || (size - bytes) * seconds > tolerance * bytes) return false;
  return stated === null ? sizes.size === 1 : Math.abs(stated - count) <= 1;
}

async function walkFrames(bytes: FileBytes, start: number): Promise<Walked> {
  const all: Frames = {
    count: 0,
    seconds: 0,
    bytes: 0,
    kbps: new Set(),
    sizes: new Set(),
    hasJoints: false,
    stated: null,
  };
  let before: Frame | null = null;
  for (let at = start; at + frameHead <= bytes.size; ) {
    const frame = frameAt(await bytes.at(at, frameHead), 0);
    const isNew = before === null || frame?.rate !== before.rate || frame.channels !== before.channels;
    if (frame?.kind !== 'mp3' || (before && isNew && !(await isChain(bytes, at)))) {
      at = await nextFrame(bytes, at + 1);
      continue;
    }
    const stated = await framesStated(bytes, at, frame);
    all.hasJoints ||= before !== null && (isNew || stated !== null);
    all.bytes += frame.bytes;
    if (stated !== null) all.stated ??= stated;
    else {
      all.count++;
      all.seconds += frame.samples / frame.rate;
      all.kbps.add(frame.kbps);
      all.sizes.add(frame.bytes);
      before = frame;
    }
    at += frame.bytes;
  }
  return {
    isVbr: all.kbps.size > 1,
    hasJoints: all.hasJoints,
    isSeekable: isSeekable(all, bytes.size - start),
    framesMs: Math.round(all.seconds * 1000),
  };
}

async function isChain(bytes: FileBytes, at: number): Promise<boolean> {
  const chain = chainAt(await bytes.at(at, 8192), 0, again);
  return chain?.first.kind === 'mp3' && chain.count === again;
}

/** Where frames go on behind a tag or junk; the file's end if nowhere. */
async function nextFrame(bytes: FileBytes, from: number): Promise<number> {
  const piece = 64 * 1024;
  for (let at = from; at < bytes.size; at += piece) {
    const part = await bytes.at(at, piece + 8192);
    for (let found = part.indexOf(0xff); found >= 0 && found < piece; found = part.indexOf(0xff, found + 1)) {
      const chain = chainAt(part, found, again);
      if (chain?.first.kind === 'mp3' && chain.count === again) return at + found;
    }
  }
  return bytes.size;
}

/** Whether an Ogg begins anew behind its first pages of sound (RFC 3533, section 4). */
async function isChained(bytes: FileBytes, start: number): Promise<boolean> {
  let hasSound = false;
  for (let at = start; at + 27 <= bytes.size; ) {
    const head = await bytes.at(at, 27 + 255);
    if (head.toString('latin1', 0, 4) !== 'OggS') return false;
    const isFirst = ((head[5] ?? 0) & 2) !== 0;
    if (isFirst && hasSound) return true;
    hasSound ||= !isFirst;
    const segments = head[26] ?? 0;
    at += 27 + segments + head.subarray(27, 27 + segments).reduce((sum, length) => sum + length, 0);
  }
  return false;
}
