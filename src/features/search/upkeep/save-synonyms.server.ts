import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { searchMisses, searchSynonyms } from '#db/schema/search.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import { newId } from '#platform/ids.ts';
import type { SynonymsForm } from './model.ts';

interface Deps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
}

type Outcome = { ok: true } | { ok: false; reason: 'gone' };
export const synonymRefusals = { gone: 'Este grupo não existe mais.' } as const;

/** Adds a group of synonyms, or replaces one; the next search uses it. A replacement is safe to repeat. */
export async function saveSynonyms({ db, bus }: Deps, admin: Admin, form: SynonymsForm): Promise<Outcome> {
  const { words, kind } = form;
  const done = await db.transaction(async (tx): Promise<Outcome> => {
    if (!form.id) {
      const id = newId();
      await tx.insert(searchSynonyms).values({ id, words, kind });
      await recordChange(tx, admin, 'synonyms.save', id, { after: { words, kind } });
      return { ok: true };
    }
    const [before] = await tx
      .select()
      .from(searchSynonyms)
      .where(eq(searchSynonyms.id, form.id))
      .for('update');
    if (!before) return { ok: false, reason: 'gone' };
    await tx
      .update(searchSynonyms)
      .set({ words, kind, updatedAt: new Date() })
      .where(eq(searchSynonyms.id, form.id));
    const old = { words: before.words, kind: before.kind };
    await recordChange(tx, admin, 'synonyms.save', form.id, { before: old, after: { words, kind } });
    return { ok: true };
  });
  if (done.ok) await bus.publish('catalog');
  return done;
}

/** Removes a group of synonyms. */
export async function removeSynonyms({ db, bus }: Deps, admin: Admin, id: string): Promise<Outcome> {
  const done = await db.transaction(async (tx): Promise<Outcome> => {
    const [removed] = await tx.delete(searchSynonyms).where(eq(searchSynonyms.id, id)).returning();
    if (!removed) return { ok: false, reason: 'gone' };
    await recordChange(tx, admin, 'synonyms.remove', id, {
      before: { words: removed.words, kind: removed.kind },
    });
    return { ok: true };
  });
  if (done.ok) await bus.publish('catalog');
  return done;
}

/** Forgets a term that found nothing. Safe to repeat. */
export async function forgetMiss(
  { db }: Pick<Deps, 'db'>,
  _admin: Admin,
  term: string,
): Promise<{ ok: true }> {
  await db.delete(searchMisses).where(eq(searchMisses.term, term));
  return { ok: true };
}
