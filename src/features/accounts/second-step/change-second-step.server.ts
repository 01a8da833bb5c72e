import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database, Executor } from '#db/open.server.ts';
import { passkeys, sessions, twoFactors, users } from '#db/schema/accounts.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { firstMessage } from '#platform/errors.ts';
import type { CallOutcome } from '../auth-calls.server.ts';
import { verifyPassword } from '../change-account.server.ts';
import type { Auth } from '../gateway.server.ts';
import { wrongPassword } from '../messages.ts';
import type { SignedIn } from '../model.ts';
import { endSessions } from '../sessions/end-sessions.server.ts';
import { callOfCode, codeForm, type SetUpAnswer, type stepCall } from './model.ts';
import { qrCodeOf } from './qr.ts';

interface Deps {
  db: Database;
  auth: Auth;
  bus: Bus;
  clock: Clock;
}

type Facts = Pick<SetUpAnswer, 'app' | 'options' | 'codes' | 'isOn'> & { cookies?: string[] };
type Refused = { ok: false; message: string; field?: string };
type Outcome = ({ ok: true } & Facts) | Refused;
/** What a change of the second step takes: `code` is asked for while it is on. */
export type Asked = z.output<typeof stepCall>;

const refused = ({ message }: CallOutcome): Refused => ({ ok: false, message });

/**
 * Requires a code of the app or a recovery code while the second step is on: the password alone must neither remove it
 * nor add another one. Consumes a recovery code. @returns null when it is right
 */
async function refusedCode(
  { auth }: Pick<Deps, 'auth'>,
  { user }: SignedIn,
  code: string,
  from: Request,
): Promise<Refused | null> {
  if (user.secondStep !== 'on') return null;
  const typed = codeForm.safeParse({ code });
  if (!typed.success) return { ok: false, message: firstMessage(typed.error), field: 'code' };
  const { path, code: sent } = callOfCode(typed.data.code);
  const outcome = await auth.call(path, { code: sent }, from);
  return outcome.ok ? null : { ...refused(outcome), field: 'code' };
}

/** Starts to set up an authenticator app; asks for the password. The first second step creates recovery codes. */
export async function beginApp(
  deps: Deps,
  viewer: SignedIn,
  { password, code }: Asked,
  from: Request,
): Promise<Outcome> {
  const { db, auth } = deps;
  const { user } = viewer;
  if (user.secondStep === 'on') {
    if (!(await verifyPassword(deps, viewer, password))) return { ok: false, message: wrongPassword };
    const wrongCode = await refusedCode(deps, viewer, code, from);
    if (wrongCode) return wrongCode;
  }
  const [before] = await db.select().from(twoFactors).where(eq(twoFactors.userId, user.userId));
  const outcome = await auth.call('/two-factor/enable', { password }, from);
  if (!outcome.ok) return refused(outcome);
  const { totpURI, backupCodes } = outcome.body as { totpURI: string; backupCodes: string[] };
  const hasCodes = before !== undefined && user.secondStep === 'on';
  if (hasCodes) await keepCodes(db, user.userId, before.backupCodes);
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  return {
    ok: true,
    app: { secret: secret.replace(/.{4}(?=.)/g, '$& '), qr: qrCodeOf(totpURI), uri: totpURI },
    ...(hasCodes ? {} : { codes: backupCodes }),
  };
}

const keepCodes = (db: Database, userId: string, backupCodes: string) =>
  db.update(twoFactors).set({ backupCodes }).where(eq(twoFactors.userId, userId));

export async function confirmApp(
  deps: Deps,
  viewer: SignedIn,
  code: string,
  from: Request,
): Promise<Outcome> {
  const outcome = await deps.auth.call('/two-factor/verify-totp', { code }, from);
  if (!outcome.ok) return refused(outcome);
  await turnedOn(deps, viewer, from, outcome.cookies);
  return { ok: true, isOn: true, cookies: outcome.cookies };
}

/** Starts to create a passkey: options for the browser. Asks for the password; recovery codes as in `beginApp`. */
export async function beginPasskey(
  deps: Deps,
  viewer: SignedIn,
  { password, code }: Asked,
  from: Request,
): Promise<Outcome> {
  const { auth } = deps;
  let codes: string[] | undefined;
  if (viewer.user.secondStep === 'on') {
    if (!(await verifyPassword(deps, viewer, password))) return { ok: false, message: wrongPassword };
    const wrongCode = await refusedCode(deps, viewer, code, from);
    if (wrongCode) return wrongCode;
  } else {
    const begun = await auth.call('/two-factor/enable', { password }, from);
    if (!begun.ok) return refused(begun);
    codes = begun.body.backupCodes as string[];
  }
  const outcome = await auth.call('/passkey/generate-register-options', {}, from);
  if (!outcome.ok) return refused(outcome);
  // cast: the accounts library answers with what WebAuthn asks for
  const options = outcome.body as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ok: true, options, cookies: outcome.cookies, ...(codes ? { codes } : {}) };
}

