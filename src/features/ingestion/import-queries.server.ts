import { count, eq, inArray, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import { type List, orderOf, readList } from '#db/list.server.ts';
import type { Database } from '#db/open.server.ts';
import { packages } from '#db/schema/catalog.ts';
import { type FileStatus, importFiles, imports } from '#db/schema/ingestion.ts';
import type { Admin } from '#features/accounts/model.ts';
import type { ListPage, Place } from '#platform/list.ts';
import { absentFiles, arrivedFiles, fileStates, listedOrder } from './import-states.ts';
import type { ImportFileLine, ImportLine } from './progress.ts';

const newestImports: List = {
  from: sql`${imports}`,
  id: imports.id,
  order: [imports.createdAt, imports.id],
  descending: true,
  size: 30,
};

export async function listImports(
  db: Database,
  _admin: Admin,
  place: Place,
): Promise<{ imports: ImportLine[]; page: ListPage }> {
  const { ids, page } = await readList(db, newestImports, place);
  const rows = await selectImports(db).where(among(imports.id, ids)).orderBy(orderOf(newestImports));
  return { imports: await withFiles(db, rows), page };
}

export async function findImport(db: Database, _admin: Admin, id: string): Promise<ImportLine | null> {
  const rows = await selectImports(db).where(eq(imports.id, id));
  return (await withFiles(db, rows))[0] ?? null;
}

const selectImports = (db: Database) =>
  db
    .select({
      id: imports.id,
      kind: imports.kind,
      status: imports.status,
      folderName: imports.folderName,
      packageId: imports.packageId,
      packageTitle: packages.title,
      reason: imports.reason,
      waitUntil: imports.waitUntil,
      createdAt: imports.createdAt,
      finishedAt: imports.finishedAt,
    })
    .from(imports)
    .leftJoin(packages, eq(packages.id, imports.packageId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectImports>>[number];

async function withFiles(db: Database, rows: Row[]): Promise<ImportLine[]> {
  if (rows.length === 0) return [];
  // Files that are not fetched do not count in bytes.
  const size = sql`case when ${inArray(importFiles.status, absentFiles)} then 0 else ${importFiles.size} end`;
  const arrived = sql`case when ${inArray(importFiles.status, arrivedFiles)} then ${importFiles.size}
    else least(${importFiles.receivedBytes}, ${size}) end`;
  const groups = await db
    .select({
      importId: importFiles.importId,
      status: importFiles.status,
      n: count(),
      bytes: sql<number>`coalesce(sum(${size}), 0)`.mapWith(Number),
      received: sql<number>`coalesce(sum(${arrived}), 0)`.mapWith(Number),
    })
    .from(importFiles)
    .where(
      among(
        importFiles.importId,
        rows.map(({ id }) => id),
      ),
    )
    .groupBy(importFiles.importId, importFiles.status);
  return rows.map((row) => {
    const mine = groups.filter(({ importId }) => importId === row.id);
    const of = (status: string) => mine.find((group) => group.status === status)?.n ?? 0;
    const statuses = Object.keys(fileStates) as FileStatus[];
    return {
      ...row,
      kind: row.kind,
      status: row.status,
      waitUntil: row.waitUntil?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
      files: Object.fromEntries(statuses.map((status) => [status, of(status)])) as Record<FileStatus, number>,
      bytes: mine.reduce((sum, { bytes }) => sum + bytes, 0),
      received: mine.reduce((sum, { received }) => sum + received, 0),
    };
  });
}

/** Failed files first, then those in progress, then those left out. */
const filesOf = (importId: string): List => ({
  from: sql`${importFiles}`,
  where: eq(importFiles.importId, importId),
  id: importFiles.id,
  order: [
    sql`coalesce(array_position(${sql.param(listedOrder)}::text[], ${importFiles.status}), ${listedOrder.length + 1})`,
    importFiles.orderIndex,
    importFiles.id,
  ],
  size: 100,
});

/** A page of an import's files. */
export async function listImportFiles(
  db: Database,
  _admin: Admin,
  importId: string,
  place: Place,
): Promise<{ files: ImportFileLine[]; page: ListPage }> {
  const list = filesOf(importId);
  const { ids, page } = await readList(db, list, place);
  const files = await db
    .select({
      id: importFiles.id,
      name: importFiles.name,
      status: importFiles.status,
      size: importFiles.size,
      received: importFiles.receivedBytes,
      reason: importFiles.reason,
      packageId: importFiles.packageId,
      packageTitle: packages.title,
    })
    .from(importFiles)
    .innerJoin(packages, eq(packages.id, importFiles.packageId))
    .where(among(importFiles.id, ids))
    .orderBy(orderOf(list));
  return { files, page };
}
