import { desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import { pageContent, pageContentHistory } from '#db/schema/site.ts';
import type { Admin } from '#features/accounts/model.ts';
import { readSection, type SectionName } from '#features/site/model.ts';
import type { KeptVersion, StoredSection } from './model.ts';

export type StoredSections<N extends SectionName> = { [K in N]: StoredSection<K> };

/** The named sections with their versions and authors, always from the database, in one query. */
export async function getSectionsForEditor<N extends SectionName>(
  db: Database,
  _: Admin,
  names: readonly N[],
): Promise<StoredSections<N>> {
  const rows = await db
    .select({
      name: pageContent.sectionName,
      content: pageContent.content,
      version: pageContent.version,
      savedAt: pageContent.updatedAt,
      displayName: profiles.displayName,
      email: users.email,
    })
    .from(pageContent)
    .leftJoin(users, eq(users.id, pageContent.updatedBy))
    .leftJoin(profiles, eq(profiles.userId, pageContent.updatedBy))
    .where(inArray(pageContent.sectionName, [...names]));
  const sections = names.map((name) => [
    name,
    toStored(
      name,
      rows.find((row) => row.name === name),
    ),
  ]);
  return Object.fromEntries(sections) as StoredSections<N>;
}

/** The last 20 versions of a section, newest first. */
export async function listKeptVersions<N extends SectionName>(
  db: Database,
  _: Admin,
  name: N,
): Promise<KeptVersion<N>[]> {
  const rows = await db
    .select({
      content: pageContentHistory.content,
      version: pageContentHistory.version,
      savedAt: pageContentHistory.savedAt,
      displayName: profiles.displayName,
      email: users.email,
    })
    .from(pageContentHistory)
    .leftJoin(users, eq(users.id, pageContentHistory.savedBy))
    .leftJoin(profiles, eq(profiles.userId, pageContentHistory.savedBy))
    .where(eq(pageContentHistory.sectionName, name))
    .orderBy(desc(pageContentHistory.version));
  return rows.map((row) => toStored(name, row));
}

interface Row {
  content: unknown;
  version: number;
  savedAt: Date;
  displayName: string | null;
  email: string | null;
}

function toStored<N extends SectionName>(name: N, row: Row | undefined): StoredSection<N> {
  return {
    content: readSection(name, row?.content),
    version: row?.version ?? 0,
    savedBy: row ? row.displayName || row.email || 'Conta excluída' : null,
    savedAt: row?.savedAt.toISOString() ?? null,
  };
}