export async function addPasskey(
  deps: Deps,
  viewer: SignedIn,
  made: { response: object; name: string },
  from: Request,
): Promise<Outcome> {
  const outcome = await deps.auth.call('/passkey/verify-registration', made, from);
  if (!outcome.ok) return refused(outcome);
  await turnedOn(deps, viewer, from, outcome.cookies);
  return { ok: true, isOn: true, cookies: outcome.cookies };
}

/** Disables the app; asks for the password and a code. */
export async function removeApp(deps: Deps, viewer: SignedIn, asked: Asked, from: Request): Promise<Outcome> {
  const { userId } = viewer.user;
  return remove(deps, viewer, asked, from, (tx) =>
    tx.update(twoFactors).set({ verified: false }).where(eq(twoFactors.userId, userId)),
  );
}

/** Removes a passkey; asks for the password and a code. */
export async function removePasskey(
  deps: Deps,
  viewer: SignedIn,
  { id, ...asked }: Asked & { id: string },
  from: Request,
): Promise<Outcome> {
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, viewer.user.userId));
  return remove(deps, viewer, asked, from, (tx) => tx.delete(passkeys).where(own));
}

/** Replaces the recovery codes; asks for the password and a code. */
export async function renewCodes(
  deps: Deps,
  viewer: SignedIn,
  { password, code }: Asked,
  from: Request,
): Promise<Outcome> {
  if (!(await verifyPassword(deps, viewer, password))) return { ok: false, message: wrongPassword };
  const wrongCode = await refusedCode(deps, viewer, code, from);
  if (wrongCode) return wrongCode;
  const outcome = await deps.auth.call('/two-factor/generate-backup-codes', { password }, from);
  return outcome.ok ? { ok: true, codes: outcome.body.backupCodes as string[] } : refused(outcome);
}

/** Removes a lost second step and ends the sessions, for the command line. @returns false for an unknown e-mail */
export async function resetSecondStep(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  email: string,
): Promise<boolean> {
  const [user] = await db.select({ userId: users.id }).from(users).where(eq(users.email, email));
  if (!user) return false;
  await db.transaction(async (tx) => {
    await tx.delete(passkeys).where(eq(passkeys.userId, user.userId));
    await tx.delete(twoFactors).where(eq(twoFactors.userId, user.userId));
    await settle(tx, user.userId);
    await tx.delete(sessions).where(eq(sessions.userId, user.userId));
  });
  await bus.publish('viewer', user.userId);
  return true;
}

async function remove(
  deps: Deps,
  viewer: SignedIn,
  { password, code }: Asked,
  from: Request,
  take: (tx: Executor) => Promise<unknown>,
): Promise<Outcome> {
  if (!(await verifyPassword(deps, viewer, password))) return { ok: false, message: wrongPassword };
  const wrongCode = await refusedCode(deps, viewer, code, from);
  if (wrongCode) return wrongCode;
  await deps.db.transaction(async (tx) => {
    await take(tx);
    await settle(tx, viewer.user.userId);
  });
  await deps.bus.publish('viewer', viewer.user.userId);
  return { ok: true };
}

/** After the first second step is set up, sessions that were opened by password alone end. */
async function turnedOn(deps: Deps, { user }: SignedIn, from: Request, cookies: string[]): Promise<void> {
  const { db, auth, bus } = deps;
  await db.transaction((tx) => settle(tx, user.userId));
  const sent = [...cookies.map((line) => line.split(';')[0]), from.headers.get('cookie')];
  const token = sent.map((header) => auth.cookies.read(header)).find((each) => each !== null);
  if (user.secondStep !== 'on' && token) await endSessions(deps, user, { exceptToken: token });
  else await bus.publish('viewer', user.userId);
}

/** On while there is an app or a passkey; the last one takes the recovery codes. The lock serialises removals. */
async function settle(tx: Executor, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const app = tx
    .select({ id: twoFactors.id })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, true)));
  const key = tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId));
  const [user] = await tx
    .update(users)
    .set({ twoFactorEnabled: sql`exists ${app} or exists ${key}` })
    .where(eq(users.id, userId))
    .returning({ isOn: users.twoFactorEnabled });
  if (!user?.isOn) await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
}
