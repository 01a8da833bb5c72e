import { and, eq, type SQL, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import type { Kind } from '../kinds.ts';
import { memoryOf } from '../memory.ts';
import { type PackageCard, perSection, type Section, type SectionHead, type ShelfPage } from '../model.ts';
import {
  type CatalogSource,
  type Category,
  cardColumns,
  listCategories,
  orderWithin,
  toCard,
  visible,
} from '../queries.server.ts';

/** A condition on packages that narrows a shelf, made by search. */
export interface Narrowing {
  condition: SQL;
}

const remember = <T>(
  { bus }: CatalogSource,
  narrowing: Narrowing | null,
  key: string,
  read: () => Promise<T>,
) => (narrowing ? read() : memoryOf(bus).get(key, read));

/** Packages and tracks per category; empty categories are left out. */
async function countSections({ db }: CatalogSource, ids: string[], narrowing: Narrowing | null) {
  const rows = await db
    .select({
      categoryId: packages.categoryId,
      packages: sql<number>`count(*)::int`,
      tracks: sql<number>`coalesce(sum(${packages.trackCount}), 0)::int`,
    })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(visible, among(packages.categoryId, ids), narrowing?.condition))
    .groupBy(packages.categoryId);
  return new Map(rows.map((row) => [row.categoryId, row]));
}

/** The first packages of each category in one query that reads only what it shows. */
async function listFirst({ db }: CatalogSource, kind: Kind, ids: string[], narrowing: Narrowing | null) {
  const first = db
    .select({ id: packages.id })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(visible, eq(packages.categoryId, sql`shelf.id`), narrowing?.condition))
    .orderBy(...orderWithin(kind))
    .limit(perSection)
    .as('first');
  const rows = await db
    .select(cardColumns)
    .from(sql`unnest(${sql.param(ids)}::text[]) with ordinality as shelf(id, at)`)
    .crossJoinLateral(first)
    .innerJoin(packages, eq(packages.id, first.id))
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .orderBy(sql`shelf.at`, ...orderWithin(kind));
  return rows.map(toCard);
}

/** A kind's active categories in order, each with its first 30 packages and counts (CAT-03, CAT-14). */
export async function listSections(
  source: CatalogSource,
  kind: Kind,
  narrowing: Narrowing | null = null,
): Promise<Section[]> {
  return remember(source, narrowing, `sections:${kind}`, async () => {
    const homes = await listCategories(source, kind);
    if (homes.length === 0) return [];
    const ids = homes.map((category) => category.id);
    const [counts, cards] = await Promise.all([
      countSections(source, ids, narrowing),
      listFirst(source, kind, ids, narrowing),
    ]);
    return homes.map(({ id, name }) => ({
      id,
      name,
      packages: counts.get(id)?.packages ?? 0,
      tracks: counts.get(id)?.tracks ?? 0,
      first: cards.filter((card) => card.categoryId === id),
    }));
  });
}

export interface ShelfRequest {
  kind: Kind;
  /** One section only; an unknown id gives an empty list. */
  categoryId?: string | null;
  offset: number;
  limit: number;
}

/** A part of a kind's full list, category by category, with the counts of the whole. */
export async function listShelf(
  source: CatalogSource,
  { kind, categoryId = null, offset, limit }: ShelfRequest,
  narrowing: Narrowing | null = null,
): Promise<ShelfPage> {
  return remember(source, narrowing, `shelf:${kind}:${categoryId ?? ''}:${offset}:${limit}`, async () => {
    const all = await listCategories(source, kind);
    const homes = categoryId ? all.filter(({ id }) => id === categoryId) : all;
    const ids = homes.map(({ id }) => id);
    if (ids.length === 0) return { sections: [], packages: 0, tracks: 0, offset, cards: [] };
    const count = () => countSections(source, ids, narrowing);
    const counted = toSections(homes, await remember(source, narrowing, `counts:${ids.join()}`, count));
    const cards = await listStretch(source, kind, counted.sections, narrowing, { offset, limit });
    return { ...counted, offset, cards };
  });
}

/** Reads only the sections that the stretch covers, each by its index. */
async function listStretch(
  source: CatalogSource,
  kind: Kind,
  sections: SectionHead[],
  narrowing: Narrowing | null,
  { offset, limit }: { offset: number; limit: number },
): Promise<PackageCard[]> {
  let before = 0;
  const parts = sections.flatMap(({ id, packages: size }) => {
    const from = Math.max(0, offset - before);
    const to = Math.min(size, offset + limit - before);
    before += size;
    return from < to ? [listPart(source, kind, id, narrowing, { offset: from, limit: to - from })] : [];
  });
  return (await Promise.all(parts)).flat();
}

async function listPart(
  { db }: CatalogSource,
  kind: Kind,
  categoryId: string,
  narrowing: Narrowing | null,
  { offset, limit }: { offset: number; limit: number },
): Promise<PackageCard[]> {
  const part = db
    .select({ id: packages.id })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(visible, eq(packages.categoryId, categoryId), narrowing?.condition))
    .orderBy(...orderWithin(kind))
    .offset(offset)
    .limit(limit)
    .as('part');
  const rows = await db
    .select(cardColumns)
    .from(part)
    .innerJoin(packages, eq(packages.id, part.id))
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .orderBy(...orderWithin(kind));
  return rows.map(toCard);
}

function toSections(homes: Category[], counts: Awaited<ReturnType<typeof countSections>>) {
  const sections = homes.flatMap(({ id, name }) => {
    const count = counts.get(id);
    return count ? { id, name, packages: count.packages, tracks: count.tracks } : [];
  });
  return {
    sections,
    packages: sections.reduce((sum, section) => sum + section.packages, 0),
    tracks: sections.reduce((sum, section) => sum + section.tracks, 0),
  };
}
