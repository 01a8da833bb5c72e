import { and, isNotNull, isNull } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { packages } from '#db/schema/catalog.ts';
import { filesOfKey } from './draft-grouping.ts';
import type { Scan, ScannedFile } from './imports.ts';

/** The files of a scan for a package: all, or only its own when it was made as one of several drafts. */
export async function listOwnFiles(db: Executor, packageId: string, scan: Scan): Promise<ScannedFile[]> {
  const rows = await db
    .select({ id: packages.id, key: packages.driveFolderId })
    .from(packages)
    .where(and(isNotNull(packages.driveFolderId), isNull(packages.deletedAt)));
  const own = rows.find(({ id }) => id === packageId)?.key;
  // Its link now leads elsewhere: take everything found there.
  if (!own || !scan.folders.some(({ id }) => id === own.split('#', 1)[0])) return scan.files;
  const others = rows.flatMap(({ id, key }) => (id === packageId || !key ? [] : [key]));
  return filesOfKey(scan, own, others);
}
