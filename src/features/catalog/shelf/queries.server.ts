import { and, eq, type SQL, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import type { Kind } from '../kinds.ts';
import { listMemoryOf, sectionMemoryOf } from '../memory.ts';
import { perSection, type Section, type SectionHead, type ShelfPage } from '../model.ts';
import {
  type CatalogSource,
  type Category,
  listCards,
  listCategories,
  orderWithin,
  visible,
} from '../queries.server.ts';

/** A condition on packages that narrows a shelf, made by search. */
export interface Narrowing {
  condition: SQL;
  /** What the condition was made from: the same text is the same condition. */
  key: string;
}

const remember = <T>(
  { bus }: CatalogSource,
  narrowing: Narrowing | null,
  key: string,
  read: () => Promise<T>,
) => listMemoryOf(bus).get(`${key}:${narrowing?.key ?? ''}`, read);

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

/** The ids of the first packages of each category, in one query. */
async function listFirst(
  { db }: CatalogSource,
  kind: Kind,
  ids: string[],
  narrowing: Narrowing | null,
): Promise<Map<string, string[]>> {
  const first = db
    .select({ id: packages.id })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(visible, eq(packages.categoryId, sql`shelf.id`), narrowing?.condition))
    .orderBy(...orderWithin(kind))
    .limit(perSection);
  const { rows } = await db.execute<{ home: string; ids: string[] }>(sql`
    select shelf.id as home, array(${first}) as ids from unnest(${sql.param(ids)}::text[]) as shelf(id)`);
  return new Map(rows.map((row) => [row.home, row.ids]));
}

/** A kind's active categories in order, each with its first 30 packages and counts (CAT-03, CAT-14). */
export async function listSections(
  source: CatalogSource,
  kind: Kind,
  narrowing: Narrowing | null = null,
): Promise<Section[]> {
  const key = `sections:${kind}:${narrowing?.key ?? ''}`;
  const { homes, counts, first } = await sectionMemoryOf(source.bus).get(key, async () => {
    const homes = await listCategories(source, kind);
    const ids = homes.map((category) => category.id);
    const [counts, first] = await Promise.all([
      countSections(source, ids, narrowing),
      listFirst(source, kind, ids, narrowing),
    ]);
    return { homes, counts, first };
  });
  const cards = await listCards(source, [...first.values()].flat());
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  return homes.map(({ id, name }) => ({
    id,
    name,
    packages: counts.get(id)?.packages ?? 0,
    tracks: counts.get(id)?.tracks ?? 0,
    first: (first.get(id) ?? []).flatMap((packageId) => cardOf.get(packageId) ?? []),
  }));
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
  const all = await listCategories(source, kind);
  const homes = categoryId ? all.filter(({ id }) => id === categoryId) : all;
  const ids = homes.map(({ id }) => id);
  if (ids.length === 0) return { sections: [], packages: 0, tracks: 0, offset, cards: [] };
  const count = () => countSections(source, ids, narrowing);
  const counted = toSections(homes, await remember(source, narrowing, `counts:${ids.join()}`, count));
  const stretch = () => listStretch(source, kind, counted.sections, narrowing, { offset, limit });
  const key = `shelf:${kind}:${categoryId ?? ''}:${offset}:${limit}`;
  const cards = await listCards(source, await remember(source, narrowing, key, stretch));
  return { ...counted, offset, cards };
}

/** Reads only the sections that the stretch covers, each by its index. @returns ids */
async function listStretch(
  source: CatalogSource,
  kind: Kind,
  sections: SectionHead[],
  narrowing: Narrowing | null,
  { offset, limit }: { offset: number; limit: number },
): Promise<string[]> {
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
): Promise<string[]> {
  const rows = await db
    .select({ id: packages.id })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(visible, eq(packages.categoryId, categoryId), narrowing?.condition))
    .orderBy(...orderWithin(kind))
    .offset(offset)
    .limit(limit);
  return rows.map(({ id }) => id);
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
