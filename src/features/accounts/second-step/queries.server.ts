import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { passkeys, twoFactors } from '#db/schema/accounts.ts';
import { formatDate, formatRelative } from '#platform/format.ts';
import type { SecondStep } from './model.ts';

export async function findSecondStep(db: Database, userId: string, now: Date): Promise<SecondStep> {
  const [apps, keys] = await Promise.all([
    db.$count(twoFactors, and(eq(twoFactors.userId, userId), eq(twoFactors.verified, true))),
    db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt)),
  ]);
  return {
    hasApp: apps > 0,
    passkeys: keys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name: name ?? 'Chave de acesso',
      facts: `Criada em ${formatDate(createdAt)}, ${
        lastUsedAt ? `usada ${formatRelative(lastUsedAt < now ? lastUsedAt : now, now)}` : 'ainda não usada'
      }`,
    })),
  };
}

/** The owner of a passkey by its credential id; null: unknown. */
export async function ownerOfPasskey(db: Database, credentialID: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.credentialID, credentialID));
  return row?.userId ?? null;
}
