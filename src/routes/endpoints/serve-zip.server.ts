import type { IncomingMessage, ServerResponse } from 'node:http';
import { asListener } from '#features/downloads/gates.server.ts';
import { refusals } from '#features/downloads/model.ts';
import { type HandedOut, handOut, refuseWhenUsedUp } from '#features/downloads/record-download.server.ts';
import { isTicket, tellOthers, zipWatchOf } from '#features/downloads/zip/progress.ts';
import type { SourcedEntry } from '#features/downloads/zip/sources.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import { byteServerOf } from '#platform/http/byte-server.server.ts';
import { attachment } from '#platform/http/disposition.ts';
import { Outlet } from '#platform/http/outlet.server.ts';
import type { ByteRange } from '#platform/http/range.ts';
import { byteHeaders, planAnswer } from '#platform/http/representation.ts';
import type { StoredZip } from '#platform/zip/stored-zip.ts';
import type { App } from '#routes/app.server.ts';

/** A ZIP that is laid out, with what it is counted as. */
export interface ServedZip extends StoredZip<SourcedEntry> {
  fileName: string;
  etag: string;
  lastModified: Date;
  /** Files that it should hold, and those that are missing. */
  total: number;
  missing: number;
  handedOut: HandedOut;
}

/**
 * Answers a GET or HEAD with a ZIP of known length, generated while it is sent; supports Range, so that downloads
 * resume. `X-Total-Files` and `X-Missing-Files` count its files. @throws AppError `not-found` for a cancelled download
 */
export async function serveZip(
  app: App,
  req: IncomingMessage,
  res: ServerResponse,
  subscriber: Subscriber,
  layOut: (left: AbortSignal) => Promise<ServedZip>,
): Promise<void> {
  const ticket = ticketOf(req);
  // The browser may request the rest by itself; a 404 makes it discard what it had.
  if (ticket && zipWatchOf(app).read(subscriber.userId, ticket)?.state === 'cancelled')
    throw new AppError('not-found', refusals.cancelled);
  const left = new AbortController();
  res.once('close', () => left.abort());
  const zip = await layOut(left.signal);
  const { size, etag } = zip;
  const { status, headers, range } = planAnswer(req.method, req.headers, {
    size,
    etag,
    lastModified: zip.lastModified.toUTCString(),
    headers: Object.entries({
      'Content-Type': 'application/zip',
      'Cache-Control': 'private, no-cache',
      'Content-Disposition': attachment(zip.fileName),
      'X-Total-Files': String(zip.total),
      'X-Missing-Files': String(zip.missing),
    })
      .flat()
      .concat(byteHeaders),
  });
  if (range) {
    await handOut(app, asListener(subscriber), zip.handedOut, { range, size, etag });
  }
  if (req.method === 'HEAD') await refuseWhenUsedUp(app, asListener(subscriber));
  res.writeHead(status, headers);
  if (!range) {
    res.end();
    return;
  }
  const tell = ticket ? watch(app, subscriber.userId, ticket, res, size, range) : () => {};
  const isSent = await send(app, res, zip, range).catch((error: unknown) => {
    tell('broken');
    throw error;
  });
  tell(isSent ? 'sent' : 'broken');
  if (isSent) res.end();
}

function ticketOf(req: IncomingMessage): string | null {
  const ticket = new URLSearchParams(req.url?.split('?')[1]).get('ticket');
  return isTicket(ticket) ? ticket : null;
}

/** Registers a ticket's progress for the page that polls or cancels it; returns a function to report the end. */
function watch(
  app: App,
  userId: string,
  ticket: string,
  res: ServerResponse,
  size: number,
  range: ByteRange,
): (end: 'sent' | 'broken') => void {
  const { socket } = res;
  const before = socket?.bytesWritten ?? 0;
  const readSent = () => range.start + (socket?.bytesWritten ?? before) - before;
  zipWatchOf(app).begin(userId, ticket, size, readSent, () => res.destroy());
  const tellEnd = tellOthers(app, userId, ticket);
  return (end) => {
    zipWatchOf(app).end(userId, ticket, end);
    tellEnd();
  };
}

/** Writes a range of the ZIP with one file open at a time. False when the caller has disconnected. */
async function send(
  app: App,
  res: ServerResponse,
  zip: StoredZip<SourcedEntry>,
  range: ByteRange,
): Promise<boolean> {
  const bytes = byteServerOf(app.storage);
  const outlet = new Outlet(res);
  for (const part of zip.parts) {
    let offset = part.offset;
    for (const source of part.bytes === null ? part.entry.sources : [part.bytes]) {
      const isStored = 'key' in source;
      const size = isStored ? source.size : source.length;
      const start = Math.max(0, range.start - offset);
      const end = Math.min(size, range.end - offset + 1) - 1;
      offset += size;
      if (start > end) continue;
      if (!isStored) {
        if (!(await outlet.write(source.subarray(start, end + 1)))) return false;
        continue;
      }
      const object = await bytes.open(source.key);
      try {
        const from = source.start;
        if (!(await bytes.write(outlet, source.key, object, from + start, from + end))) return false;
      } finally {
        bytes.close(object);
      }
    }
  }
  return true;
}
