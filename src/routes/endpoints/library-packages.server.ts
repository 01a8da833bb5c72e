import { Hono } from 'hono';
import { requireUser } from '#features/accounts/gates.server.ts';
import { kindOfSlug, perStretch } from '#features/catalog/model.ts';
import { listShelf } from '#features/catalog/shelf/queries.server.ts';
import { narrowingOf, searchPackages } from '#features/search/queries.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

/** Farthest place in a list that is looked up. */
const farthest = 1_000_000;

/**
 * GET /library/packages: a further stretch of a long list. With `kind`, and perhaps a section `c`, of a category, for
 * subscribers; without, of the search, for everyone signed in. `q` narrows, `offset` is where it begins.
 */
export function libraryPackagesEndpoint(app: App): Hono {
  return new Hono().get('/library/packages', async (c) => {
    const viewer = await app.viewers.read(c.req.raw);
    const { kind: slug, c: categoryId, q, offset, limit } = c.req.query();
    const stretch = readStretch(offset, limit);
    const noStore = { 'Cache-Control': 'private, no-store' };
    if (slug === undefined) {
      requireUser(viewer);
      return c.json(await searchPackages(app, q, stretch), 200, noStore);
    }
    requireSubscriber(viewer);
    const kind = kindOfSlug(slug);
    if (!kind) throw new AppError('not-found', 'Categoria não encontrada');
    const narrowing = await narrowingOf(app.db, q);
    return c.json(await listShelf(app, { kind, categoryId, ...stretch }, narrowing), 200, noStore);
  });
}

/** The stretch that holds a place, or with a limit as much of its beginning. @throws AppError `invalid` */
function readStretch(offset = '0', limit = String(perStretch)): { offset: number; limit: number } {
  const place = Number(offset);
  const most = Number(limit);
  const isPlace = Number.isInteger(place) && place >= 0 && place <= farthest;
  if (!isPlace || !Number.isInteger(most) || most < 1 || most > perStretch) {
    throw new AppError('invalid', 'Posição inválida na lista.');
  }
  return { offset: place - (place % perStretch), limit: most };
}
