import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import type { Bus } from '#platform/bus.server.ts';
import { newId } from '#platform/ids.ts';
import type { PackageInput } from './package-input.ts';

interface Deps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
}

/** Whoever holds the proof of an administrator (accounts); the catalogue itself imports no feature. */
interface Manager {
  readonly role: 'admin';
}

type Refusal = { ok: false; reason: 'no-package' | 'no-category' };
export type PackageOutcome = { ok: true; id: string } | Refusal;

/** Makes a package, active unless the input says otherwise. Not safe to repeat: each call makes one. */
export async function createPackage(
  { db, bus }: Deps,
  _admin: Manager,
  input: PackageInput,
): Promise<PackageOutcome> {
  const id = newId();
  const written = await db.transaction(async (tx) => {
    if (!(await hasCategory(tx, input.categoryId))) return false;
    await tx.insert(packages).values({ id, ...input });
    return true;
  });
  if (!written) return { ok: false, reason: 'no-category' };
  await bus.publish('catalog', id);
  return { ok: true, id };
}

/** Replaces what an administrator can set of a package. Safe to repeat. */
export async function updatePackage(
  { db, bus }: Deps,
  _admin: Manager,
  id: string,
  input: PackageInput,
): Promise<PackageOutcome> {
  const outcome = await db.transaction(async (tx): Promise<PackageOutcome> => {
    if (!(await hasCategory(tx, input.categoryId))) return { ok: false, reason: 'no-category' };
    const changed = await tx
      .update(packages)
      .set({ ...input, updatedAt: sql`now()` })
      .where(there(id))
      .returning({ id: packages.id });
    return changed.length > 0 ? { ok: true, id } : { ok: false, reason: 'no-package' };
  });
  if (outcome.ok) await bus.publish('catalog', id);
  return outcome;
}

/** Shows a package to listeners, or hides it, at once in every process (PKM-22). Safe to repeat. */
export async function setPackageActive(
  { db, bus }: Deps,
  _admin: Manager,
  id: string,
  isActive: boolean,
): Promise<PackageOutcome> {
  const changed = await db
    .update(packages)
    .set({ isActive, updatedAt: sql`now()` })
    .where(there(id))
    .returning({ id: packages.id });
  if (changed.length === 0) return { ok: false, reason: 'no-package' };
  await bus.publish('catalog', id);
  return { ok: true, id };
}

const there = (id: string) => and(eq(packages.id, id), isNull(packages.deletedAt));

async function hasCategory(tx: Pick<Database, 'select'>, id: string): Promise<boolean> {
  const rows = await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, id));
  return rows.length > 0;
}
