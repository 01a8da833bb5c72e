import type { Executor } from '#db/open.server.ts';
import { auditEntries } from '#db/schema/site.ts';
import type { Admin } from '#features/accounts/model.ts';
import { newId } from '#platform/ids.ts';
import { withoutSecrets } from '#platform/redact.ts';
import { type Action, actions } from './model.ts';

/** Records an administrator's change. */
export async function recordChange(
  tx: Executor,
  admin: Admin,
  action: Action,
  entityId: string | null,
  /** The changed fields; never a password, a token or a whole file. */
  { before = null, after = null }: { before?: unknown; after?: unknown } = {},
): Promise<void> {
  await tx.insert(auditEntries).values({
    id: newId(),
    actorId: admin.userId,
    actorEmail: admin.email,
    action,
    entity: actions[action].entity,
    entityId,
    before: withoutSecrets(before),
    after: withoutSecrets(after),
  });
}
