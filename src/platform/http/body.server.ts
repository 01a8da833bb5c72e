import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type BodyLimit, brokenOff, Collector, patienceFor, tooSlow } from './collector.server.ts';

/**
 * Reads a request's body within its size limit and timeout. @throws AppError `too-large`, `too-slow`, `rate-limited`
 * (other requests use the shared memory), or `invalid` when the sender broke off, the Content-Length was wrong, or the
 * body came in tiny pieces
 */
export async function readBytes(request: Request, limit: BodyLimit): Promise<Buffer> {
  const declared = request.headers.get('content-length');
  const collector = new Collector(limit, declared, request.headers.get('content-encoding'));
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
      if (!piece || piece.done) break;
      collector.add(piece.value);
    }
    if (declared !== null && Number(declared) !== collector.bytes.length) throw brokenOff();
    return collector.bytes;
  } finally {
    clearTimeout(timer);
    collector.release();
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
