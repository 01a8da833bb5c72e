import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import type { Admin } from '#features/accounts/model.ts';
import { categoryFields } from '#features/catalog/category-definition.ts';
import { versionOf } from '#platform/version.server.ts';
import type { ManagedCategory } from './model.ts';

/** Every category in order, active or not, with its number of packages. */
export async function listAllCategories(db: Database, _admin: Admin): Promise<ManagedCategory[]> {
  const rows = await db
    .select({
      id: categories.id,
      name: categories.name,
      kind: categories.kind,
      description: categories.description,
      isActive: categories.isActive,
      packages: sql<number>`count(${packages.id}) filter (where ${packages.deletedAt} is null)::int`,
    })
    .from(categories)
    .leftJoin(packages, eq(packages.categoryId, categories.id))
    .groupBy(categories.id)
    .orderBy(asc(categories.orderIndex), asc(categories.id));
  return rows.map((row) => ({ ...row, version: versionOf(categoryFields, row) }));
}
