import { and, asc, eq, gte, inArray, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import { countList, type List, orderOf, readList } from '#db/list.server.ts';
import type { Database } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { favorites } from '#db/schema/favorites.ts';
import { audioUploads } from '#db/schema/media.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import type { Admin } from '#features/accounts/model.ts';
import { coverUrl } from '#features/catalog/model.ts';
import { type Package, packageFields } from '#features/catalog/package-definition.ts';
import { openStatuses } from '#features/recordings/model.ts';
import { managedSearch } from '#features/search/queries.server.ts';
import { pick } from '#platform/definition.ts';
import { firstOf } from '#platform/elements.ts';
import type { ListPage, Total } from '#platform/list.ts';
import { versionOf } from '#platform/version.server.ts';
import {
  type CategoryChoice,
  type DeletionImpact,
  type EditedPackage,
  type ListQuery,
  type ManagedPackage,
  type Order,
  type State,
  undoDays,
} from './model.ts';

const columns = {
  id: packages.id,
  title: packages.title,
  tags: packages.tags,
  kind: categories.kind,
  categoryId: packages.categoryId,
  categoryName: sql<string>`case when ${packages.categoryOpen} then 'Categoria a escolher' else ${categories.name} end`,
  coverKey: packages.coverKey,
  isFeatured: packages.isFeatured,
  isActive: packages.isActive,
  isDraft: packages.isDraft,
  createdByAi: packages.createdByAi,
  orderIndex: packages.orderIndex,
  trackCount: packages.trackCount,
  totalSize: packages.totalSize,
  hasFolder: sql<boolean>`${packages.googleDriveUrl} is not null`,
  deletedAt: packages.deletedAt,
};

const narrowings: Record<State, SQL> = {
  ativos: sql`${packages.isActive}`,
  inativos: sql`not ${packages.isActive} and not ${packages.isDraft}`,
  rascunhos: sql`${packages.isDraft}`,
  destaque: sql`${packages.isFeatured}`,
  'sem-faixas': eq(packages.trackCount, 0),
  excluidos: isNotNull(packages.deletedAt),
};

const sortings: Record<Order, Pick<List, 'order' | 'descending'>> = {
  ordem: { order: [packages.orderIndex, packages.place, packages.id] },
  titulo: { order: [sql`${packages.title} collate pt_br`, packages.id] },
  recentes: { order: [packages.createdAt, packages.id], descending: true },
  faixas: { order: [sql`-${packages.trackCount}`, packages.orderIndex, packages.id] },
};

const isKept = isNull(packages.deletedAt);

async function packagesOf(db: Database, query: ListQuery, now: Date): Promise<List> {
  const search = await managedSearch(db, query.q);
  const since = new Date(now.getTime() - undoDays * 86_400_000);
  const byRelevance: SQLWrapper[] = query.ordem === 'ordem' ? search.order : [];
  const sorting = sortings[query.ordem];
  return {
    from: sql`${packages}`,
    where: and(
      query.situacao === 'excluidos' ? gte(packages.deletedAt, since) : isKept,
      query.situacao ? narrowings[query.situacao] : undefined,
      query.categoria ? eq(packages.categoryId, query.categoria) : undefined,
      search.condition,
    ),
    id: packages.id,
    ...sorting,
    order: [...byRelevance, ...sorting.order],
    size: 50,
    isEstimable: !search.condition,
  };
}

interface PackagePage {
  packages: ManagedPackage[];
  page: ListPage;
  /** All packages, whatever the filter. */
  all: Total;
}

/** A page of all packages, active or not, filtered and ordered; search results by relevance. */
export async function listPackages(
  db: Database,
  _admin: Admin,
  query: ListQuery,
  now: Date,
): Promise<PackagePage> {
  const list = await packagesOf(db, query, now);
  const [{ ids, page }, all] = await Promise.all([
    readList(db, list, query),
    countList(db, { from: sql`${packages}`, where: isKept }),
  ]);
  const rows = await db
    .select(columns)
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(among(packages.id, ids))
    .orderBy(orderOf(list));
  return {
    packages: rows.map(({ coverKey, tags, deletedAt, ...row }) => ({
      ...row,
      tags: tags ?? [],
      coverUrl: coverUrl(coverKey),
      deletedAt: deletedAt?.toISOString() ?? null,
    })),
    page,
    all,
  };
}

/** The active categories in order (PKM-10). */
export function listChoices(db: Database): Promise<CategoryChoice[]> {
  return db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(eq(categories.isActive, true))
    .orderBy(asc(categories.orderIndex), asc(categories.id));
}

export const editedOf = (pack: Package) => ({
  ...pick(packageFields, pack),
  coverKey: pack.coverGenerated ? null : pack.coverKey,
});

/** The columns of an `EditedTrack`. */
export const editedColumns = {
  id: tracks.id,
  name: tracks.name,
  size: tracks.size,
  durationMs: tracks.durationMs,
  unreadable: tracks.unreadable,
  loudnessLufs: tracks.loudnessLufs,
  authors: tracks.authors,
  publisher: tracks.publisher,
  isrc: tracks.isrc,
  iswc: tracks.iswc,
  peaks: tracks.peaks,
  createdAt: tracks.createdAt,
};

export const editedTrack = <Row extends { peaks: Buffer | null; createdAt: Date }>(row: Row) => ({
  ...row,
  peaks: row.peaks?.toString('base64') ?? null,
  createdAt: row.createdAt.toISOString(),
});

/** A package with its tracks and uploads in progress, for its editor; null when missing. */
export async function findForEditor(db: Database, admin: Admin, id: string): Promise<EditedPackage | null> {
  const [found] = await db
    .select({ pack: packages, categoryName: categories.name, kind: categories.kind })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(eq(packages.id, id), isNull(packages.deletedAt)));
  if (!found) return null;
  const { pack, ...category } = found;
  const [sounds, interrupted] = await Promise.all([
    db
      .select(editedColumns)
      .from(tracks)
      .where(eq(tracks.packageId, id))
      .orderBy(asc(tracks.orderIndex), asc(tracks.id)),
    db
      .select({
        id: audioUploads.id,
        name: audioUploads.name,
        size: audioUploads.size,
        received: audioUploads.received,
      })
      .from(audioUploads)
      .where(
        and(
          eq(audioUploads.packageId, id),
          eq(audioUploads.userId, admin.userId),
          isNull(audioUploads.trackId),
        ),
      ),
  ]);
  const edited = editedOf(pack);
  return {
    id,
    ...edited,
    ...category,
    version: versionOf(packageFields, edited),
    drawnCoverUrl: pack.coverGenerated ? coverUrl(pack.coverKey) : null,
    tracks: sounds.map(editedTrack),
    interrupted,
  };
}

/** The consequences of a package's deletion, for the confirmation (PKM-20); null when missing. */
export async function findForDeletion(
  db: Database,
  _admin: Admin,
  id: string,
): Promise<DeletionImpact | null> {
  const [pack] = await db
    .select({ id: packages.id, title: packages.title, tracks: packages.trackCount })
    .from(packages)
    .where(and(eq(packages.id, id), isNull(packages.deletedAt)));
  if (!pack) return null;
  const [saved, openRequests] = await Promise.all([
    db
      .select({ n: sql<number>`count(distinct ${favorites.userId})::int` })
      .from(favorites)
      .where(eq(favorites.packageId, id)),
    db.$count(
      recordingRequests,
      and(eq(recordingRequests.packageId, id), inArray(recordingRequests.status, openStatuses)),
    ),
  ]);
  return { ...pack, favorites: firstOf(saved).n, openRequests };
}
