import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { readFully } from '../storage/hot-blocks.server.ts';

const smallestPiece = 64 * 1024;
const largestPiece = 512 * 1024;
/** A piece that took longer than this to leave, in milliseconds, means a line slower than the disk. */
const slow = 10;
/** Milliseconds after which a caller who takes nothing is let go; a player comes back with a Range. */
const stallLimit = 5 * 60 * 1000;

/**
 * Buffers that are free at the moment, by their size. A reader takes one for each piece only, and small ones where
 * the line is slow, so that stalled callers hold little.
 */
const free = new Map<number, Buffer[]>();
/** Bytes of free buffers that are kept of each size. */
const keptFree = 4 * 1024 * 1024;

function takeBuffer(size: number): Buffer {
  return free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
}

function giveBack(buffer: Buffer): void {
  const buffers = free.get(buffer.length) ?? [];
  if ((buffers.length + 1) * buffer.length <= keptFree) buffers.push(buffer);
  free.set(buffer.length, buffers);
}

/**
 * Writes the body of one answer at the pace of the caller. Every method gives false as soon as the caller has
 * left; then nothing more needs to be written.
 */
export class Outlet {
  readonly #res: ServerResponse;
  #left: boolean;
  #wake: (() => void) | null = null;
  #pieceSize = smallestPiece;

  constructor(res: ServerResponse) {
    this.#res = res;
    this.#left = res.destroyed || res.closed;
    res.once('close', () => {
      this.#left = true;
      this.#wake?.();
    });
  }

  /** Writes bytes; done when they have left, so that the buffer may be used again. */
  write(bytes: Buffer): Promise<boolean> {
    if (this.#left) return Promise.resolve(false);
    return new Promise((resolve) => {
      const stalled = setTimeout(() => this.#res.destroy(), stallLimit);
      this.#wake = () => {
        clearTimeout(stalled);
        this.#wake = null;
        resolve(!this.#left);
      };
      this.#res.write(bytes, (error) => {
        if (error) this.#left = true;
        this.#wake?.();
      });
    });
  }

  /** Writes several pieces together. */
  writeAll(pieces: Buffer[]): Promise<boolean> {
    this.#res.cork();
    for (const piece of pieces.slice(0, -1)) this.#res.write(piece);
    const written = this.write(pieces.at(-1)!);
    this.#res.uncork();
    return written;
  }

  /**
   * Writes a piece of an open file that begins at `start` and ends at `end`, inclusive, or before it.
   * @returns how many bytes were written; 0 when the caller has left
   * @throws AppError when the file cannot be read.
   */
  async writePiece(fd: number, start: number, end: number): Promise<number> {
    if (this.#left) return 0;
    const buffer = takeBuffer(this.#pieceSize);
    const piece = buffer.subarray(0, Math.min(buffer.length, end - start + 1));
    await readFully(fd, piece, start);
    const begun = performance.now();
    if (!(await this.write(piece))) return 0; // the socket may still hold the buffer: not given back
    giveBack(buffer);
    const isQuick = performance.now() - begun < slow;
    this.#pieceSize = isQuick ? Math.min(2 * this.#pieceSize, largestPiece) : smallestPiece;
    return piece.length;
  }

  /** Writes what a stream gives, and ends the stream when the caller leaves. */
  async writeStream(stream: Readable): Promise<boolean> {
    for await (const piece of stream) if (!(await this.write(piece as Buffer))) return false;
    return !this.#left;
  }
}
