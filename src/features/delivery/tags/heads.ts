import type { RenderedType } from '#features/media/rendering/model.ts';
import type { TagFacts } from './facts.ts';
import { readFlacHead, writeFlacHead } from './flac.ts';
import { writeId3 } from './id3.ts';
import type { Id3Version } from './versions.ts';
import { readWavHead, writeWavHead } from './wav.ts';

/** What a container's head is written from, and where the sound begins behind it. */
interface ReadHead {
  base: Buffer;
  bodyStart: number;
}

/** What stands before a rendered sound; without tags only what its container needs. */
interface Head {
  base: Buffer;
  tags: TagFacts | null;
  id3: Id3Version;
}

/** The heads of what is rendered, by container. @param first the file's first bytes @param size bytes of the sound */
export const heads: Record<
  RenderedType,
  { read(first: Buffer): ReadHead | null; write(size: number, head: Head): Buffer }
> = {
  mp3: {
    read: () => ({ base: Buffer.alloc(0), bodyStart: 0 }),
    write: (_, { tags, id3 }) => (tags ? writeId3(id3, tags) : Buffer.alloc(0)),
  },
  wav: { read: readWavHead, write: (size, { base, tags }) => writeWavHead(base, size, tags) },
  flac: { read: readFlacHead, write: (_, { base, tags }) => writeFlacHead(base, tags) },
};
