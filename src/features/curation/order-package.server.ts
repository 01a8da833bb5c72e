import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '#db/open.server.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { idSchema } from '#platform/id-schema.ts';
import type { CurationOutcome } from './model.ts';
import { placeBetween } from './place.ts';
import { type CurationDeps, there } from './save-package.server.ts';

/** Where a package goes within its category: beside one or two others, or to an end. */
export const movingSchema = z
  .object({
    id: idSchema,
    after: z.union([idSchema, z.literal('')]).default(''),
    before: z.union([idSchema, z.literal('')]).default(''),
    end: z.enum(['first', 'last', '']).default(''),
  })
  .refine(({ after, before, end }) => [after, before, end].some(Boolean));
type Moving = z.output<typeof movingSchema>;

interface Neighbour {
  id: string;
  title: string;
  orderIndex: number;
  place: string;
}

/**
 * Puts a package between two others of its category: only its own row is written. Refused as `changed` when
 * those two do not stand side by side any more. Safe to repeat.
 */
export async function movePackage(
  { db, bus }: Pick<CurationDeps, 'db' | 'bus'>,
  admin: Admin,
  moving: Moving,
): Promise<CurationOutcome> {
  const outcome = await db.transaction(async (tx): Promise<CurationOutcome> => {
    const [pack] = await tx.select().from(packages).where(there(moving.id));
    if (!pack) return { ok: false, reason: 'no-package' };
    // One move at a time within a category: two would compute the same place.
    await tx
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.id, pack.categoryId))
      .for('update');
    const spot = await findSpot(tx, pack.categoryId, moving);
    if (!spot) return { ok: false, reason: 'changed' };
    const { ahead, behind } = spot;
    const orderIndex = (ahead ?? behind)?.orderIndex ?? pack.orderIndex;
    const limit = behind?.orderIndex === orderIndex ? behind.place : null;
    const place = placeBetween(ahead?.place ?? '', limit);
    await tx
      .update(packages)
      .set({ orderIndex, place, updatedAt: sql`now()` })
      .where(eq(packages.id, pack.id));
    await recordChange(tx, admin, 'package.order', pack.id, {
      before: { orderIndex: pack.orderIndex },
      after: { orderIndex, ahead: ahead?.title ?? null, behind: behind?.title ?? null },
    });
    return { ok: true };
  });
  if (outcome.ok) await bus.publish('catalog', moving.id);
  return outcome;
}

/** The packages between which it goes; null when the asked ones are not neighbours. */
async function findSpot(
  tx: Executor,
  categoryId: string,
  { id, after, before, end }: Moving,
): Promise<{ ahead: Neighbour | null; behind: Neighbour | null } | null> {
  const read = (condition: ReturnType<typeof sql>, isBack = false) =>
    readNeighbour(tx, and(eq(packages.categoryId, categoryId), ne(packages.id, id), condition), isBack);
  const beside = ({ orderIndex, place, id: other }: Neighbour, than: '>' | '<') =>
    read(
      sql`(${packages.orderIndex}, ${packages.place}, ${packages.id}) ${sql.raw(than)} (${orderIndex}, ${place}, ${other})`,
      than === '<',
    );
  if (end === 'first') return { ahead: null, behind: await read(sql`true`) };
  if (end === 'last') return { ahead: await read(sql`true`, true), behind: null };
  const named = await read(sql`${packages.id} = ${after || before}`);
  if (!named) return null;
  if (!after) return { ahead: await beside(named, '<'), behind: named };
  const behind = await beside(named, '>');
  return before && behind?.id !== before ? null : { ahead: named, behind };
}

async function readNeighbour(
  tx: Executor,
  condition: ReturnType<typeof and>,
  isBack: boolean,
): Promise<Neighbour | null> {
  const direction = isBack ? desc : asc;
  const [found] = await tx
    .select({
      id: packages.id,
      title: packages.title,
      orderIndex: packages.orderIndex,
      place: packages.place,
    })
    .from(packages)
    .where(and(condition, isNull(packages.deletedAt)))
    .orderBy(direction(packages.orderIndex), direction(packages.place), direction(packages.id))
    .limit(1);
  return found ?? null;
}
