import { and, eq, inArray, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import { importFiles } from '#db/schema/ingestion.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { draftFields } from '#features/catalog/package-definition.ts';
import { drawPackageCover } from '#features/curation/covers/make-cover.server.ts';
import { deletePackage } from '#features/curation/delete-package.server.ts';
import { hasCategory, recordPackageUpdate } from '#features/curation/save-package.server.ts';
import { changesBetween } from '#platform/definition.ts';
import { versionOf } from '#platform/version.server.ts';
import { countedOfDraft, isDraft, refusalOf } from './draft-queries.server.ts';
import type { DraftForm, DraftRefusal } from './draft-review.ts';
import { finishImport } from './finish-import.server.ts';
import { idleFiles } from './import-states.ts';
import type { ImportDeps } from './start-import.server.ts';

type ReviewDeps = Pick<ImportDeps, 'db' | 'bus' | 'storage'>;
type Refused = { ok: false; reason: DraftRefusal };

const draftOf = (id: string) => and(eq(packages.id, id), isDraft);

/** Saves a draft; `changed` when its version differs. Safe to repeat: equal values are no conflict. */
export async function saveDraft(
  deps: ReviewDeps,
  admin: Admin,
  form: DraftForm,
): Promise<{ ok: true; version: string } | Refused> {
  const { id, version, ...input } = form;
  const outcome = await deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(packages).where(draftOf(id)).for('update');
    if (!before) return { ok: false as const, reason: 'gone' as const };
    const categoryOpen = input.categoryId === '';
    const categoryId = categoryOpen ? before.categoryId : input.categoryId;
    const wanted = { ...input, categoryId, categoryOpen };
    const next = versionOf(countedOfDraft, wanted);
    const now = versionOf(countedOfDraft, before);
    if (next === now) return { ok: true as const, version: now, isNew: false };
    if (now !== version) return { ok: false as const, reason: 'changed' as const };
    if (!categoryOpen && !(await hasCategory(tx, categoryId)))
      return { ok: false as const, reason: 'no-category' as const };
    const isRedrawn =
      before.coverGenerated && (input.title !== before.title || categoryId !== before.categoryId);
    await tx
      .update(packages)
      .set({ ...wanted, ...(isRedrawn ? { coverKey: null } : {}), updatedAt: sql`now()` })
      .where(eq(packages.id, id));
    await recordPackageUpdate(tx, admin, id, changesBetween(draftFields, before, wanted));
    return { ok: true as const, version: next, isNew: true };
  });
  if (!outcome.ok) return outcome;
  if (outcome.isNew) await drawPackageCover(deps, id, { onlyMissing: true });
  return { ok: true, version: outcome.version };
}

export interface Publication {
  published: { id: string; title: string }[];
  refused: { id: string; title: string; reason: DraftRefusal }[];
}

/** Publishes drafts that have a playable track and an active category. Safe to repeat. @param ids null: all */
export async function publishDrafts(
  deps: Pick<ImportDeps, 'db' | 'bus'>,
  admin: Admin,
  ids: string[] | null,
): Promise<Publication> {
  const outcome = await deps.db.transaction(async (tx): Promise<Publication> => {
    const rows = await tx
      .select({
        id: packages.id,
        title: packages.title,
        trackCount: packages.trackCount,
        categoryOpen: packages.categoryOpen,
        isCategoryActive: categories.isActive,
      })
      .from(packages)
      .innerJoin(categories, eq(categories.id, packages.categoryId))
      .where(and(isDraft, ids === null ? undefined : among(packages.id, ids)))
      .orderBy(packages.id)
      .for('update', { of: packages });
    const found: Publication = { published: [], refused: [] };
    for (const { id, title, ...facts } of rows) {
      const reason = refusalOf(facts);
      if (reason) found.refused.push({ id, title, reason });
      else found.published.push({ id, title });
    }
    const ready = found.published.map(({ id }) => id);
    if (ready.length === 0) return found;
    await tx
      .update(packages)
      .set({ isDraft: false, isActive: true, updatedAt: sql`now()` })
      .where(among(packages.id, ready));
    for (const { id, title } of found.published)
      await recordChange(tx, admin, 'package.publish', id, { after: { title } });
    return found;
  });
  const [first, another] = outcome.published;
  if (first) await deps.bus.publish('catalog', another ? '*' : first.id);
  return outcome;
}

/** Moves a draft into the bin and cancels its pending files. Safe to repeat. */
export async function discardDraft(
  deps: ImportDeps,
  admin: Admin,
  id: string,
): Promise<{ ok: true } | Refused> {
  const { db, clock } = deps;
  const [existing] = await db.select({ id: packages.id }).from(packages).where(draftOf(id));
  if (!existing) return { ok: false, reason: 'gone' };
  const outcome = await deletePackage(deps, admin, id, clock.now());
  if (!outcome.ok) return { ok: false, reason: 'gone' };
  const stopped = await db
    .update(importFiles)
    .set({ status: 'cancelled', updatedAt: clock.now() })
    .where(and(eq(importFiles.packageId, id), inArray(importFiles.status, idleFiles)))
    .returning({ importId: importFiles.importId });
  for (const importId of new Set(stopped.map((file) => file.importId))) await finishImport(deps, importId);
  return { ok: true };
}
