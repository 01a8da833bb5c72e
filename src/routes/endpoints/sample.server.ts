import type { IncomingMessage, ServerResponse } from 'node:http';
import { asHeard, refusals, type TrackFile } from '#features/downloads/model.ts';
import { findRememberedFile } from '#features/downloads/queries.server.ts';
import type { Cut } from '#features/downloads/sample/mp3.ts';
import { findSampleCut } from '#features/downloads/sample/queries.server.ts';
import { AppError } from '#platform/errors.ts';
import { byteServerOf, type OpenObject } from '#platform/http/byte-server.server.ts';
import type { Fail, NodeHandler } from '#platform/http/refuse.server.ts';
import { byteHeaders } from '#platform/http/representation.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';

const maxRemembered = 500;

/** GET and HEAD /sample/{trackId}: public, the first 30 seconds of a track of a featured package. */
export function sampleNodeHandler(app: App, fail: Fail): NodeHandler {
  const bytes = byteServerOf(app.storage);
  const cuts = new Map<string, Cut>();

  /** Cached by key, under which bytes never change. */
  async function findCut(file: TrackFile, { size }: OpenObject): Promise<Cut> {
    const name = `${file.key}|${size}`;
    const known = cuts.get(name);
    if (known) return known;
    const cut = await findSampleCut(app.storage, file, size);
    if (!cut) throw new AppError('not-found', refusals.noSample);
    if (cuts.size >= maxRemembered) cuts.clear();
    cuts.set(name, cut);
    return cut;
  }

  async function serve(req: IncomingMessage, res: ServerResponse, trackId: string): Promise<void> {
    const found = isId(trackId) ? await findRememberedFile(app, trackId) : null;
    if (!found?.isFeatured) throw new AppError('not-found', refusals.unknownTrack);
    const file = asHeard(found);
    const object = await bytes.open(file.key);
    try {
      const { start, end } = await findCut(file, object);
      const whole = {
        size: end - start,
        etag: `"${(file.contentHash ?? file.id).slice(0, 32)}-s${(end - start).toString(36)}"`,
        lastModified: file.createdAt.toUTCString(),
        headers: ['Content-Type', file.mime, 'Cache-Control', 'public, max-age=3600', ...byteHeaders],
      };
      bytes.answer(req, res, file.key, object, whole, start);
    } catch (error) {
      bytes.close(object);
      throw error;
    }
  }

  return (req, res) => {
    const match = /^\/sample\/([^/?]+)(?:\?|$)/.exec(req.url ?? '');
    if (!match || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
    const [, trackId = ''] = match;
    serve(req, res, trackId).catch((error: unknown) => fail(res, error));
    return true;
  };
}
