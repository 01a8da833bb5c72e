import type { SoundType } from '../sound-type.ts';
import type { FileBytes } from './file-bytes.server.ts';
import { chainAt, type Frame, frameAt, frameHead } from './frames.ts';

/** What only a walk through a whole file tells. */
export interface Walked {
  isVbr: boolean;
  hasJoints: boolean;
  /** By the frames that are there, in milliseconds; null: another container. */
  framesMs: number | null;
}

/**
 * Walks through an MP3's frames or an Ogg's pages: whether the bit rate varies, and whether files were joined. Others
 * have neither. @param start where the first frame or page is
 */
export async function walkSound(type: SoundType, bytes: FileBytes, start: number): Promise<Walked> {
  if (type === 'mp3') return walkFrames(bytes, start);
  return { isVbr: false, hasJoints: type === 'ogg' && (await isChained(bytes, start)), framesMs: null };
}

/** Bytes of an MP3's side information by version and channels: a VBR header stands behind it. */
const sideBytes = ({ samples, channels }: Frame): number =>
  samples === 1152 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17;

/** Whether the frame holds an encoder's header, not sound. */
async function isHeader(bytes: FileBytes, at: number, frame: Frame): Promise<boolean> {
  const name = (await bytes.at(at + 4 + sideBytes(frame), 4)).toString('latin1');
  if (name === 'Xing' || name === 'Info') return true;
  return (await bytes.at(at + 36, 4)).toString('latin1') === 'VBRI';
}

/** Frames that must follow each other behind something that is no frame. */
const again = 3;

async function walkFrames(bytes: FileBytes, start: number): Promise<Walked> {
  const rates = new Set<number>();
  let seconds = 0;
  let hasJoints = false;
  let before: Frame | null = null;
  for (let at = start; at + frameHead <= bytes.size; ) {
    const frame = frameAt(await bytes.at(at, frameHead), 0);
    const isNew = before === null || frame?.rate !== before.rate || frame.channels !== before.channels;
    if (frame?.kind !== 'mp3' || (before && isNew && !(await isChain(bytes, at)))) {
      at = await nextFrame(bytes, at + 1);
      continue;
    }
    if (await isHeader(bytes, at, frame)) hasJoints ||= before !== null;
    else {
      hasJoints ||= before !== null && isNew;
      rates.add(frame.kbps);
      seconds += frame.samples / frame.rate;
      before = frame;
    }
    at += frame.bytes;
  }
  return { isVbr: rates.size > 1, hasJoints, framesMs: Math.round(seconds * 1000) };
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
