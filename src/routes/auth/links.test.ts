import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { users } from '#db/schema/accounts.ts';
import {
  confirmEmailChange,
  requestEmailChange,
  saveAccount,
} from '#features/accounts/change-account.server.ts';
import type { Role } from '#features/accounts/roles.ts';
import { deleteAccount } from '#features/privacy/delete-account.server.ts';
import { changeRole, revokeAccess } from '#features/subscriptions/change-access.server.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { testAccounts, Visitor } from '#tests/accounts.ts';
import { anAdmin, aSubscription } from '#tests/builders.ts';

const site = await testAccounts();
const { db, auth, post, mailsTo, signedIn, viewers } = site;
const folder = mkdtempSync(join(tmpdir(), 'links-'));
const jobs = await openJobs({ connectionString: site.connectionString, db, log: site.log });
const storage = await openDiskStorage({ DATA_DIR: folder });
const deps = { ...site, jobs, storage };
afterAll(async () => {
  await jobs.stop();
  rmSync(folder, { recursive: true });
});
const admin = await anAdmin(db);

interface World {
  email: string;
  userId: string;
  browser: Visitor;
}

async function newest(email: string, name: 'token' | 'troca' = 'token'): Promise<string> {
  const links = (await mailsTo(email)).flatMap((mail) => mail.links);
  return links.flatMap((link) => new URL(link).searchParams.get(name) ?? [])[0]!;
}
const viewerOf = async ({ browser }: World) => (await viewers.read(browser.cookie))!;
const ask = async (world: World, email: string) => {
  await requestEmailChange(site, await viewerOf(world), { email, currentPassword: 'segredo-1' });
  return newest(email, 'troca');
};
async function recover({ email }: World): Promise<string> {
  expect((await post(new Visitor(), '/request-password-reset', { email })).status).toBe(200);
  return newest(email);
}
const choose = async (token: string, newPassword: string) =>
  (await post(new Visitor(), '/reset-password', { token, newPassword })).status === 200;
const follow = async ({ browser }: World, token: string) =>
  (await auth.confirmEmail(token, browser.request('/'))) === 'confirmed';

/** A kind of link: whether the account is unconfirmed, how the link is sent, and how to check it. */
interface Kind {
  waits: boolean;
  send(world: World): Promise<string>;
  works(world: World, secret: string): Promise<boolean>;
}
const chosen = (_world: World, secret: string) => choose(secret, 'do-link-1');
const kinds: Record<string, Kind> = {
  recovery: { waits: false, send: recover, works: chosen },
  'recovery of an account that waits': { waits: true, send: recover, works: chosen },
  confirmation: {
    waits: true,
    async send({ email, browser }) {
      expect((await post(browser, '/sign-up/email', { email, password: 'do-link-1' })).status).toBe(200);
      return newest(email);
    },
    works: follow,
  },
  'confirmation elsewhere': {
    waits: true,
    async send({ email }) {
      expect((await post(new Visitor(), '/send-verification-email', { email })).status).toBe(200);
      return newest(email);
    },
    works: chosen,
  },
  'change of e-mail': {
    waits: false,
    send: (world) => ask(world, `outro-${world.email}`),
    works: async (_world, secret) => (await confirmEmailChange(site, secret)) === 'changed',
  },
};

const role = ({ userId }: World, to: Role) => changeRole(deps, admin, { userId, role: to, reason: 'teste' });
/** What invalidates a link, and how to verify it. */
const events: Record<string, (world: World) => Promise<unknown>> = {
  'the password changed in the profile': ({ browser }) =>
    post(browser, '/change-password', { currentPassword: 'segredo-1', newPassword: 'nova-123' }),
  'the same password was set anew': ({ email }) =>
    saveAccount(site, { email, password: 'segredo-1', role: 'user' }),
  'a link of recovery was used': async (world) =>
    expect(await choose(await recover(world), 'nova-123')).toBe(true),
  'the e-mail changed': async (world) =>
    expect(await confirmEmailChange(site, await ask(world, `novo-${world.email}`))).toBe('changed'),
  'the e-mail changed there and back': async ({ email, userId }) => {
    await db
      .update(users)
      .set({ email: `la-${email}` })
      .where(eq(users.id, userId));
    await db.update(users).set({ email }).where(eq(users.id, userId));
  },
  'it became an administrator’s': (world) => role(world, 'admin'),
  'the role was given and taken back': async (world) => [
    await role(world, 'admin'),
    await role(world, 'user'),
  ],
  'access was revoked': ({ userId }) => revokeAccess(deps, admin, { userId, reason: 'teste' }),
  'the account was deleted': async (world) => deleteAccount(deps, (await viewerOf(world)).user),
};

let count = 0;
async function open({ waits }: Kind): Promise<World> {
  count += 1;
  const email = `link-${count}@radio.com`;
  const browser = await signedIn(email);
  const { user } = (await viewers.read(browser.cookie))!;
  await aSubscription(db, { userId: user.userId });
  if (waits) await db.update(users).set({ emailVerified: false }).where(eq(users.id, user.userId));
  return { email, userId: user.userId, browser };
}

describe.each(Object.entries(kinds))('A-22: a link of %s', (_name, kind) => {
  it('works while nothing happens, and once', async () => {
    const world = await open(kind);
    const secret = await kind.send(world);
    expect(await kind.works(world, secret)).toBe(true);
    expect(await kind.works(world, secret)).toBe(false);
  });

  it.each(Object.entries(events))('is over once %s', async (_event, happen) => {
    const world = await open(kind);
    const secret = await kind.send(world);
    await happen(world);
    expect(await kind.works(world, secret)).toBe(false);
  });

  it.each(Object.entries(kinds).filter(([, other]) => other.waits === kind.waits))(
    'is over once another link was used: %s',
    async (_other, other) => {
      const world = await open(kind);
      const secret = await kind.send(world);
      const another = await other.send(world);
      expect(await other.works(world, another)).toBe(true);
      expect(await kind.works(world, secret)).toBe(false);
    },
  );

  it('of two uses at the same moment one counts', async () => {
    const world = await open(kind);
    const secret = await kind.send(world);
    const outcomes = await Promise.all([kind.works(world, secret), kind.works(world, secret)]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });
});
