import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDownloadable } from '#features/catalog/kinds.ts';
import { asListener, audioAddressesOf, type Listener } from '#features/downloads/gates.server.ts';
import { asHeard, refusals, type TrackFile } from '#features/downloads/model.ts';
import { findHiddenFile, findRememberedFile } from '#features/downloads/queries.server.ts';
import { type AskedPart, handOut, refuseWhenUsedUp } from '#features/downloads/record-download.server.ts';
import { getLicense } from '#features/site/queries.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import { byteServerOf, type OpenObject } from '#platform/http/byte-server.server.ts';
import { attachment } from '#platform/http/disposition.ts';
import { parseRange } from '#platform/http/range.ts';
import type { Fail, NodeHandler } from '#platform/http/refuse.server.ts';
import { byteHeaders, planAnswer, type Representation } from '#platform/http/representation.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';

/** Seconds before the expiry of a bucket URL from which it is no longer reused. */
const wayMargin = 15;

interface Asked {
  trackId: string;
  query: URLSearchParams;
  isDownload: boolean;
}

/**
 * GET and HEAD /audio/{trackId}: a track's bytes with ranges, for bearers of a signed address and for subscribers.
 * `?download=true` delivers and records a download under the track's name. Streams from the open file to the socket; a
 * signed range of a cached track needs no database. For bytes in a bucket it redirects after the same check (decision
 * 018).
 */
export function audioNodeHandler(app: App, fail: Fail): NodeHandler {
  const serve = openAudio(app);
  return (req, res) => {
    if (!req.url?.startsWith('/audio/') || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
    serve(req, res, readAsked(req.url)).catch((error: unknown) => fail(res, error));
    return true;
  };
}

function readAsked(url: string): Asked {
  const mark = url.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  const trackId = url.slice('/audio/'.length, mark < 0 ? undefined : mark);
  return { trackId, query, isDownload: query.get('download') === 'true' };
}

function openAudio(app: App) {
  const bytes = byteServerOf(app.storage);
  const addresses = audioAddressesOf(app);

  /** Admits the bearer of a valid address; null: check the session. */
  function admitByAddress(req: IncomingMessage, { trackId, query }: Asked): Listener | null {
    if (!query.has('s') && !query.has('e')) return null;
    const parts = { e: query.get('e'), u: query.get('u'), s: query.get('s') };
    return addresses.check(trackId, parts, app.auth.cookies.raw(req.headers.cookie));
  }

  /** A hidden track for administrators; checks the session each time, whatever the address says. */
  async function findHidden(req: IncomingMessage, { trackId }: Asked): Promise<TrackFile | null> {
    return findHiddenFile(app.db, await app.viewers.read(req.headers.cookie ?? null), trackId);
  }

  async function handOutTrack(listener: Listener, file: TrackFile, part: AskedPart): Promise<void> {
    const licence = await getLicense(app);
    await handOut(app, listener, { kind: 'track', files: [file], licence }, part);
  }

  /** Redirects to the bucket; the URL expires with the signed address. */
  async function showWay(
    req: IncomingMessage,
    res: ServerResponse,
    asked: Asked,
    file: TrackFile,
    listener: Listener,
  ): Promise<void> {
    const { isDownload, query } = asked;
    const now = Math.floor(app.clock.now().getTime() / 1000);
    const seconds = app.settings.AUDIO_ADDRESS_SECONDS;
    // Deterministic per signed address, so that the browser can cache.
    const left = Math.min(Number(query.get('e')) - now, seconds);
    const since = new Date((left > 0 ? now + left - seconds : now) * 1000);
    if (isDownload) {
      const { size } = await bytes.open(file.key).catch(sayGone);
      const asked = parseRange(req.headers.range, size);
      // Without a satisfiable range the whole object is opened.
      const range = asked === null || asked === 'unsatisfiable' ? { start: 0, end: size - 1 } : asked;
      await handOutTrack(listener, file, { range, size, etag: etagOf(file, size) });
    }
    const name = isDownload ? { fileName: file.name } : {};
    const location = await app.storage.address(file.key, { seconds, since, mime: file.mime, ...name });
    if (location === null) throw new Error('a bucket without addresses');
    const kept = isDownload ? 0 : left - wayMargin;
    const caching = kept > 0 ? `private, max-age=${kept}` : 'private, no-store';
    const headers = ['Location', location, 'Cache-Control', caching, 'Content-Length', '0', ...byteHeaders];
    res.writeHead(302, headers).end();
  }

  return async (req: IncomingMessage, res: ServerResponse, asked: Asked): Promise<void> => {
    const { trackId, isDownload } = asked;
    if (!isId(trackId)) throw new AppError('not-found', refusals.unknownTrack);
    const bearer = admitByAddress(req, asked);
    const listener =
      bearer ?? asListener(requireSubscriber(await app.viewers.read(req.headers.cookie ?? null)));
    const found = (await findRememberedFile(app, trackId)) ?? (await findHidden(req, asked));
    if (!found) throw new AppError('not-found', refusals.unknownTrack);
    const file = isDownload ? found : asHeard(found);
    if (isDownload && !isDownloadable(file.kind)) throw new AppError('forbidden', refusals.jingle);
    if (app.storage.origin !== null && req.method === 'GET') {
      return showWay(req, res, asked, file, listener);
    }
    const object = bytes.openNow(file.key) ?? (await bytes.open(file.key).catch(sayGone));
    const whole = describe(file, object, asked, bearer !== null);
    try {
      const range = isDownload ? planAnswer(req.method, req.headers, whole).range : null;
      if (range) await handOutTrack(listener, file, { ...whole, range });
      else if (isDownload && req.method === 'HEAD') await refuseWhenUsedUp(app, listener);
      bytes.answer(req, res, file.key, object, whole);
    } catch (error) {
      bytes.close(object);
      throw error;
    }
  };
}

function sayGone(error: unknown): never {
  const isGone = error instanceof AppError && error.kind === 'not-found';
  throw isGone ? new AppError('not-found', refusals.fileGone, { cause: error }) : error;
}

const etagOf = ({ contentHash, id }: TrackFile, size: number): string =>
  `"${(contentHash ?? id).slice(0, 32)}-${size.toString(36)}"`;

function describe(file: TrackFile, object: OpenObject, asked: Asked, isSigned: boolean): Representation {
  const caching = isSigned && !asked.isDownload ? 'private, max-age=600' : 'private, no-cache';
  const headers = ['Content-Type', file.mime, 'Cache-Control', caching, ...byteHeaders];
  if (asked.isDownload) headers.push('Content-Disposition', attachment(file.name));
  return {
    size: object.size,
    etag: etagOf(file, object.size),
    lastModified: file.createdAt.toUTCString(),
    headers,
  };
}
