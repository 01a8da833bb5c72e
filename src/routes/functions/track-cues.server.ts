import { Hono } from 'hono';
import { z } from 'zod';
import { setCuesSchema } from '#features/cues/cues-input.ts';
import { type CueRefusal, cueTexts, mostAsked, mostOwnCues } from '#features/cues/model.ts';
import { findCues } from '#features/cues/queries.server.ts';
import { setCues } from '#features/cues/set-cues.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import { formatCount } from '#platform/format.ts';
import { readJson } from '#platform/http.server.ts';
import { idsSchema } from '#platform/id-schema.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';

const path = '/functions/track-cues';
const noStore = { 'Cache-Control': 'private, no-store' };

const askedSchema = idsSchema(mostAsked);
const settingSchema = z.object({
  track_id: z.string().refine(isId, 'Informe a faixa.'),
  points: setCuesSchema.nullable(),
  seen: z.string().max(40).nullable().default(null),
});

const refusals: Record<CueRefusal, () => AppError> = {
  'not-found': () => new AppError('not-found', 'Faixa não encontrada.'),
  unmeasured: () => new AppError('conflict', 'Esta faixa ainda está sendo analisada. Tente mais tarde.'),
  'out-of-order': () => new AppError('invalid', cueTexts.order),
  'too-many': () =>
    new AppError(
      'conflict',
      `Você já ajustou os pontos de ${formatCount(mostOwnCues)} faixas. Volte à estimativa em alguma delas.`,
    ),
};

/**
 * GET /functions/track-cues?ids=a,b: the cue points of these tracks, estimated and the caller's own. PUT {track_id,
 * points: {startMs, introMs, endMs} | null, seen}: sets own ones, or goes back to the estimate. For subscribers.
 */
export function trackCuesEndpoint(app: App): Hono {
  return new Hono()
    .get(path, async (c) => {
      const subscriber = requireSubscriber(await app.viewers.read(c.req.raw));
      const asked = askedSchema.safeParse(c.req.query('ids') ?? '');
      if (!asked.success) throw new AppError('invalid', 'Lista de faixas inválida.');
      return c.json(await findCues(app.db, subscriber, asked.data), 200, noStore);
    })
    .put(path, async (c) => {
      const subscriber = requireSubscriber(await app.viewers.read(c.req.raw));
      const { track_id, points, seen } = await readJson(c.req.raw, settingSchema);
      const outcome = await setCues(app, subscriber, { trackId: track_id, points, seen });
      if (!outcome.ok) throw refusals[outcome.reason]();
      const { savedAt, replaced } = outcome;
      return c.json({ savedAt, replaced }, 200, noStore);
    });
}
