import { Hono } from 'hono';
import { z } from 'zod';
import { requireUser } from '#features/accounts/gates.server.ts';
import { kinds } from '#features/catalog/kinds.ts';
import { listCatalogueKeys, searchPackages } from '#features/search/queries.server.ts';
import { longestTerm } from '#features/search/term.ts';
import { searchTracks } from '#features/search/tracks/queries.server.ts';
import { readTermWords } from '#features/search/words/reading-queries.server.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

const querySchema = z.object({
  q: z.string().max(longestTerm).default(''),
  kind: z
    .enum(kinds)
    .or(z.literal(''))
    .nullish()
    .transform((kind) => kind || null),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

/**
 * GET /functions/search-tracks: tracks and packages for a term, best first; `dropped` are words that the best track
 * lacks. For everyone signed in; no audio addresses.
 */
export function searchTracksEndpoint(app: App): Hono {
  return new Hono().get('/functions/search-tracks', async (c) => {
    requireUser(await app.viewers.read(c.req.raw));
    const asked = querySchema.safeParse(c.req.query());
    if (!asked.success) throw new AppError('invalid', 'Busca inválida.');
    const { q, ...stretch } = asked.data;
    const reading = await readTermWords(app, q);
    const [found, packs] = await Promise.all([
      searchTracks(app, reading, stretch),
      searchPackages(app, q, stretch),
    ]);
    const keys = await listCatalogueKeys(app.db, packs.cards);
    const answer = {
      total: found.total,
      dropped: found.dropped,
      tracks: found.tracks.map(({ key, ...track }) => ({ ...track, ...(key ? { key } : {}) })),
      packages: packs.cards.map(({ id, title }) => ({
        id,
        title,
        ...(keys.has(id) ? { key: keys.get(id) } : {}),
      })),
    };
    return c.json(answer, 200, { 'Cache-Control': 'private, no-store' });
  });
}
