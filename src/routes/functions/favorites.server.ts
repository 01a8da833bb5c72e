import { type Context, Hono } from 'hono';
import { addFavorite, removeFavorite } from '#features/favorites/change-favorites.server.ts';
import { favoriteSchema } from '#features/favorites/favorite-input.ts';
import type { FavoriteItem } from '#features/favorites/model.ts';
import { requireSubscriber, type Subscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import { readJson } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

const path = '/functions/favorites';
const noStore = { 'Cache-Control': 'no-store' };

/** POST and DELETE /functions/favorites: a package, or with `track_id` one of its tracks. Idempotent. */
export function favoritesEndpoint(app: App): Hono {
  return new Hono()
    .post(path, async (c) => {
      const { subscriber, item } = await readCall(app, c);
      const outcome = await addFavorite(app, subscriber, item);
      if (!outcome.ok)
        throw new AppError('not-found', item.trackId ? 'Faixa não encontrada.' : 'Pacote não encontrado.');
      return c.json({ favorite: true }, outcome.added ? 201 : 200, noStore);
    })
    .delete(path, async (c) => {
      const { subscriber, item } = await readCall(app, c);
      await removeFavorite(app, subscriber, item);
      return c.json({ favorite: false }, 200, noStore);
    });
}

async function readCall(app: App, c: Context): Promise<{ subscriber: Subscriber; item: FavoriteItem }> {
  const subscriber = requireSubscriber(await app.viewers.read(c.req.raw));
  return { subscriber, item: await readJson(c.req.raw, favoriteSchema) };
}
