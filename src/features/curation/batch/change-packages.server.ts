import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import { packages } from '#db/schema/catalog.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { drawCoversJob } from '../covers/cover-job.ts';
import type { CurationRefusal } from '../model.ts';
import { type CurationDeps, hasCategory } from '../save-package.server.ts';
import type { Batch } from './model.ts';

/** Changes several packages at once, all or none; skips deleted ones. Safe to repeat. @returns the number changed */
export async function changePackages(
  deps: CurationDeps & { jobs: Pick<Jobs, 'send'> },
  admin: Admin,
  batch: Batch,
): Promise<{ ok: true; count: number } | { ok: false; reason: CurationRefusal }> {
  const outcome = await deps.db.transaction(async (tx) => {
    if (batch.change === 'move' && !(await hasCategory(tx, batch.categoryId))) return null;
    const which = and(among(packages.id, batch.ids), isNull(packages.deletedAt));
    const before = await tx
      .select({
        id: packages.id,
        isActive: packages.isActive,
        categoryId: packages.categoryId,
        tags: packages.tags,
      })
      .from(packages)
      .where(which)
      .orderBy(packages.id)
      .for('update');
    if (before.length === 0) return before;
    await tx
      .update(packages)
      .set({ ...valuesOf(batch), updatedAt: sql`now()` })
      .where(which);
    const { ids: _, ...after } = batch;
    if (batch.change === 'move')
      await deps.jobs.send(drawCoversJob, { packageIds: before.map(({ id }) => id) }, { tx });
    await recordChange(tx, admin, 'package.batch', null, { before, after });
    return before;
  });
  if (!outcome) return { ok: false, reason: 'no-category' };
  if (outcome.length === 0) return { ok: false, reason: 'no-package' };
  await deps.bus.publish('catalog');
  return { ok: true, count: outcome.length };
}

function valuesOf(batch: Batch): Record<string, unknown> {
  if (batch.change === 'move')
    return { categoryId: batch.categoryId, categoryOpen: false, place: packages.id };
  if (batch.change === 'add-tags') return { tags: addTags(batch.tags) };
  if (batch.change === 'remove-tags') return { tags: removeTags(batch.tags) };
  // What listeners see is no longer a draft.
  return batch.change === 'activate' ? { isActive: true, isDraft: false } : { isActive: false };
}

/** Existing tags keep their position; new ones follow. */
const addTags = (tags: string[]): SQL => sql`coalesce(${packages.tags}, '{}') || array(
  select tag from unnest(${sql.param(tags)}::text[]) with ordinality as given(tag, at)
  where tag <> all (coalesce(${packages.tags}, '{}')) order by at)`;

/** No tag is null (PKM-12). */
const removeTags = (tags: string[]): SQL => sql`nullif(array(
  select tag from unnest(${packages.tags}) with ordinality as kept(tag, at)
  where tag <> all (${sql.param(tags)}::text[]) order by at), '{}')`;
