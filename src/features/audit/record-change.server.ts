import type { Executor } from '#db/open.server.ts';
import { auditEntries } from '#db/schema/site.ts';
import type { Admin } from '#features/accounts/model.ts';
import { newId } from '#platform/ids.ts';

export interface Change {
  /** A verb: `package.update`, `user.revoke`. */
  action: string;
  /** The kind of thing: `package`, `page_content`, `user`. */
  entity: string;
  entityId?: string | null;
  /** The changed fields, before and after; never a password, a token or a whole file. */
  before?: unknown;
  after?: unknown;
}

export async function recordChange(tx: Executor, admin: Admin, change: Change): Promise<void> {
  await tx.insert(auditEntries).values({
    id: newId(),
    actorId: admin.userId,
    actorEmail: admin.email,
    action: change.action,
    entity: change.entity,
    entityId: change.entityId ?? null,
    before: change.before ?? null,
    after: change.after ?? null,
  });
}
