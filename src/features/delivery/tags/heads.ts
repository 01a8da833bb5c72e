import type { RenderedType } from '#features/media/rendering/model.ts';
import { type Body, findFlacBody, findMp3Body, findWavBody, type ReadAt } from './bodies.ts';
import type { TagFacts } from './facts.ts';
import { writeFlacHead } from './flac.ts';
import { writeId3 } from './id3.ts';
import type { Id3Version } from './versions.ts';
import { writeWavHead } from './wav.ts';

/** What stands before a sound; without tags only what its container needs. */
interface Head extends Pick<Body, 'base'>, Partial<Pick<Body, 'kept' | 'bext'>> {
  tags: TagFacts | null;
  id3: Id3Version;
}

/** The heads of sounds, by container. @param size bytes of the file, or of the sound that the head is for */
export const heads: Record<
  RenderedType,
  { find(read: ReadAt, size: number): Promise<Body | null>; write(size: number, head: Head): Buffer }
> = {
  mp3: {
    find: findMp3Body,
    write: (_, { tags, id3 }) => (tags ? writeId3(id3, tags) : Buffer.alloc(0)),
  },
  wav: { find: findWavBody, write: (size, { tags, ...body }) => writeWavHead(body, size, tags) },
  flac: { find: findFlacBody, write: (_, { tags, ...body }) => writeFlacHead(body, tags) },
};
