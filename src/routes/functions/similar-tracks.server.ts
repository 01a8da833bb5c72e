import { Hono } from 'hono';
import { z } from 'zod';
import { requireUser } from '#features/accounts/gates.server.ts';
import { withHearts } from '#features/favorites/queries.server.ts';
import { isSoundRefusal, refusalKind, type SoundRefusal } from '#features/media/reading/refusals.ts';
import { hearFile } from '#features/search/similar/hear-file.server.ts';
import { similarShown, timbreToText } from '#features/search/similar/model.ts';
import { type OwnFileRefusal, ownFileRefusals } from '#features/search/similar/own-file.ts';
import { findLike } from '#features/search/similar/queries.server.ts';
import { toCallTrack } from '#features/search/tracks/model.ts';
import { subscriberOf } from '#features/subscriptions/gates.server.ts';
import { callerOf } from '#platform/caller.server.ts';
import { AppError, type ErrorKind } from '#platform/errors.ts';
import { streamOf } from '#platform/http/body.server.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';

const querySchema = z.object({
  track: z.string().min(1).max(100),
  limit: z.coerce.number().int().min(1).max(100).default(similarShown),
});

const kinds: Record<Exclude<OwnFileRefusal, SoundRefusal>, ErrorKind> = {
  busy: 'rate-limited',
  'two-at-once': 'rate-limited',
  'too-large': 'too-large',
  'too-slow': 'too-slow',
  'too-long': 'unprocessable',
  'broken-off': 'invalid',
  silent: 'unprocessable',
  'no-ffmpeg': 'unavailable',
};
const kindOf = (reason: OwnFileRefusal): ErrorKind =>
  isSoundRefusal(reason) ? refusalKind(reason) : kinds[reason];

/**
 * GET /functions/similar-tracks: the tracks of the same kind that sound most like `track`, the nearest first; none for
 * silence, or before it is measured. POST /functions/similar-tracks with a sound as the body: {sound}, what /parecidos
 * takes as `som`. For everyone signed in, as the search; no audio addresses.
 */
export function similarTracksEndpoint(app: App): Hono {
  return new Hono()
    .get('/functions/similar-tracks', async (c) => {
      const viewer = await app.viewers.read(c.req.raw);
      requireUser(viewer);
      const asked = querySchema.safeParse(c.req.query());
      if (!asked.success) throw new AppError('invalid', 'Busca inválida.');
      const { track: id, limit } = asked.data;
      const withPeaks = viewer?.entitled ?? false;
      const found = isId(id) ? await findLike(app, id, { limit, withPeaks }) : null;
      if (!found) throw new AppError('not-found', 'Faixa não encontrada.');
      const { tracks } = await withHearts(app, subscriberOf(viewer), { tracks: found.tracks ?? [] });
      return c.json({ tracks: tracks.map(toCallTrack) }, 200, { 'Cache-Control': 'private, no-store' });
    })
    .post('/functions/similar-tracks', async (c) => {
      const user = requireUser(await app.viewers.read(c.req.raw));
      const body = streamOf(c.req.raw);
      if (!body) throw new AppError('invalid', ownFileRefusals.empty);
      const outcome = await hearFile(app, user, { body, address: callerOf(c.req.raw.headers) });
      if (!outcome.ok) throw new AppError(kindOf(outcome.reason), ownFileRefusals[outcome.reason]);
      return c.json({ sound: timbreToText(outcome.timbre) }, 200, { 'Cache-Control': 'private, no-store' });
    });
}
