import { createHash, randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { accountLinks, users } from '#db/schema/accounts.ts';
import { confirmationHours, recoveryMinutes } from '../letters.ts';

export type LinkKind = 'recovery' | 'confirmation' | 'email-change';
export type Link = typeof accountLinks.$inferSelect;
export type Account = typeof users.$inferSelect;

const minutes: Record<LinkKind, number> = {
  recovery: recoveryMinutes,
  confirmation: confirmationHours * 60,
  'email-change': confirmationHours * 60,
};

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Makes a link for an account as it was read; replaces an older change of e-mail. @returns the secret, not stored */
export async function issueLink(
  db: Executor,
  account: Pick<Account, 'id' | 'linkEra'>,
  kind: LinkKind,
  now: Date,
  extra: Partial<Pick<Link, 'newEmail' | 'passwordHash' | 'displayName' | 'browser'>> = {},
): Promise<string> {
  const { id: userId, linkEra: era } = account;
  if (kind === 'email-change') {
    await db.delete(accountLinks).where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, kind)));
  }
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + minutes[kind] * 60_000);
  await db
    .insert(accountLinks)
    .values({ ...extra, secretHash: hashOf(secret), userId, kind, era, createdAt: now, expiresAt });
  return secret;
}

/** A link with its account and validity. Reading does not redeem it. */
export interface FoundLink {
  link: Link;
  account: Account;
  isOpen: boolean;
}

/** The link of a secret, or null when unknown or deleted. */
export async function findLink(db: Executor, secret: string, now: Date): Promise<FoundLink | null> {
  const [row] = await select(db, secret);
  return row ? withState(row, now) : null;
}

/**
 * Redeems a link; nothing else does. A link is valid until it expires, and only in the era it was made in: every use
 * changes password or e-mail, which invalidates all links of the account, this one included. Of two concurrent uses
 * the second finds it invalid. @returns the result of `use`, or null for an invalid link or another kind
 */
export async function redeemLink<T>(
  db: Database,
  secret: string,
  kinds: readonly LinkKind[],
  now: Date,
  use: (tx: Executor, link: Link, account: Account) => Promise<T>,
): Promise<T | null> {
  return db.transaction(async (tx) => {
    const [row] = await select(tx, secret).for('update', { of: users });
    const found = row && withState(row, now);
    if (!found?.isOpen || !kinds.some((kind) => kind === found.link.kind)) return null;
    return use(tx, found.link, found.account);
  });
}

const select = (db: Executor, secret: string) =>
  db
    .select({ link: accountLinks, account: users })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    .where(eq(accountLinks.secretHash, hashOf(secret)));

const withState = ({ link, account }: { link: Link; account: Account }, now: Date): FoundLink => ({
  link,
  account,
  isOpen: link.era === account.linkEra && link.expiresAt > now,
});
