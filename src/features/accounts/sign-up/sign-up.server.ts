import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { accountLinks, profiles, users } from '#db/schema/accounts.ts';
import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { ensureProfile } from '../ensure-profile.server.ts';
import { type Account, findLink, issueLink, type Link, redeemLink } from '../links/redeem-link.server.ts';
import type { Letter } from '../mails/table.ts';
import type { LinkFate } from '../model.ts';
import { savePassword } from '../password-rows.server.ts';
import type { Places } from '../places/known-places.server.ts';

export interface LinkDeps {
  db: Database;
  clock: Clock;
  places: Places;
  publicUrl: string;
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Queues a mail, within the transaction if one is given. */
  post(letter: Letter, tx?: Executor): Promise<void>;
  /** Called for each new account, in the background. */
  announce(user: { userId: string; email: string }): void;
}

const letterOf = ({ publicUrl }: Pick<LinkDeps, 'publicUrl'>, to: string, secret: string): Letter => ({
  kind: 'confirm-email',
  to,
  url: `${publicUrl}/email-confirmed?token=${secret}`,
});

/**
 * Creates an unconfirmed account. Signing up again makes another link: each carries its own password and belongs to
 * the browser that asked, so that nobody can prepare or change an account for someone else. The owner of a confirmed
 * account gets a mail instead, and the attempt is stored alike, so that both cases are indistinguishable.
 * @returns Set-Cookie headers
 */
export async function signUp(
  deps: LinkDeps,
  request: Request,
  input: { email: string; password: string; name: string },
): Promise<string[]> {
  const { email, name: displayName } = input;
  const now = deps.clock.now();
  const passwordHash = await deps.hash(input.password);
  const { browser, setCookie } = deps.places.nameBrowser(request);
  const newUser = await deps.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(users)
      .values({ id: newId(), email })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    if (made) {
      await ensureProfile(tx, made.id, displayName);
      await savePassword(tx, made.id, passwordHash, now);
    }
    const [account] = await tx.select().from(users).where(eq(users.email, email));
    if (!account) throw new AppError('unavailable', 'Não foi possível criar a conta. Tente novamente.');
    const secret = await issueLink(tx, account, 'confirmation', now, { passwordHash, displayName, browser });
    await deps.post(
      account.emailVerified ? { kind: 'already-registered', to: email } : letterOf(deps, email, secret),
      tx,
    );
    return made;
  });
  if (newUser) deps.announce({ userId: newUser.id, email });
  return [setCookie];
}

/** The unconfirmed sign-ups of an address, those of this browser first, then the newest. */
const waiting = (db: Executor, email: string, browser: string | null) =>
  db
    .select({ link: accountLinks, account: users })
    .from(accountLinks)
    .innerJoin(users, and(eq(users.id, accountLinks.userId), eq(users.linkEra, accountLinks.era)))
    .where(and(eq(users.email, email), isNotNull(accountLinks.passwordHash)))
    .orderBy(desc(sql`${accountLinks.browser} = ${browser ?? ''}`), desc(accountLinks.createdAt));

/** How many of them a password is compared with. */
const compared = 5;

/** Whether there is an unconfirmed sign-up with this address and password. */
export async function isWaiting(
  deps: LinkDeps,
  request: Request,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const rows = await waiting(deps.db, email, deps.places.browserOf(request)).limit(compared);
  for (const { link } of rows)
    if (link.passwordHash && (await deps.verify(link.passwordHash, password))) return true;
  return false;
}

/** Sends another confirmation link, with the password of the sign-up in this browser if there was one. */
export async function resendConfirmation(deps: LinkDeps, request: Request, email: string): Promise<void> {
  const { db, clock } = deps;
  const [account] = await db.select().from(users).where(eq(users.email, email));
  if (!account) return;
  const browser = deps.places.browserOf(request);
  const [newest] = await waiting(db, email, browser).limit(1);
  if (account.emailVerified) {
    // The account exists and is confirmed: the mail says so, because the page must not.
    if (newest) await deps.post({ kind: 'already-registered', to: email });
    return;
  }
  const own = newest && newest.link.browser === browser ? newest.link : undefined;
  await sendConfirmation(deps, db, account, clock.now(), {
    passwordHash: own?.passwordHash,
    displayName: own?.displayName,
    browser: own?.browser,
  });
}

/** Sends a new confirmation link; without a sign-up's password its reader chooses one. */
export async function sendConfirmation(
  deps: Pick<LinkDeps, 'publicUrl' | 'post'>,
  tx: Executor,
  account: Account,
  now: Date,
  signUp: Partial<Pick<Link, 'passwordHash' | 'displayName' | 'browser'>> = {},
): Promise<void> {
  const secret = await issueLink(tx, account, 'confirmation', now, signUp);
  await deps.post(letterOf(deps, account.email, secret), tx);
}

/**
 * Redeems a confirmation link. In the browser of its sign-up the password chosen there counts; anywhere else the
 * mailbox's owner must choose one (`choose`). Safe to repeat: it is then `used`.
 */
export async function confirmEmail(deps: LinkDeps, request: Request, secret: string): Promise<LinkFate> {
  const { db, clock, places } = deps;
  const now = clock.now();
  const found = await findLink(db, secret, now);
  if (found?.link.kind !== 'confirmation') return 'invalid';
  if (found.account.emailVerified) return 'used';
  if (!found.isOpen) return 'expired';
  const { passwordHash, displayName, browser } = found.link;
  if (!passwordHash || browser !== places.browserOf(request)) return 'choose';
  const confirmed = await redeemLink(db, secret, ['confirmation'], now, async (tx, _, account) => {
    await makeOwn(tx, account, { passwordHash, displayName }, now);
    return account.id;
  });
  if (!confirmed) return 'used';
  await places.remember(request, confirmed);
  return 'confirmed';
}

/** Confirms an account for the mailbox's owner, with their password; removes a name given before. */
export async function makeOwn(
  tx: Executor,
  account: Account,
  { passwordHash, displayName = '' }: { passwordHash: string; displayName?: Link['displayName'] },
  now: Date,
): Promise<void> {
  await savePassword(tx, account.id, passwordHash, now);
  if (account.emailVerified) return;
  await tx.update(users).set({ emailVerified: true, updatedAt: now }).where(eq(users.id, account.id));
  await tx
    .update(profiles)
    .set({ displayName: displayName ?? '' })
    .where(eq(profiles.userId, account.id));
}
