import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { type Package, packageFields } from '#features/catalog/package-definition.ts';
import type { Bus } from '#platform/bus.server.ts';
import { changesBetween } from '#platform/definition.ts';
import { firstOf } from '#platform/elements.ts';
import { newId } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { versionOf } from '#platform/version.server.ts';
import { drawPackageCover } from './covers/make-cover.server.ts';
import type { CurationRefusal, PackageForm } from './model.ts';
import { editedOf } from './queries.server.ts';

export interface CurationDeps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
  storage: Storage;
}

type Refused = { ok: false; reason: CurationRefusal };
export type PackageOutcome =
  | {
      ok: true;
      id: string;
      /** It names another Drive folder than before: its audio is to be imported. */
      hasNewFolder: boolean;
    }
  | Refused;
/** Creates a package, active unless the form says otherwise. Not safe to repeat: each call creates one. */
export async function createPackage(
  deps: CurationDeps,
  admin: Admin,
  form: PackageForm,
): Promise<PackageOutcome> {
  const { cover, version: _, ...input } = form;
  const id = newId();
  const outcome = await deps.db.transaction(async (tx): Promise<PackageOutcome> => {
    if (!(await hasCategory(tx, input.categoryId))) return { ok: false, reason: 'no-category' };
    const coverKey = isOwnCover(cover) ? cover : null;
    if (coverKey && !(await keepCover(tx, coverKey))) return { ok: false, reason: 'no-cover' };
    await tx.insert(packages).values({ id, ...input, coverKey });
    const after = { ...input, coverKey };
    await recordChange(tx, admin, 'package.create', id, { after });
    return { ok: true, id, hasNewFolder: input.googleDriveUrl !== null };
  });
  if (outcome.ok) await finish(deps, id);
  return outcome;
}

/**
 * Saves a package's form. Refused as `edited` on a conflict with the form's version, unless both wrote the same
 * . Safe to repeat.
 */
export async function updatePackage(
  deps: CurationDeps,
  admin: Admin,
  id: string,
  form: PackageForm,
): Promise<PackageOutcome> {
  const { cover, version, ...input } = form;
  const outcome = await deps.db.transaction(async (tx): Promise<PackageOutcome> => {
    const [before] = await tx.select().from(packages).where(there(id)).for('update');
    if (!before) return { ok: false, reason: 'no-package' };
    const stored = versionOf(packageFields, editedOf(before));
    const wanted = versionOf(packageFields, editedOf({ ...before, ...input, ...coverChange(before, form) }));
    if (version !== undefined && version !== stored && wanted !== stored)
      return { ok: false, reason: 'edited' };
    if (input.categoryId !== before.categoryId && !(await hasCategory(tx, input.categoryId)))
      return { ok: false, reason: 'no-category' };
    if (isOwnCover(cover) && !(await keepCover(tx, cover))) return { ok: false, reason: 'no-cover' };
    const saved = await tx
      .update(packages)
      // What listeners see is no longer a draft, and a category chosen here is not open any more.
      .set({
        ...input,
        ...coverChange(before, form),
        ...(input.isActive ? { isDraft: false } : {}),
        categoryOpen: false,
        // A place counts within its category.
        ...(input.categoryId !== before.categoryId && { place: id }),
        updatedAt: sql`now()`,
      })
      .where(eq(packages.id, id))
      .returning();
    const after = firstOf(saved);
    await recordPackageUpdate(tx, admin, id, changesBetween(packageFields, before, after));
    const { googleDriveUrl } = after;
    return {
      ok: true,
      id,
      hasNewFolder: googleDriveUrl !== null && googleDriveUrl !== before.googleDriveUrl,
    };
  });
  if (outcome.ok) await finish(deps, id);
  return outcome;
}

/** An own cover stays or goes as the form says; a drawn one is redrawn when its input changed. */
function coverChange(
  before: Package,
  { cover, title, categoryId }: PackageForm,
): Partial<Pick<Package, 'coverKey' | 'coverGenerated'>> {
  if (isOwnCover(cover)) return { coverKey: cover, coverGenerated: false };
  const isOld = before.coverGenerated && (title !== before.title || categoryId !== before.categoryId);
  const isRemoved = cover === 'none' && !before.coverGenerated;
  return isOld || isRemoved ? { coverKey: null, coverGenerated: true } : {};
}

const isOwnCover = (cover: string): boolean => cover !== 'keep' && cover !== 'none';

/** Whether an uploaded picture still exists; protects it from the cleanup. */
async function keepCover(tx: Executor, key: string): Promise<boolean> {
  const kept = await tx
    .update(storedObjects)
    .set({ trashedAt: null })
    .where(and(eq(storedObjects.key, key), eq(storedObjects.bucket, 'covers')))
    .returning({ key: storedObjects.key });
  return kept.length > 0;
}

async function finish(deps: CurationDeps, id: string): Promise<void> {
  await deps.bus.publish('catalog', id);
  await drawPackageCover(deps, id, { onlyMissing: true });
}

/** The audit row of a saved package; none when nothing changed. */
export async function recordPackageUpdate(
  tx: Executor,
  admin: Admin,
  entityId: string,
  changes: ReturnType<typeof changesBetween>,
): Promise<void> {
  if (changes) await recordChange(tx, admin, 'package.update', entityId, changes);
}

/** A package that is not deleted. */
export const there = (id: string) => and(eq(packages.id, id), isNull(packages.deletedAt));

/** Whether an active category exists: only those can be chosen (PKM-10). */
export async function hasCategory(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.id, id), eq(categories.isActive, true)));
  return rows.length > 0;
}
