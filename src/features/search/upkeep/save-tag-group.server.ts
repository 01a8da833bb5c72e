import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { tagGroups } from '#db/schema/search.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { TagGroupForm } from './model.ts';

/** Replaces the tags of a group; the filters show it at once. Safe to repeat. */
export async function saveTagGroup(
  { db, bus }: { db: Database; bus: Pick<Bus, 'publish'> },
  admin: Admin,
  { name, tags }: TagGroupForm,
): Promise<{ ok: true }> {
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(tagGroups).where(eq(tagGroups.name, name)).for('update');
    const set = { tags, updatedAt: new Date() };
    await tx
      .insert(tagGroups)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: tagGroups.name, set });
    const old = { words: before?.tags ?? [] };
    await recordChange(tx, admin, 'tags.group', name, { before: old, after: { words: tags } });
  });
  await bus.publish('catalog');
  return { ok: true };
}
