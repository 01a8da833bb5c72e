import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { licences } from '#db/schema/licences.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import type { Clock } from '#platform/clock.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

export type WithdrawalResult = { ok: true } | { ok: false; reason: 'already' };

/** Marks a licence as withdrawn: its page and its PDF say so from now on. Safe to repeat: it is refused. */
export function withdrawLicence(
  { db, clock }: Deps,
  admin: Admin,
  { id, reason }: { id: string; reason: string },
): Promise<WithdrawalResult> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(licences)
      .set({ withdrawnAt: clock.now(), withdrawnReason: reason })
      .where(and(eq(licences.id, id), isNull(licences.withdrawnAt)))
      .returning({ licensee: licences.licensee });
    const [licence] = changed;
    if (!licence) return { ok: false, reason: 'already' };
    await recordChange(tx, admin, 'licence.withdraw', id, { after: { name: licence.licensee, reason } });
    return { ok: true };
  });
}

/** Lets a withdrawn licence be valid again. Safe to repeat: it is refused. */
export function restoreLicence(
  { db }: Deps,
  admin: Admin,
  { id }: { id: string },
): Promise<WithdrawalResult> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(licences)
      .set({ withdrawnAt: null, withdrawnReason: null })
      .where(and(eq(licences.id, id), isNotNull(licences.withdrawnAt)))
      .returning({ licensee: licences.licensee });
    const [licence] = changed;
    if (!licence) return { ok: false, reason: 'already' };
    await recordChange(tx, admin, 'licence.restore', id, { after: { name: licence.licensee } });
    return { ok: true };
  });
}
