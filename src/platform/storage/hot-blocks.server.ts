import { read } from 'node:fs';
import { keepNewest } from '../elements.ts';
import { toStorageError } from './disk.server.ts';
import type { OpenFile } from './open-files.server.ts';

export const blockSize = 64 * 1024;

/** Most blocks returned at once. */
const maxRun = 16;
/** How many recently streamed files are remembered. */
const maxSent = 64;

/** LRU cache for blocks of files that are read repeatedly: the first seconds of tracks, and popular files. */
export class HotBlocks {
  readonly #blocks = new Map<string, Buffer>();
  readonly #sent = new Map<string, true>();
  readonly #max: number;

  constructor({ bytes = 24 * 1024 * 1024 }: { bytes?: number } = {}) {
    this.#max = Math.floor(bytes / blockSize);
  }

  /** Bytes `start` to `end` (inclusive) as chunks, if all of them are cached. */
  peek(file: OpenFile, start: number, end: number): Buffer[] | null {
    const pieces: Buffer[] = [];
    for (let index = Math.floor(start / blockSize); index * blockSize <= end; index++) {
      const block = this.#recall(`${file.stamp}/${index}`);
      if (!block) return null;
      pieces.push(cut(block, index, start, end));
    }
    return pieces;
  }

  /** The cached bytes from `start` without a gap, at most to `end` and 1 MB; may be empty. */
  run(file: OpenFile, start: number, end: number): Buffer[] {
    const pieces: Buffer[] = [];
    const first = Math.floor(start / blockSize);
    for (let index = first; index < first + maxRun && index * blockSize <= end; index++) {
      const block = this.#recall(`${file.stamp}/${index}`);
      if (!block) break;
      pieces.push(cut(block, index, start, end));
    }
    return pieces;
  }

  /** Records a whole stream. @returns whether to cache its blocks: streamed recently before, and not too large */
  isPopular(file: OpenFile): boolean {
    const isAgain = this.#sent.has(file.stamp);
    keepNewest(this.#sent, file.stamp, true, maxSent);
    return isAgain && file.size <= (this.#max * blockSize) / 3;
  }

  /** Like `peek`, but reads missing blocks from the file. The caller holds the file meanwhile. */
  async read(file: OpenFile, start: number, end: number): Promise<Buffer[]> {
    const pieces: Promise<Buffer>[] = [];
    for (let index = Math.floor(start / blockSize); index * blockSize <= end; index++) {
      const key = `${file.stamp}/${index}`;
      const known = this.#recall(key);
      const block = known ? Promise.resolve(known) : this.#load(file, index, key);
      pieces.push(block.then((bytes) => cut(bytes, index, start, end)));
    }
    return Promise.all(pieces);
  }

  #recall(key: string): Buffer | undefined {
    const block = this.#blocks.get(key);
    if (block) keepNewest(this.#blocks, key, block, this.#max);
    return block;
  }

  async #load(file: OpenFile, index: number, key: string): Promise<Buffer> {
    const position = index * blockSize;
    const block = Buffer.allocUnsafeSlow(Math.min(blockSize, file.size - position));
    await readFully(file.fd, block, position);
    keepNewest(this.#blocks, key, block, this.#max);
    return block;
  }
}

function cut(block: Buffer, index: number, start: number, end: number): Buffer {
  const from = Math.max(0, start - index * blockSize);
  const to = Math.min(block.length, end - index * blockSize + 1);
  return from === 0 && to === block.length ? block : block.subarray(from, to);
}

/** @throws AppError `unavailable` when the file is shorter or unreadable */
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
