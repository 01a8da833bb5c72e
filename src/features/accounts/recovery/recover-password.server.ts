import { eq } from 'drizzle-orm';
import { sessions, users } from '#db/schema/accounts.ts';
import type { Bus } from '#platform/bus.server.ts';
import { findLink, issueLink, redeemLink } from '../links/redeem-link.server.ts';
import { type LinkDeps, makeOwn } from '../sign-up/sign-up.server.ts';

/** Sends a recovery link; nothing for an unknown address. */
export async function requestRecovery(deps: LinkDeps, to: string): Promise<void> {
  const [account] = await deps.db.select().from(users).where(eq(users.email, to));
  if (!account) return;
  const secret = await issueLink(deps.db, account, 'recovery', deps.clock.now());
  const url = `${deps.publicUrl}/auth/nova-senha?token=${secret}`;
  await deps.post({ kind: 'recover-password', to, url });
}

/** Links that set a password; a confirmation link does so when opened away from its sign-up. */
const kinds = ['recovery', 'confirmation'] as const;

/** What this link may set a password for, without redeeming it; null when it is invalid. */
export async function findPasswordLink(
  { db, clock }: LinkDeps,
  secret: string,
): Promise<(typeof kinds)[number] | null> {
  const found = await findLink(db, secret, clock.now());
  return (found?.isOpen && kinds.find((kind) => kind === found.link.kind)) || null;
}

/**
 * Sets a password by a link, once, and ends every session. Holding the link proves owning the address, so an
 * unconfirmed account becomes confirmed. @returns Set-Cookie headers that make this browser a known place; null when
 * the link is invalid
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
