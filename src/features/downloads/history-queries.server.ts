import { and, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allOf, among } from '#db/conditions.ts';
import { type List, orderOf, readList } from '#db/list.server.ts';
import type { Database } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { deliveries } from '#db/schema/delivery.ts';
import { downloads } from '#db/schema/downloads.ts';
import { licences } from '#db/schema/licences.ts';
import type { Admin, User } from '#features/accounts/model.ts';
import { isDownloadable } from '#features/catalog/kinds.ts';
import { visible } from '#features/catalog/queries.server.ts';
import { monthSchema, monthSpan } from '#features/licences/month.ts';
import { shownEmail } from '#platform/email.server.ts';
import { idSchema } from '#platform/id-schema.ts';
import type { Place } from '#platform/list.ts';
import { placeSchema } from '#platform/place.ts';
import { typedLine } from '#platform/typed-text.ts';
import { downloadKind } from './model.ts';

/** Filters of one's own downloads: words, month, project. */
export const historyFilterSchema = z.object({
  q: typedLine().max(100).catch(''),
  mes: monthSchema.default(''),
  projeto: idSchema.or(z.literal('')).catch('').default(''),
  ...placeSchema.shape,
});
export type HistoryFilter = z.output<typeof historyFilterSchema>;

const named = sql`fold(${downloads.trackName} || ' ' || ${downloads.packageTitle})`;

/** Each word somewhere in the names of track and package. */
const holding = (q: string): SQL[] =>
  q
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => sql`${named} like fold(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`);

const within = (month: string): SQL | undefined => {
  if (!month) return undefined;
  const { from, to } = monthSpan(month);
  return and(gte(downloads.createdAt, from), lt(downloads.createdAt, to));
};

const historyOf = (
  userId: string,
  { q, mes }: Pick<HistoryFilter, 'q' | 'mes'>,
  trackIds: readonly string[] | null,
): List => ({
  from: sql`${downloads}`,
  where: allOf(
    eq(downloads.userId, userId),
    ...holding(q),
    within(mes),
    trackIds ? among(downloads.trackId, trackIds) : undefined,
  ),
  id: downloads.id,
  order: [downloads.createdAt, downloads.id],
  descending: true,
  size: 50,
});

/** A page of one's own downloads, newest first; one line of each delivery names it. @param trackIds only these, those of a project */
export async function listHistory(
  db: Database,
  { userId }: User,
  filter: Pick<HistoryFilter, 'q' | 'mes'> & Place,
  trackIds: readonly string[] | null,
) {
  const list = historyOf(userId, filter, trackIds);
  const { ids, page } = await readList(db, list, filter);
  const rows = await db
    .select({
      id: downloads.id,
      trackId: downloads.trackId,
      packageId: downloads.packageId,
      trackName: downloads.trackName,
      packageTitle: downloads.packageTitle,
      kind: downloads.kind,
      bytes: downloads.bytes,
      createdAt: downloads.createdAt,
      licenceId: licences.id,
      delivery: { id: deliveries.id, title: deliveries.title },
      licenseVersion: downloads.licenseVersion,
      isWithdrawn: isNotNull(licences.withdrawnAt).mapWith(Boolean),
      isThere: sql<boolean>`coalesce(${visible} and ${tracks.storageKey} is not null, false)`,
      categoryKind: categories.kind,
      durationMs: tracks.durationMs,
      authors: sql<string | null>`coalesce(${tracks.authors}, ${packages.authors})`,
      publisher: sql<string | null>`coalesce(${tracks.publisher}, ${packages.publisher})`,
      isrc: tracks.isrc,
      iswc: tracks.iswc,
    })
    .from(downloads)
    .leftJoin(licences, eq(licences.id, downloads.licenceId))
    .leftJoin(deliveries, and(eq(deliveries.userId, userId), eq(deliveries.licenceId, downloads.licenceId)))
    .leftJoin(tracks, eq(tracks.id, downloads.trackId))
    .leftJoin(packages, eq(packages.id, tracks.packageId))
    .leftJoin(categories, eq(categories.id, packages.categoryId))
    .where(among(downloads.id, ids))
    .orderBy(orderOf(list));
  const told = new Set<string | null>([null]);
  const lines = rows.map(({ isThere, categoryKind, createdAt, kind, delivery, ...line }) => {
    const isFirst = !told.has(delivery?.id ?? null);
    told.add(delivery?.id ?? null);
    return {
      ...line,
      delivery: isFirst ? delivery : null,
      kind: downloadKind(kind),
      createdAt: createdAt.toISOString(),
      canDownload: isThere && categoryKind !== null && isDownloadable(categoryKind),
    };
  });
  return { lines, page };
}
export type HistoryLine = Awaited<ReturnType<typeof listHistory>>['lines'][number];

/** Downloads of a package, or of an account. */
export type DownloadsOf = { packageId: string } | { userId: string };

const downloadsOf = (of: DownloadsOf): List => ({
  from: sql`${downloads}`,
  where: 'userId' in of ? eq(downloads.userId, of.userId) : eq(downloads.packageId, of.packageId),
  id: downloads.id,
  order: [downloads.createdAt, downloads.id],
  descending: true,
  size: 50,
});

/** Who downloaded what, newest first; deleted accounts are no longer among them. */
export async function listDownloads(db: Database, _admin: Admin, of: DownloadsOf, place: Place) {
  const list = downloadsOf(of);
  const { ids, page } = await readList(db, list, place);
  const rows = await db
    .select({
      id: downloads.id,
      userId: downloads.userId,
      trackName: downloads.trackName,
      packageTitle: downloads.packageTitle,
      kind: downloads.kind,
      createdAt: downloads.createdAt,
      licenceId: licences.id,
      licensee: licences.licensee,
      email: users.email,
    })
    .from(downloads)
    .innerJoin(users, eq(users.id, downloads.userId))
    .leftJoin(licences, eq(licences.id, downloads.licenceId))
    .where(among(downloads.id, ids))
    .orderBy(orderOf(list));
  const lines = rows.map((row) => ({
    ...row,
    email: shownEmail(row.email),
    kind: downloadKind(row.kind),
    createdAt: row.createdAt.toISOString(),
  }));
  return { lines, page };
}
