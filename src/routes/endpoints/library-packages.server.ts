import { Hono } from 'hono';
import { requireUser } from '#features/accounts/gates.server.ts';
import { kindOfSlug } from '#features/catalog/kinds.ts';
import { withLines } from '#features/catalog/lines.server.ts';
import { perStretch } from '#features/catalog/model.ts';
import { listShelf } from '#features/catalog/shelf/queries.server.ts';
import { withHearts } from '#features/favorites/queries.server.ts';
import { readFilters } from '#features/search/filters/model.ts';
import { withTagGroups } from '#features/search/filters/tag-group-queries.server.ts';
import { countFilterChoices, narrowingOf, searchPackages } from '#features/search/queries.server.ts';
import { countFoundTracks } from '#features/search/tracks/queries.server.ts';
import { requireSubscriber, subscriberOf } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

const farthest = 1_000_000;

/**
 * GET /library/packages: a part of a long list. With `kind` (and optionally a section `c`) of a category, for
 * subscribers; without it of the search, for everyone signed in. `q` and the filters narrow it, `offset` is its start.
 * GET /library/filters: packages per filter choice for the same list; with `ver=faixas` tracks of the search. `tipo`
 * narrows the search to a kind, `forma=lista` adds what lines show.
 */
export function libraryPackagesEndpoint(app: App): Hono {
  return new Hono()
    .get('/library/packages', async (c) => {
      const { kind, categoryId, term, filters, ofKind, viewer } = await readList(app, c.req.raw);
      const stretch = readStretch(c.req.query('offset'));
      const found = kind
        ? await listShelf(app, { kind, categoryId, ...stretch }, await narrowingOf(app.db, term, filters))
        : await searchPackages(app, term, { ...stretch, filters, kind: ofKind });
      const subscriber = subscriberOf(viewer);
      const { packs } = await withHearts(app, subscriber, { packs: found.cards });
      const isList = c.req.query('forma') === 'lista';
      const cards = isList ? await withLines(app, packs, subscriber !== null) : packs;
      return c.json({ ...found, cards }, 200, noStore);
    })
    .get('/library/filters', async (c) => {
      const { filters, ...list } = await readList(app, c.req.raw);
      const counts =
        c.req.query('ver') === 'faixas'
          ? await countFoundTracks(app, list.term, list.ofKind, filters)
          : await countFilterChoices(app, list, filters);
      return c.json(await withTagGroups(app, counts), 200, noStore);
    });
}

const noStore = { 'Cache-Control': 'private, no-store' };

/**
 * Parses the requested list and checks access. @throws AppError for a visitor, for a category without a plan, or for
 * an unknown kind
 */
async function readList(app: App, request: Request) {
  const viewer = await app.viewers.read(request);
  const query = new URL(request.url).searchParams;
  const slug = query.get('kind');
  const kind = slug === null ? null : kindOfSlug(slug);
  if (slug === null) requireUser(viewer);
  else {
    requireSubscriber(viewer);
    if (!kind) throw new AppError('not-found', 'Categoria não encontrada');
  }
  return {
    viewer,
    kind,
    categoryId: query.get('c'),
    term: query.get('q'),
    filters: readFilters(query, kind),
    ofKind: kindOfSlug(query.get('tipo') ?? ''),
  };
}

/** The stretch that contains the offset. @throws AppError `invalid` */
function readStretch(offset = '0'): { offset: number; limit: number } {
  const place = Number(offset);
  if (!Number.isInteger(place) || place < 0 || place > farthest)
    throw new AppError('invalid', 'Posição inválida na lista.');
  return { offset: place - (place % perStretch), limit: perStretch };
}
