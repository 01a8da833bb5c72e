import { redirect } from 'react-router';
import { type Kind, kindFacts, kindOfSlug } from '#features/catalog/kinds.ts';
import { listTiles } from '#features/catalog/queries.server.ts';
import type { App } from '#routes/app.server.ts';

/** The specification's first slug of vinhetas. */
const oldSlug = 'jingles';

/** The kind of a slug, or null (CAT-04, A-07). @throws a redirect from the old slug */
export async function kindOfPage(app: App, url: URL, slug: string): Promise<Kind | null> {
  if (slug === oldSlug) {
    throw redirect(url.pathname.replace(`/${oldSlug}`, '/pacotes-vinhetas') + url.search, 301);
  }
  const kind = kindOfSlug(slug);
  if (!kind || !kindFacts[kind].needsPackages) return kind;
  return (await listTiles(app)).some((tile) => tile.kind === kind) ? kind : null;
}
