import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDownloadable } from '#features/catalog/kinds.ts';
import { asListener } from '#features/downloads/gates.server.ts';
import { licensedTrack, refusals } from '#features/downloads/model.ts';
import { findPackageFiles } from '#features/downloads/queries.server.ts';
import { handOut, refuseWhenUsedUp } from '#features/downloads/record-download.server.ts';
import { type PackageZip, preparePackageZip } from '#features/downloads/zip/prepare-zip.server.ts';
import { isTicket, tellOthers, zipWatchOf } from '#features/downloads/zip/progress.ts';
import { zipLicence } from '#features/downloads/zip/zip-licence.server.ts';
import { issuerOf } from '#features/licences/model.ts';
import { licenceKeysOf } from '#features/licences/signing.server.ts';
import { getLicense } from '#features/site/queries.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import { byteServerOf } from '#platform/http/byte-server.server.ts';
import { attachment } from '#platform/http/disposition.ts';
import { Outlet } from '#platform/http/outlet.server.ts';
import type { ByteRange } from '#platform/http/range.ts';
import type { Fail, NodeHandler } from '#platform/http/refuse.server.ts';
import { byteHeaders, planAnswer } from '#platform/http/representation.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';

/**
 * GET and HEAD /package/{id}/zip: all tracks of a package as one file of known length, generated while it is sent
 * . Supports Range, so that downloads resume. `X-Total-Files` and `X-Missing-Files` count the package's tracks
 * and those missing in the ZIP.
 */
export function zipNodeHandler(app: App, fail: Fail): NodeHandler {
  return (req, res) => {
    const match = /^\/package\/([^/?]+)\/zip(?:\?|$)/.exec(req.url ?? '');
    if (!match || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
    const [, packageId = ''] = match;
    serve(app, req, res, packageId).catch((error: unknown) => {
      if (!res.destroyed) fail(res, error);
    });
    return true;
  };
}

async function serve(app: App, req: IncomingMessage, res: ServerResponse, packageId: string): Promise<void> {
  if (!isId(packageId)) throw new AppError('not-found', refusals.unknownPackage);
  const subscriber = requireSubscriber(await app.viewers.read(req.headers.cookie ?? null));
  const pack = await findPackageFiles(app.db, packageId);
  if (!pack) throw new AppError('not-found', refusals.unknownPackage);
  if (!isDownloadable(pack.kind)) throw new AppError('forbidden', refusals.jingle);

  const ticket = ticketOf(req);
  // The browser may request the rest by itself; a 404 makes it discard what it had.
  if (ticket && zipWatchOf(app).read(subscriber.userId, ticket)?.state === 'cancelled')
    throw new AppError('not-found', refusals.cancelled);
  const left = new AbortController();
  res.once('close', () => left.abort());
  const licence = await getLicense(app);
  const zip = await preparePackageZip(app, pack, left.signal, (included, lastModified) => {
    const tracks = included.map(licensedTrack);
    const what = { userId: subscriber.userId, cause: 'zip', subject: pack.title, licence, tracks } as const;
    return zipLicence(
      { db: app.db, keys: licenceKeysOf(app.settings), issuer: issuerOf(app.settings) },
      { ...what, at: app.clock.now() },
      lastModified,
    );
  });
  const { size, etag } = zip;
  const { status, headers, range } = planAnswer(req.method, req.headers, {
    size,
    etag,
    lastModified: zip.lastModified.toUTCString(),
    headers: Object.entries({
      'Content-Type': 'application/zip',
      'Cache-Control': 'private, no-cache',
      'Content-Disposition': attachment(zip.fileName),
      'X-Total-Files': String(pack.files.length),
      'X-Missing-Files': String(zip.missing.length),
    })
      .flat()
      .concat(byteHeaders),
  });
  if (range) {
    const { id, contentKey } = zip.licence;
    const handedOut = { kind: 'zip', files: zip.included, licence, record: { id, contentKey } } as const;
    await handOut(app, asListener(subscriber), handedOut, { range, size, etag });
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
async function send(app: App, res: ServerResponse, zip: PackageZip, range: ByteRange): Promise<boolean> {
  const bytes = byteServerOf(app.storage);
  const outlet = new Outlet(res);
  for (const part of zip.parts) {
    const start = Math.max(0, range.start - part.offset);
    const end = Math.min(part.size, range.end - part.offset + 1) - 1;
    if (start > end) continue;
    const source = part.bytes === null ? part.entry.source : part.bytes;
    if (typeof source !== 'string') {
      if (!(await outlet.write(source.subarray(start, end + 1)))) return false;
      continue;
    }
    const object = await bytes.open(source);
    try {
      if (!(await bytes.write(outlet, source, object, start, end))) return false;
    } finally {
      bytes.close(object);
    }
  }
  return true;
}
