import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Database } from '#db/open.server.ts';
import { packages } from '#db/schema/catalog.ts';
import { auditEntries, pageContent } from '#db/schema/site.ts';
import type { Admin } from '#features/accounts/model.ts';
import type { Action } from '#features/audit/model.ts';
import type { SetUp } from './first-steps.ts';

/** By these an administrator makes a package; the demo content has none of them. */
const makings: readonly string[] = [
  'package.create',
  'package.publish',
  'package.duplicate',
] satisfies Action[];

/** The newest changes of packages among which the making of one is looked for: a longer history is no first run. */
const lookedAt = 500;

/** What administrators have done about a new site; both statements read a bounded number of rows. */
export async function findSetUp(
  db: Database,
  _admin: Admin,
): Promise<Pick<SetUp, 'hasPlans' | 'hasPackage'> & { hasSettings: boolean }> {
  const [sections, changes] = await Promise.all([
    db
      .select({ name: pageContent.sectionName })
      .from(pageContent)
      .where(inArray(pageContent.sectionName, ['site_settings', 'pricing_plans'])),
    db
      .select({ action: auditEntries.action, id: auditEntries.entityId })
      .from(auditEntries)
      .where(eq(auditEntries.entity, 'package'))
      .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
      .limit(lookedAt),
  ]);
  const ids = changes.flatMap(({ action, id }) => (id && makings.includes(action) ? [id] : []));
  const own = await db
    .select({ one: sql`1` })
    .from(packages)
    .where(
      and(among(packages.id, ids), packages.isActive, gt(packages.trackCount, 0), isNull(packages.deletedAt)),
    )
    .limit(1);
  const has = (section: string) => sections.some(({ name }) => name === section);
  return {
    hasSettings: has('site_settings'),
    hasPlans: has('pricing_plans'),
    hasPackage: own.length > 0,
  };
}
