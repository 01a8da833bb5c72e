import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type BodyLimit, brokenOff, Collector, patienceFor, tooSlow } from './collector.server.ts';

/**
 * Passes a request's body, read within its size limit and timeout, to `use`. It counts in the shared memory until `use`
 * has settled, and is emptied then: keep a copy of what is needed longer.
 * @throws AppError `too-large`, `too-slow`, `rate-limited` (other requests use the shared memory), or `invalid` when the
 * sender broke off, the Content-Length was wrong, or the body came in tiny pieces; or what `use` throws
 */
export async function withBytes<T>(
  request: Request,
  limit: BodyLimit,
  use: (bytes: Buffer) => T | Promise<T>,
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

/** The body's text, read at the socket. @throws AppError as `withBytes` */
export async function readText(req: IncomingMessage, limit: BodyLimit): Promise<string> {
  const collector = new Collector(limit, req.headers['content-length'], req.headers['content-encoding']);
  let stop = () => {};
  const reading = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooSlow()), patienceFor(limit));
    const add = (piece: Buffer) => {
      try {
        collector.add(piece);
      } catch (error) {
        reject(error);
      }
    };
    const end = () => resolve(collector.bytes.toString('utf8'));
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
