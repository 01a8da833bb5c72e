import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { elementAt } from '../elements.ts';
import { readFully } from '../storage/hot-blocks.server.ts';

/** Bytes of a piece: the smallest of all, that of an unknown or slow caller, and the largest. */
const tinyPiece = 16 * 1024;
const smallPiece = 64 * 1024;
const largestPiece = 512 * 1024;
/** Milliseconds; a slower write means that the connection is slower than the disk. */
const slow = 10;
/** Bytes that all callers may hold before pieces are tiny; each piece is at most a sixteenth of what is left. */
const mostHeld = 8 * 1024 * 1024;
/** Bytes of the pieces that are being read or written, of all outlets. */
let held = 0;

/** Free buffers by size; a slow connection gets small ones, so that stalled callers hold little memory. */
const free = new Map<number, Buffer[]>();
/** Bytes of free buffers kept per size. */
const keptFree = 4 * 1024 * 1024;

function takeBuffer(size: number): Buffer {
  return free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
}

/** The power of two, at most `wanted`, that leaves room for other callers. */
const roomFor = (wanted: number): number =>
  2 ** Math.floor(Math.log2(Math.max(tinyPiece, Math.min(wanted, (mostHeld - held) / 16))));

function giveBack(buffer: Buffer): void {
  const buffers = free.get(buffer.length) ?? [];
  if ((buffers.length + 1) * buffer.length <= keptFree) buffers.push(buffer);
  free.set(buffer.length, buffers);
}

/** Writes a response body with backpressure. Every method returns false once the caller has disconnected. */
export class Outlet {
  readonly #res: ServerResponse;
  #left: boolean;
  #wake: (() => void) | null = null;
  #pieceSize = smallPiece;

  constructor(res: ServerResponse) {
    this.#res = res;
    this.#left = res.destroyed || res.closed;
    res.once('close', () => {
      this.#left = true;
      this.#wake?.();
    });
  }

  /** Resolves when the bytes are flushed; the buffer may then be reused. The server ends callers that take none. */
  write(bytes: Buffer): Promise<boolean> {
    if (this.#left) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = null;
        resolve(!this.#left);
      };
      this.#res.write(bytes, (error) => {
        if (error) this.#left = true;
        this.#wake?.();
      });
    });
  }

  writeAll(pieces: Buffer[]): Promise<boolean> {
    this.#res.cork();
    for (const piece of pieces.slice(0, -1)) this.#res.write(piece);
    const written = this.write(elementAt(pieces, -1));
    this.#res.uncork();
    return written;
  }

  /**
   * Writes at most one chunk of the range `start` to `end` (inclusive) of an open file. @returns the bytes written; 0
   * when the caller has disconnected @throws AppError when the file cannot be read
   */
  async writePiece(fd: number, start: number, end: number): Promise<number> {
    if (this.#left) return 0;
    const buffer = takeBuffer(roomFor(this.#pieceSize));
    held += buffer.length;
    try {
      const piece = buffer.subarray(0, Math.min(buffer.length, end - start + 1));
      await readFully(fd, piece, start);
      const begun = performance.now();
      if (!(await this.write(piece))) return 0; // the socket may still hold the buffer: not returned
      giveBack(buffer);
      const isQuick = performance.now() - begun < slow;
      this.#pieceSize = isQuick ? Math.min(2 * this.#pieceSize, largestPiece) : smallPiece;
      return piece.length;
    } finally {
      held -= buffer.length;
    }
  }

  /** Pipes a stream, and destroys it when the caller disconnects. */
  async writeStream(stream: Readable): Promise<boolean> {
    for await (const piece of stream) if (!(await this.write(piece as Buffer))) return false;
    return !this.#left;
  }
}
