import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { allOf } from '#db/conditions.ts';
import type { Database } from '#db/open.server.ts';
import { prepared } from '#db/prepared.server.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import type { Bus } from '#platform/bus.server.ts';
import { factsOfKind, type Kind, kindFacts, kinds } from './kinds.ts';
import { memoryOf, rememberEach } from './memory.ts';
import { coverUrl, type PackageCard, type PackageFacts, type Tile, type WholePackage } from './model.ts';

export interface CatalogSource {
  db: Database;
  bus: Pick<Bus, 'on'>;
}

/** The condition 'visible to listeners' on packages joined with categories; every such read uses it. */
export const visible: SQL = allOf(
  eq(packages.isActive, true),
  isNull(packages.deletedAt),
  eq(categories.isActive, true),
);

/** A package for listeners, joined with its category. The database keeps counts and sums. */
const packageColumns = {
  id: packages.id,
  title: packages.title,
  description: packages.description,
  tags: packages.tags,
  kind: categories.kind,
  categoryId: packages.categoryId,
  categoryName: categories.name,
  coverKey: packages.coverKey,
  isFeatured: packages.isFeatured,
  trackCount: packages.trackCount,
  totalSize: packages.totalSize,
};

type PackageRow = Omit<WholePackage, 'coverUrl' | 'label' | 'tags'> & {
  coverKey: string | null;
  tags: string[] | null;
};

/** A package as it is cached: its card, which all lists share, and the facts beside it, none of which is in the card. */
interface KeptPackage {
  id: string;
  card: PackageCard & { [Fact in keyof PackageFacts]?: never };
  facts: PackageFacts;
}

function toKept(row: PackageRow): KeptPackage {
  const { coverKey, categoryId, categoryName, tags, description, totalSize, ...shown } = row;
  return {
    id: row.id,
    card: { ...shown, label: tags?.[0] ?? categoryName, coverUrl: coverUrl(coverKey) },
    facts: { categoryId, categoryName, tags: tags ?? [], description, totalSize },
  };
}

const selectCards = prepared((db) =>
  db
    .select(packageColumns)
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(visible, sql`${packages.id} = any(${sql.placeholder('ids')}::text[])`))
    .prepare('catalog_cards'),
);

/** Packages that listeners may see, in the order of their ids. */
export const keptPackages = ({ db, bus }: CatalogSource, ids: readonly string[]): Promise<KeptPackage[]> =>
  rememberEach(bus, ids, {
    name: 'cards',
    most: 20_000,
    read: async (missing) => (await selectCards(db).execute({ ids: missing })).map(toKept),
  });

/** The visible packages of a list of ids, in its order. */
export const listCards = async (source: CatalogSource, ids: readonly string[]): Promise<PackageCard[]> =>
  (await keptPackages(source, ids)).map(({ card }) => card);

/** The cards with their facts; without a package that nobody may see any more. */
export async function withFacts(source: CatalogSource, packs: PackageCard[]): Promise<WholePackage[]> {
  const kept = await keptPackages(
    source,
    packs.map(({ id }) => id),
  );
  const factsOf = new Map(kept.map(({ id, facts }) => [id, facts]));
  return packs.flatMap((pack) => {
    const facts = factsOf.get(pack.id);
    return facts ? [{ ...pack, ...facts }] : [];
  });
}

/** The order within a category: effects by title in Portuguese, others as set (CAT-12, CAT-13, A-140). */
export const orderWithin = (kind: string): SQL[] =>
  factsOfKind(kind)?.isListed
    ? [sql`${packages.title} collate pt_br`, asc(packages.id)]
    : [asc(packages.orderIndex), asc(packages.place), asc(packages.id)];

export interface Category {
  id: string;
  name: string;
  kind: string;
}

/** The active categories in order, of all kinds or of one. */
export async function listCategories({ db, bus }: CatalogSource, kind?: Kind): Promise<Category[]> {
  const all = await memoryOf(bus).get('categories', () =>
    db
      .select({ id: categories.id, name: categories.name, kind: categories.kind })
      .from(categories)
      .where(eq(categories.isActive, true))
      .orderBy(asc(categories.orderIndex), asc(categories.id)),
  );
  return kind ? all.filter((category) => category.kind === kind) : all;
}

/** Totals and figures per kind. */
export interface CatalogCount {
  packages: number;
  tracks: number;
}

const countByKind = prepared((db) =>
  db
    .select({
      kind: categories.kind,
      packages: sql<number>`count(*)::int`,
      tracks: sql<number>`coalesce(sum(${packages.trackCount}), 0)::int`,
    })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(visible)
    .groupBy(categories.kind)
    .prepare('catalog_count_by_kind'),
);

/** Visible packages and tracks per kind; kinds without packages are left out. */
const listCounts = ({ db, bus }: CatalogSource): Promise<({ kind: string } & CatalogCount)[]> =>
  memoryOf(bus).get('counts', () => countByKind(db).execute());

export async function countCatalog(source: CatalogSource): Promise<CatalogCount> {
  const counts = await listCounts(source);
  return {
    packages: counts.reduce((sum, count) => sum + count.packages, 0),
    tracks: counts.reduce((sum, count) => sum + count.tracks, 0),
  };
}

/** The tiles of the library's home: the specification's three, plus programetes once there are any. */
export async function listTiles(source: CatalogSource): Promise<Tile[]> {
  const counts = await listCounts(source);
  return kinds.flatMap((kind) => {
    const count = counts.find((each) => each.kind === kind);
    const { tile, imageKey, needsPackages } = kindFacts[kind];
    if (needsPackages && !count) return [];
    return { kind, name: tile, imageKey, packages: count?.packages ?? 0, tracks: count?.tracks ?? 0 };
  });
}
