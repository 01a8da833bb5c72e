import { isRendered } from '#features/media/rendering/model.ts';
import type { SoundType } from '#features/media/sound-type.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { FileNote } from './model.ts';
import type { ReadAt } from './tags/bodies.ts';
import type { TagFacts } from './tags/facts.ts';
import { heads } from './tags/heads.ts';
import type { Id3Version } from './tags/versions.ts';

/** An original in the store. */
export interface Stored {
  key: string;
  type: SoundType;
  size: number;
}

/** A stretch of a stored file. */
export interface Stretch {
  key: string;
  start: number;
  size: number;
}

/**
 * New tags for an original, and its sound without all of its old ones, so that no program shows another title; chunks that
 * stay true of the sound are kept. Null: its format is none that we write, or cannot be read.
 */
export async function tagOriginal(
  storage: Storage,
  { key, type, size }: Stored,
  tags: TagFacts,
  id3: Id3Version,
): Promise<{ head: Buffer; body: Stretch; notes: FileNote[] } | null> {
  if (!isRendered(type)) return null;
  const found = await heads[type].find(windowed(storage, key, size), size);
  if (!found) return null;
  const body = { key, start: found.bodyStart, size: found.bodySize };
  return {
    body,
    head: heads[type].write(body.size, { ...found, tags, id3 }),
    notes: found.isCut ? ['large-chunks'] : [],
  };
}

/** Bytes read at once: walks along a file's beginning need one or two calls of a bucket. */
const windowBytes = 256 * 1024;

/** Reads a stored file by place. */
function windowed(storage: Storage, key: string, size: number): ReadAt {
  let held: Buffer = Buffer.alloc(0);
  let from = 0;
  return async (start, length) => {
    const end = Math.min(size, start + length);
    if (end <= start) return Buffer.alloc(0);
    if (start < from || end > from + held.length) {
      const last = Math.min(size, Math.max(end, start + windowBytes)) - 1;
      const parts: Buffer[] = [];
      for await (const part of await storage.openRange(key, start, last)) parts.push(part as Buffer);
      held = Buffer.concat(parts);
      from = start;
    }
    return held.subarray(start - from, end - from);
  };
}
