import { Hono } from 'hono';
import { z } from 'zod';
import { markTrack, unmarkTrack } from '#features/desk/mark-track.server.ts';
import { marks, mostAsked, mostMarks, type OwnTracks } from '#features/desk/model.ts';
import { findMarks } from '#features/desk/queries.server.ts';
import { findSavedTracks } from '#features/favorites/queries.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import { formatCount } from '#platform/format.ts';
import { readJson } from '#platform/http.server.ts';
import { idsSchema } from '#platform/id-schema.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';

const path = '/functions/track-marks';
const noStore = { 'Cache-Control': 'private, no-store' };

const askedSchema = idsSchema(mostAsked);
const markSchema = z.object({
  track_id: z.string().refine(isId, 'Informe a faixa.'),
  mark: z.literal([...marks, null], 'A marca vai de 1 a 5.'),
});

const refusals = {
  'not-found': () => new AppError('not-found', 'Faixa não encontrada.'),
  'too-many': () =>
    new AppError('conflict', `Você já tem ${formatCount(mostMarks)} marcas. Tire a de outra faixa.`),
};

/**
 * GET /functions/track-marks?ids=a,b: the caller's own marks among these tracks, and which of them are saved. PUT
 * {track_id, mark}: sets a mark from 1 to 5, or takes it away with null. For subscribers.
 */
export function trackMarksEndpoint(app: App): Hono {
  return new Hono()
    .get(path, async (c) => {
      const subscriber = requireSubscriber(await app.viewers.read(c.req.raw));
      const asked = askedSchema.safeParse(c.req.query('ids') ?? '');
      if (!asked.success) throw new AppError('invalid', 'Lista de faixas inválida.');
      const [own, saved] = await Promise.all([
        findMarks(app.db, subscriber, asked.data),
        findSavedTracks(app.db, subscriber, asked.data),
      ]);
      return c.json({ marks: own, saved } satisfies OwnTracks, 200, noStore);
    })
    .put(path, async (c) => {
      const subscriber = requireSubscriber(await app.viewers.read(c.req.raw));
      const { track_id, mark } = await readJson(c.req.raw, markSchema);
      if (mark === null) await unmarkTrack(app.db, subscriber, track_id);
      else {
        const outcome = await markTrack(app.db, subscriber, track_id, mark);
        if (!outcome.ok) throw refusals[outcome.reason]();
      }
      return c.json({ mark }, 200, noStore);
    });
}
