import { eq } from 'drizzle-orm';
import { sessions, users } from '#db/schema/accounts.ts';
import type { Bus } from '#platform/bus.server.ts';
import { findLink, issueLink, redeemLink } from '../links/redeem-link.server.ts';
import { type LinkDeps, makeOwn } from '../sign-up/sign-up.server.ts';

/** Sends the link by which a forgotten password is replaced. An unknown address gets none. */
export async function requestRecovery(deps: LinkDeps, to: string): Promise<void> {
  const [account] = await deps.db.select().from(users).where(eq(users.email, to));
  if (!account) return;
  const secret = await issueLink(deps.db, account, 'recovery', deps.clock.now());
  const url = `${deps.publicUrl}/auth/nova-senha?token=${secret}`;
  await deps.post({ kind: 'recover-password', to, url });
}

/** Links by which a password is chosen; one of confirmation was opened away from its sign-up. */
const kinds = ['recovery', 'confirmation'] as const;

/** What a password can be chosen for by this link, without using it up; null when it is not good. */
export async function findPasswordLink(
  { db, clock }: LinkDeps,
  secret: string,
): Promise<(typeof kinds)[number] | null> {
  const found = await findLink(db, secret, clock.now());
  return (found?.isOpen && kinds.find((kind) => kind === found.link.kind)) || null;
}

/**
 * Replaces the password by a link, which ends every session. Whoever holds the link owns the address: an account that
 * waited for its confirmation is confirmed. Once only.
 * @returns Set-Cookie lines for the answer: where this was done counts as known; null when the link is not good
 */
export async function resetPassword(
  deps: LinkDeps & { bus: Bus },
  request: Request,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<string[] | null> {
  const { db, clock } = deps;
  if (!(await findPasswordLink(deps, token))) return null;
  const now = clock.now();
  const passwordHash = await deps.hash(newPassword);
  const userId = await redeemLink(db, token, kinds, now, async (tx, { kind }, account) => {
    await makeOwn(tx, account, { passwordHash }, now);
    await tx.delete(sessions).where(eq(sessions.userId, account.id));
    const letter = { kind: 'password-changed', to: account.email, at: now.toISOString() } as const;
    if (kind === 'recovery') await deps.post(letter, tx);
    return account.id;
  });
  if (!userId) return null;
  await deps.bus.publish('viewer', userId);
  return [await deps.places.remember(request, userId)];
}
