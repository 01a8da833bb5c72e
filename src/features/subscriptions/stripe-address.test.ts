import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { users } from '#db/schema/accounts.ts';
import { paymentCustomers } from '#db/schema/subscriptions.ts';
import { confirmEmailChange } from '#features/accounts/change-account.server.ts';
import { openAuth } from '#features/accounts/gateway.server.ts';
import { issueLink } from '#features/accounts/links/redeem-link.server.ts';
import type { User } from '#features/accounts/model.ts';
import { openMailer } from '#platform/mail.server.ts';
import { aUser } from '#tests/builders.ts';
import { cheapPasswords } from '#tests/passwords.ts';
import { stripeWorld } from '#tests/stripe-world.ts';

const { db, bus, log, jobs, clock, ledger, stripe, handlers, subscriber } = await stripeWorld();
const folder = mkdtempSync(join(tmpdir(), 'address-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const settings = {
  PUBLIC_URL: 'https://radio.example',
  DATA_DIR: folder,
  SESSION_SECRET: undefined,
  SITE_NAME: 'Sonoteca',
  SMTP_URL: undefined,
  MAIL_FROM: 'Sonoteca <nao-responda@sonoteca.local>',
};
const mail = openMailer(settings, log);
const auth = await openAuth({
  db,
  settings,
  mail,
  bus,
  clock,
  log,
  jobs,
  passwords: cheapPasswords,
  evenTime: 0,
});

async function move(user: User, email: string): Promise<void> {
  const [account] = await db.select().from(users).where(eq(users.id, user.userId));
  const secret = await issueLink(db, account!, 'email-change', clock.now(), { newEmail: email });
  expect(await confirmEmailChange({ db, auth, bus, clock, jobs }, secret)).toBe('changed');
}

const run = (name: string, payload: object) =>
  handlers
    .find(({ definition }) => definition.name === name)!
    .run(payload as never, new AbortController().signal);
const waiting = async () =>
  (
    await db.execute<{ data: { userId: string }; retry_limit: number }>(
      sql`select data, retry_limit from pgboss.job where name = 'email-changed'`,
    )
  ).rows;

it('A-22: a changed address reaches the provider by a job, which is tried again while that does not answer', async () => {
  const { user, customerId } = await subscriber();
  expect(ledger.customers.get(customerId)?.email).toBe(user.email);
  await move(user, 'novo@radio.example');
  const [job, ...more] = await waiting();
  expect(more).toEqual([]);
  expect(job).toMatchObject({ data: { userId: user.userId }, retry_limit: 10 });
  stripe.trouble.down = 'error';
  await expect(run('email-changed', job!.data)).rejects.toMatchObject({ retryable: true });
  expect(ledger.customers.get(customerId)?.email).toBe(user.email);
  stripe.trouble.down = 'no';
  await run('email-changed', job!.data);
  expect(ledger.customers.get(customerId)?.email).toBe('novo@radio.example');
  const calls = stripe.calls.length;
  await run('email-changed', job!.data);
  expect(stripe.calls, 'told once').toHaveLength(calls);
});

it('the nightly sweep tells of what no job has told, and only of that', async () => {
  const [moved, settled] = [await subscriber(), await subscriber()];
  await db.update(users).set({ email: 'mudou@radio.example' }).where(eq(users.id, moved.user.userId));
  await run('sweep-payments', {});
  expect((await waiting()).map(({ data }) => data.userId)).toEqual([moved.user.userId]);
  expect(ledger.customers.get(settled.customerId)?.email).toBe(settled.user.email);
});

it('who never bought, and whose customer was deleted at the provider, are no trouble', async () => {
  const stranger = await aUser(db);
  const calls = stripe.calls.length;
  await run('email-changed', { userId: stranger.userId });
  expect(stripe.calls).toHaveLength(calls);
  const { user, customerId } = await subscriber();
  ledger.deleteCustomer(customerId);
  await db.update(users).set({ email: 'sumiu@radio.example' }).where(eq(users.id, user.userId));
  await run('email-changed', { userId: user.userId });
  const [row] = await db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, user.userId));
  expect(row?.email).toBe('sumiu@radio.example');
});
