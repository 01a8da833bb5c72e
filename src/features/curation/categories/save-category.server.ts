import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { categories } from '#db/schema/catalog.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { categoryFields } from '#features/catalog/category-definition.ts';
import { kindOfName, otherKind } from '#features/catalog/kinds.ts';
import { newId } from '#platform/ids.ts';
import { versionOf } from '#platform/version.server.ts';
import type { CurationDeps } from '../save-package.server.ts';
import type { CategoryForm } from './model.ts';

type Deps = Pick<CurationDeps, 'db' | 'bus'>;
type Outcome = { ok: true; id: string } | { ok: false; reason: 'no-category' | 'name-taken' | 'edited' };

export const categoryRefusals = {
  'no-category': 'A categoria não existe mais.',
  'name-taken': 'Já existe uma categoria com este nome.',
  edited: 'Outra pessoa mudou esta categoria enquanto você editava. Nada foi sobrescrito.',
  changed: 'A lista mudou enquanto você a ordenava. Confira e tente de novo.',
} as const;

/**
 * Creates a category, last in order, or renames one; the kind follows from the name. Renaming is safe to
 * repeat. Refuses a duplicate name and, as `edited`, a conflict with the form's version, unless both wrote the same
 * (A-66).
 */
export async function saveCategory({ db, bus }: Deps, admin: Admin, form: CategoryForm): Promise<Outcome> {
  const id = form.id || newId();
  const facts = { name: form.name, description: form.description, kind: kindOfName(form.name) ?? otherKind };
  const outcome = await db.transaction(async (tx): Promise<Outcome> => {
    // Serialised, so that two equal names cannot be created concurrently.
    await tx.execute(sql`lock table categories in share row exclusive mode`);
    const [same] = await tx
      .select({ id: categories.id })
      .from(categories)
      .where(and(sql`fold(${categories.name}) = fold(${form.name})`, ne(categories.id, id)));
    if (same) return { ok: false, reason: 'name-taken' };
    if (!form.id) {
      const next = sql`(select coalesce(max(order_index), -1) + 1 from categories)`;
      // cast: an insert takes SQL here, its type does not say so
      await tx.insert(categories).values({ id, ...facts, orderIndex: next as never });
      await recordChange(tx, admin, 'category.create', id, { after: facts });
      return { ok: true, id };
    }
    const [before] = await tx.select().from(categories).where(eq(categories.id, id)).for('update');
    if (!before) return { ok: false, reason: 'no-category' };
    const stored = versionOf(categoryFields, before);
    if (form.version !== undefined && form.version !== stored && versionOf(categoryFields, facts) !== stored)
      return { ok: false, reason: 'edited' };
    await tx.update(categories).set(facts).where(eq(categories.id, id));
    const old = { name: before.name, description: before.description, kind: before.kind };
    await recordChange(tx, admin, 'category.update', id, { before: old, after: facts });
    return { ok: true, id };
  });
  if (outcome.ok) await bus.publish('catalog');
  return outcome;
}

/** Shows or hides a category and its packages for listeners. Safe to repeat. */
export async function setCategoryActive(
  { db, bus }: Deps,
  admin: Admin,
  id: string,
  isActive: boolean,
): Promise<Outcome> {
  const done = await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(categories)
      .set({ isActive })
      .where(eq(categories.id, id))
      .returning({ name: categories.name });
    if (!changed) return false;
    await recordChange(tx, admin, isActive ? 'category.activate' : 'category.deactivate', id, {
      before: { name: changed.name, isActive: !isActive },
      after: { name: changed.name, isActive },
    });
    return true;
  });
  if (!done) return { ok: false, reason: 'no-category' };
  await bus.publish('catalog');
  return { ok: true, id };
}

/** Reorders the categories; refused when the set differs. Safe to repeat. */
export async function orderCategories(
  { db, bus }: Deps,
  admin: Admin,
  ids: string[],
): Promise<{ ok: true } | { ok: false; reason: 'changed' }> {
  const done = await db.transaction(async (tx) => {
    const known = await tx
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .orderBy(asc(categories.orderIndex), asc(categories.id))
      .for('update');
    const given = new Set(ids);
    if (given.size !== known.length || ids.length !== known.length || known.some(({ id }) => !given.has(id)))
      return false;
    await tx.execute(sql`update categories set order_index = place.at - 1
      from unnest(${sql.param(ids)}::text[]) with ordinality as place(id, at) where categories.id = place.id`);
    const names = new Map(known.map(({ id, name }) => [id, name]));
    await recordChange(tx, admin, 'category.order', null, {
      before: known.map(({ name }) => name),
      after: ids.map((id) => names.get(id)),
    });
    return true;
  });
  if (!done) return { ok: false, reason: 'changed' };
  await bus.publish('catalog');
  return { ok: true };
}
