import type { RenderedType } from '#features/media/rendering/model.ts';
import type { TagFacts } from './facts.ts';
import { readFlacHead, writeFlacHead } from './flac.ts';
import { id3SizeOf, writeId3 } from './id3.ts';
import type { Id3Version } from './versions.ts';
import { readWavHead, writeWavHead } from './wav.ts';

/** What a container's head is written from, and where the sound behind it is. */
interface ReadHead {
  base: Buffer;
  bodyStart: number;
  /** Bytes of the sound at most; without it the file's rest. */
  bodySize?: number;
}

/** What stands before a sound; without tags only what its container needs. */
interface Head {
  base: Buffer;
  tags: TagFacts | null;
  id3: Id3Version;
}

/** Bytes at a file's beginning that hold its head, also one with a picture. */
export const headBytes = 1024 * 1024;

/** The heads of sounds, by container. @param first the file's first bytes @param size bytes of the sound */
export const heads: Record<
  RenderedType,
  { read(first: Buffer): ReadHead | null; write(size: number, head: Head): Buffer }
> = {
  mp3: {
    read: (first) => ({ base: Buffer.alloc(0), bodyStart: id3SizeOf(first) }),
    write: (_, { tags, id3 }) => (tags ? writeId3(id3, tags) : Buffer.alloc(0)),
  },
  wav: { read: readWavHead, write: (size, { base, tags }) => writeWavHead(base, size, tags) },
  flac: { read: readFlacHead, write: (_, { base, tags }) => writeFlacHead(base, tags) },
};
