import { Hono } from 'hono';
import { makeAddress } from '#features/downloads/gates.server.ts';
import { audioProxySchema, refusals } from '#features/downloads/model.ts';
import { findHiddenFile, findRememberedFile } from '#features/downloads/queries.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import { readJson } from '#platform/http.server.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';

/**
 * POST /functions/audio-proxy: a signed address of a track, for this session and some minutes. Takes `trackId`,
 * or `fileId` as in the specification: only visible tracks (SEC-03); for administrators also those of drafts and
 * inactive packages.
 */
export function audioProxyEndpoint(app: App): Hono {
  return new Hono().post('/functions/audio-proxy', async (c) => {
    const viewer = await app.viewers.read(c.req.raw);
    requireSubscriber(viewer);
    const trackId = await readJson(c.req.raw, audioProxySchema);
    const file = isId(trackId)
      ? ((await findRememberedFile(app, trackId)) ?? (await findHiddenFile(app.db, viewer, trackId)))
      : null;
    if (!file) throw new AppError('not-found', refusals.unknownTrack);
    const address = makeAddress(app, viewer, c.req.header('cookie'), trackId);
    return c.json(address, 200, { 'Cache-Control': 'no-store' });
  });
}
