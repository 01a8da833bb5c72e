import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type BodyLimit, brokenOff, Collector, patienceFor, tooSlow } from './collector.server.ts';

/**
 * Reads a request's body within its size limit and timeout. @throws AppError `too-large`, `too-slow`, `rate-limited`
 * (other requests use the shared memory), or `invalid` when the sender broke off, the Content-Length was wrong, or the
 * body came in tiny pieces
 */
export function readBytes(request: Request, limit: BodyLimit): Promise<Buffer> {
  return withBytes(request, limit, async (bytes) => bytes);
}

/**
 * Reads a body as `readBytes` does, and counts it in the shared memory until `use` has settled: files wait for their
 * turn, and those that wait are memory too. @throws AppError as `readBytes`, or what `use` throws
 */
export async function withBytes<T>(
  request: Request,
  limit: BodyLimit,
  use: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const declared = request.headers.get('content-length');
  const collector = new Collector(limit, declared, request.headers.get('content-encoding'));
  try {
    await collect(request, collector, limit);
    if (declared !== null && Number(declared) !== collector.bytes.length) throw brokenOff();
    return await use(collector.bytes);
  } finally {
    collector.release();
  }
}

async function collect(request: Request, collector: Collector, limit: BodyLimit): Promise<void> {
  const reader = request.body?.getReader();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reader?.releaseLock();
  }, patienceFor(limit));
  try {
    for (;;) {
      // Not cancelled on a refusal: that would close the connection before the caller reads the refusal.
      const piece = await reader?.read().catch((cause: unknown) => {
        throw isLate ? tooSlow() : brokenOff(cause);
      });
      if (!piece || piece.done) return;
      collector.add(piece.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

export async function readBody(req: IncomingMessage, limit: BodyLimit): Promise<Buffer> {
  const collector = new Collector(limit, req.headers['content-length'], req.headers['content-encoding']);
  let stop = () => {};
  const reading = new Promise<Buffer>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooSlow()), patienceFor(limit));
    const add = (piece: Buffer) => {
      try {
        collector.add(piece);
      } catch (error) {
        reject(error);
      }
    };
    const end = () => resolve(collector.bytes);
    const close = () => reject(brokenOff());
    req.on('data', add).on('end', end).on('close', close);
    stop = () => {
      clearTimeout(timer);
      req.off('data', add).off('end', end).off('close', close).pause();
      collector.release();
    };
  });
  return reading.finally(() => stop());
}

/** A large body as a stream, unbounded; null without one. */
export const streamOf = (request: Request): Readable | null =>
  request.body && Readable.fromWeb(request.body as ReadableStream);
