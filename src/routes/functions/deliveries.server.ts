import { Hono } from 'hono';
import { z } from 'zod';
import { mostTracks, orderRefusals, type Source } from '#features/delivery/model.ts';
import { orderDelivery } from '#features/delivery/order-delivery.server.ts';
import { findProgress } from '#features/delivery/queries.server.ts';
import { recipeOfCall } from '#features/delivery/recipe-call.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import { readJson } from '#platform/http.server.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';

const missing = 'Informe a faixa, o pacote ou o projeto.';
const id = z.custom<string>(isId, missing);

const orderSchema = z
  .object({
    trackIds: z.array(id, missing).min(1, missing).max(mostTracks, orderRefusals['too-many']).optional(),
    packageId: id.optional(),
    projectId: id.optional(),
    recipe: recipeOfCall,
  })
  .transform(({ trackIds, packageId, projectId, recipe }, ctx) => {
    const first = trackIds?.at(0);
    const asked: Source | null = first
      ? { source: 'track', sourceId: first, trackIds: [...new Set(trackIds)] }
      : packageId
        ? { source: 'package', sourceId: packageId }
        : projectId
          ? { source: 'project', sourceId: projectId }
          : null;
    if (asked) return { asked, recipe };
    ctx.addIssue({ code: 'custom', message: missing });
    return z.NEVER;
  });

/** The words of the call for the states of a delivery. */
const statuses = {
  waiting: 'waiting',
  making: 'working',
  ready: 'ready',
  failed: 'failed',
  cancelled: 'failed',
} as const;

/**
 * POST /functions/deliveries {trackIds or packageId or projectId, recipe}: orders a delivery. GET
 * /functions/deliveries/{id}: how far it is, and the ZIP's address when it is ready. For subscribers.
 */
export function deliveriesEndpoint(app: App): Hono {
  return new Hono()
    .post('/functions/deliveries', async (c) => {
      const subscriber = requireSubscriber(await app.viewers.read(c.req.raw));
      const { asked, recipe } = await readJson(c.req.raw, orderSchema);
      const outcome = await orderDelivery(app, subscriber, asked, recipe);
      if (!outcome.ok) throw new AppError('unprocessable', orderRefusals[outcome.reason]);
      return c.json({ id: outcome.id, status: statuses.waiting }, 202);
    })
    .get('/functions/deliveries/:id', async (c) => {
      const subscriber = requireSubscriber(await app.viewers.read(c.req.raw));
      const id = c.req.param('id');
      const found = isId(id) ? await findProgress(app.db, subscriber, id) : null;
      if (!found) throw new AppError('not-found', 'Entrega não encontrada.');
      const { status, done, total } = found;
      const url = status === 'ready' ? `/preparar/${id}/zip` : null;
      return c.json({ status: statuses[status], done, total, url }, 200, { 'Cache-Control': 'no-store' });
    });
}
