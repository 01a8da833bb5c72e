import { Hono } from 'hono';
import { z } from 'zod';
import { requireUser } from '#features/accounts/gates.server.ts';
import { kinds } from '#features/catalog/kinds.ts';
import { perStretch } from '#features/catalog/model.ts';
import { withHearts } from '#features/favorites/queries.server.ts';
import { readFilters } from '#features/search/filters/model.ts';
import { listCatalogueKeys, searchPackages } from '#features/search/queries.server.ts';
import { longestTerm } from '#features/search/term.ts';
import { readTrackOrder, toCallTrack } from '#features/search/tracks/model.ts';
import { searchTracks } from '#features/search/tracks/queries.server.ts';
import { noteMiss } from '#features/search/upkeep/note-miss.server.ts';
import { readSearchTerm } from '#features/search/words/reading-queries.server.ts';
import { subscriberOf } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import { readJson } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

const querySchema = z.object({
  q: z.string().max(longestTerm).default(''),
  kind: z
    .enum(kinds)
    .or(z.literal(''))
    .nullish()
    .transform((kind) => kind || null),
  limit: z.coerce.number().int().min(1).max(perStretch).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

const missSchema = z.object({ q: z.string().max(longestTerm) });

/**
 * GET /functions/search-tracks: tracks for a term, best first, and at the start of the list packages; `dropped` are
 * words that the best track lacks. The filters and `ordem` of the page narrow and order the tracks. For everyone signed
 * in; no audio addresses. POST /functions/search-misses {q}: counts a term that finds nothing, or only nearly.
 */
export function searchTracksEndpoint(app: App): Hono {
  return new Hono()
    .post('/functions/search-misses', async (c) => {
      const user = requireUser(await app.viewers.read(c.req.raw));
      const { q } = await readJson(c.req.raw, missSchema);
      await noteMiss(app, user, q);
      return c.body(null, 204);
    })
    .get('/functions/search-tracks', async (c) => {
      const viewer = await app.viewers.read(c.req.raw);
      requireUser(viewer);
      const asked = querySchema.safeParse(c.req.query());
      if (!asked.success) throw new AppError('invalid', 'Busca inválida.');
      const { q, ...stretch } = asked.data;
      const query = new URL(c.req.url).searchParams;
      const filters = readFilters(query, null);
      const order = readTrackOrder(query.get('ordem'));
      const reading = await readSearchTerm(app, q);
      const [found, packs] = await Promise.all([
        searchTracks(app, reading, { ...stretch, filters, order, withPeaks: viewer?.entitled }),
        stretch.offset === 0 ? searchPackages(app, q, stretch) : null,
      ]);
      const cards = packs?.cards ?? [];
      const [keys, { tracks }] = await Promise.all([
        listCatalogueKeys(app.db, cards),
        withHearts(app, subscriberOf(viewer), { tracks: found.tracks }),
      ]);
      const answer = {
        ...found,
        tracks: tracks.map(toCallTrack),
        packages: cards.map(({ id, title }) => ({
          id,
          title,
          ...(keys.has(id) ? { key: keys.get(id) } : {}),
        })),
      };
      return c.json(answer, 200, { 'Cache-Control': 'private, no-store' });
    });
}
