import { read } from 'node:fs';
import { toStorageError } from './disk.server.ts';
import type { OpenFile } from './open-files.server.ts';

/** Bytes of a block; every file is seen as a row of these. */
export const blockSize = 64 * 1024;

/**
 * Memory for the parts of files that are asked for again and again: mostly the beginnings that start a sound.
 * Bounded; what was not asked for the longest goes first.
 */
export class HotBlocks {
  readonly #blocks = new Map<string, Buffer>();
  readonly #max: number;

  constructor({ bytes = 24 * 1024 * 1024 }: { bytes?: number } = {}) {
    this.#max = Math.floor(bytes / blockSize);
  }

  /** The bytes `start` to `end`, both inclusive, as pieces, if all of them are in memory. */
  peek(file: OpenFile, start: number, end: number): Buffer[] | null {
    const pieces: Buffer[] = [];
    for (let index = Math.floor(start / blockSize); index * blockSize <= end; index++) {
      const key = `${file.stamp}/${index}`;
      const block = this.#blocks.get(key);
      if (!block) return null;
      this.#blocks.delete(key);
      this.#blocks.set(key, block);
      pieces.push(cut(block, index, start, end));
    }
    return pieces;
  }

  /** The same, read from the file where they are not in memory. The file is held by the caller meanwhile. */
  async read(file: OpenFile, start: number, end: number): Promise<Buffer[]> {
    const pieces: Promise<Buffer>[] = [];
    for (let index = Math.floor(start / blockSize); index * blockSize <= end; index++) {
      const key = `${file.stamp}/${index}`;
      const known = this.#blocks.get(key);
      const block = known ? Promise.resolve(known) : this.#load(file, index, key);
      pieces.push(block.then((bytes) => cut(bytes, index, start, end)));
    }
    return Promise.all(pieces);
  }

  async #load(file: OpenFile, index: number, key: string): Promise<Buffer> {
    const position = index * blockSize;
    const block = Buffer.allocUnsafeSlow(Math.min(blockSize, file.size - position));
    await readFully(file.fd, block, position);
    this.#blocks.set(key, block);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= this.#max) break;
      this.#blocks.delete(oldest);
    }
    return block;
  }
}

function cut(block: Buffer, index: number, start: number, end: number): Buffer {
  const from = Math.max(0, start - index * blockSize);
  const to = Math.min(block.length, end - index * blockSize + 1);
  return from === 0 && to === block.length ? block : block.subarray(from, to);
}

/** Fills the buffer from a place in a file. @throws AppError `unavailable` when the file is shorter or unreadable. */
export function readFully(fd: number, buffer: Buffer, position: number, filled = 0): Promise<void> {
  return new Promise((resolve, reject) => {
    read(fd, buffer, filled, buffer.length - filled, position + filled, (error, count) => {
      if (error) return reject(toStorageError(error));
      if (filled + count === buffer.length) return resolve();
      if (count === 0) return reject(toStorageError(Object.assign(new Error('short file'), { code: 'EIO' })));
      resolve(readFully(fd, buffer, position, filled + count));
    });
  });
}
