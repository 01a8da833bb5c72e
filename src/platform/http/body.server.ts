import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { blockOf, callerOf } from '../caller.server.ts';
import { type BodyLimit, brokenOff, Collector, tooSlow, watchPace } from './collector.server.ts';

/**
 * Passes a request's body, read within its size limit and timeout, to `use`. A large one waits for its address's turn, counts
 * in the shared memory until `use` has settled, and is emptied then: keep a copy of what is needed longer.
 * @throws AppError `too-large`, `too-slow`, `rate-limited` (too many of this address wait), or `invalid` when the sender broke
 * off, the Content-Length was wrong, or the body came in tiny pieces; or what `use` throws
 */
export async function withBytes<T>(
  request: Request,
  limit: BodyLimit,
  use: (bytes: Buffer) => T | Promise<T>,
): Promise<T> {
  const { headers } = request;
  const declared = headers.get('content-length');
  const encoding = headers.get('content-encoding');
  const collector = new Collector(limit, { length: declared, encoding, caller: callerOf(headers) });
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
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => {});
  const stop = watchPace(collector, limit, () => late.reject(tooSlow()));
  try {
    for (;;) {
      // Not cancelled on a refusal: that would close the connection before the caller reads the refusal.
      const reading = reader?.read().catch((cause: unknown) => {
        throw brokenOff(cause);
      });
      const piece = await Promise.race([reading, late.promise]);
      if (!piece || piece.done) return;
      await Promise.race([collector.add(piece.value), late.promise]);
    }
  } finally {
    stop();
    reader?.releaseLock();
  }
}

/** The body's text, read at the socket. @throws AppError as `withBytes` */
export async function readText(req: IncomingMessage, limit: BodyLimit): Promise<string> {
  const { 'content-length': length, 'content-encoding': encoding, 'x-client-address': address } = req.headers;
  const collector = new Collector(limit, { length, encoding, caller: blockOf(String(address)) });
  let stop = () => {};
  const reading = new Promise<string>((resolve, reject) => {
    const endWatch = watchPace(collector, limit, () => reject(tooSlow()));
    const add = (piece: Buffer) => {
      try {
        const waiting = collector.add(piece);
        if (waiting) {
          req.pause();
          waiting.then(() => req.resume(), reject);
        }
      } catch (error) {
        reject(error);
      }
    };
    const end = () => resolve(collector.bytes.toString('utf8'));
    const close = () => reject(brokenOff());
    req.on('data', add).on('end', end).on('close', close);
    stop = () => {
      endWatch();
      req.off('data', add).off('end', end).off('close', close).pause();
      collector.release();
    };
  });
  return reading.finally(() => stop());
}

/** A large body as a stream, unbounded; null without one. */
export const streamOf = (request: Request): Readable | null =>
  request.body && Readable.fromWeb(request.body as ReadableStream);
