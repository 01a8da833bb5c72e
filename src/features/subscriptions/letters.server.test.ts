import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import { subscriptionLetters, subscriptions } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { bySoldPlan } from '#features/plans/plans.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { mailFolder, openMailer } from '#platform/mail.server.ts';
import { listMails } from '#platform/mail-file.server.ts';
import { anAdmin, aSubscription, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { grantPlan } from './change-access.server.ts';
import { letterJobs } from './letter-jobs.server.ts';
import { lettersOnSettled, tellOfEnds } from './send-letters.server.ts';
import { settleCustomer } from './settle-customer.server.ts';
import { SimulatedPayments } from './simulated-gateway.server.ts';
import { actOnSubscription, concludeCheckout } from './simulated-provider.server.ts';
import { startCheckout } from './start-checkout.server.ts';

const { db, bus, connectionString, log } = await testDatabase();
const jobs = await openJobs({ connectionString, db, log });
const folder = mkdtempSync(join(tmpdir(), 'letters-'));
afterAll(async () => {
  await jobs.stop();
  rmSync(folder, { recursive: true, force: true });
});

let time = new Date();
beforeEach(() => {
  time = new Date('2026-06-15T12:00:00Z');
});
const inDays = (days: number) => new Date(time.getTime() + days * 24 * 3600 * 1000);
const clock = { now: () => time };
const settings = {
  PUBLIC_URL: 'https://radio.example',
  SITE_NAME: 'Sonoteca',
  MAIL_FROM: 'Sonoteca <nao-responda@sonoteca.local>',
  DATA_DIR: folder,
  SMTP_URL: undefined,
  STRIPE_PRICE_MONTHLY: 'price_m',
  STRIPE_PRICE_SEMESTER: 'price_s',
  STRIPE_PRICE_ANNUAL: 'price_a',
};
const payments = new SimulatedPayments(db, clock, {
  publicUrl: settings.PUBLIC_URL,
  secret: 'segredo',
  prices: { ...bySoldPlan(({ id }) => id), monthly: 'price_m', semester: 'price_s', annual: 'price_a' },
});
const mail = openMailer(settings, log);
const published: string[] = [];
const watched: Pick<typeof bus, 'publish'> = {
  async publish(topic, key) {
    published.push(topic);
    await bus.publish(topic, key);
  },
};
const deps = { db, bus: watched, jobs, clock, payments, settings, mail };
const customerOf = (user: User) => `cus_simulado_${user.userId}`;
const settle = (user: User) =>
  settleCustomer({ ...deps, onSettled: [lettersOnSettled(jobs)] }, customerOf(user));

/** Sends waiting mails as the worker would; returns their number. */
async function post(sender = mail): Promise<number> {
  const { rows } = await db.execute<{ data: object }>(
    sql`with taken as (
      delete from pgboss.job where name = 'subscription-letter' and state < 'active' returning data, created_on
    ) select data from taken order by created_on`,
  );
  const [letter] = letterJobs({ ...deps, mail: sender });
  for (const { data } of rows) await letter!.run(data as never, new AbortController().signal);
  return rows.length;
}
async function subjectsTo(user: User): Promise<string[]> {
  await post();
  const mails = await listMails(mailFolder(settings));
  return mails
    .filter(({ to }) => to === user.email)
    .map(({ subject }) => subject.replace(' · Sonoteca', ''))
    .reverse();
}
async function buy(user: User, method: 'card' | 'boleto' = 'card'): Promise<void> {
  const { url } = await startCheckout(deps, user, 'price_m');
  await concludeCheckout(deps, user, url.split('/').at(-1)!, method);
  await settle(user);
}
async function act(user: User, name: Parameters<typeof actOnSubscription>[2]['act']): Promise<void> {
  const [newest] = (await payments.fetchCustomer(customerOf(user))).subscriptions;
  expect(await actOnSubscription(deps, user, { subscriptionId: newest!.id, act: name })).toBe(true);
  await settle(user);
}
const welcome = 'Sua assinatura está ativa';
const failed = 'O pagamento da sua assinatura não passou';
const over = 'Sua assinatura terminou';

describe('mails that follow a settlement', () => {
  it('welcomes once, with the receipt, however often and however many at once it is settled', async () => {
    const user = await aUser(db, { displayName: 'Rádio Cidade' });
    await buy(user);
    await Promise.all([settle(user), settle(user), settle(user)]);
    expect(await post()).toBe(1);
    expect(await subjectsTo(user)).toEqual([welcome]);
    await settle(user);
    expect(await subjectsTo(user), 'a sync that changes nothing').toEqual([welcome]);
    const [kept] = (await listMails(mailFolder(settings))).filter(({ to }) => to === user.email);
    for (const words of [
      'Rádio Cidade',
      'Plano: Mensal',
      'Valor pago: R$ 29,90',
      '15/06/2026 a 15/07/2026',
    ]) {
      expect(kept!.text).toContain(words);
    }
    expect(kept!.links).toContain('https://radio.example/library');
  });

  it('PAY-12: is silent while a boleto waits, and welcomes when it is paid', async () => {
    const user = await aUser(db);
    await buy(user, 'boleto');
    expect(await subjectsTo(user)).toEqual([]);
    await act(user, 'pay-pending');
    expect(await subjectsTo(user)).toEqual([welcome]);
  });

  it('a renewal is silent; one that fails is told once, and told again when the next one fails', async () => {
    const user = await aUser(db);
    await buy(user);
    await act(user, 'renew');
    await act(user, 'fail-renewal');
    await settle(user);
    expect(await post(), 'one job for each fact').toBe(2);
    expect(await subjectsTo(user)).toEqual([welcome, failed]);
    await act(user, 'renew');
    await act(user, 'fail-renewal');
    expect(await subjectsTo(user)).toEqual([welcome, failed, failed]);
  });

  it('tells of an end at once, and the daily job does not tell it again', async () => {
    const user = await aUser(db);
    await buy(user);
    time = inDays(1);
    await act(user, 'end-now');
    await tellOfEnds(deps);
    time = inDays(1);
    await tellOfEnds(deps);
    expect(await subjectsTo(user)).toEqual([welcome, over]);
  });

  it('tells of a refund with its amount', async () => {
    const user = await aUser(db);
    await buy(user);
    await buy(await aUser(db));
    const [bought] = (await payments.fetchCustomer(customerOf(user))).subscriptions;
    await payments.refundInFull(bought!.id);
    await Promise.all([settle(user), settle(user)]);
    await tellOfEnds(deps);
    expect(await subjectsTo(user)).toEqual([welcome, 'Seu reembolso foi feito']);
  });

  it('A-65: the bell tells of the payment and of the failed one, each once, and open pages learn of it', async () => {
    await db.delete(notifications);
    published.length = 0;
    const user = await aUser(db);
    await buy(user);
    await settle(user);
    await act(user, 'fail-renewal');
    await settle(user);
    const notices = await db.select().from(notifications).orderBy(notifications.id);
    expect(notices.map(({ type, title }) => [type, title])).toEqual([
      ['payment', 'Novo pagamento'],
      ['payment-failed', 'Pagamento recusado'],
    ]);
    expect(published.filter((topic) => topic === 'notifications')).toHaveLength(2);
  });

  it('a settlement that fails leaves no mail behind', async () => {
    const user = await aUser(db);
    const { url } = await startCheckout(deps, user, 'price_m');
    await concludeCheckout(deps, user, url.split('/').at(-1)!, 'card');
    const fails = async () => {
      throw new Error('depois');
    };
    const broken = settleCustomer({ ...deps, onSettled: [lettersOnSettled(jobs), fails] }, customerOf(user));
    await expect(broken).rejects.toThrow('depois');
    expect(await subjectsTo(user)).toEqual([]);
    await settle(user);
    expect(await subjectsTo(user)).toEqual([welcome]);
  });
});

describe('the daily job', () => {
  it('tells three days ahead of a cancelled end, once, and then that it has come', async () => {
    const user = await aUser(db);
    await buy(user);
    await act(user, 'cancel-at-period-end');
    const soon = 'Sua assinatura termina em 15/07/2026';
    const expected: [number, string[]][] = [
      [26, []],
      [27, [soon]],
      [28, [soon]],
      [29, [soon]],
      [30, [soon, over]],
      [31, [soon, over]],
      [37, [soon, over]],
    ];
    for (const [days, mails] of expected) {
      time = new Date(Date.UTC(2026, 5, 15 + days, 12));
      await tellOfEnds(deps);
      expect(await subjectsTo(user), `day ${days}`).toEqual([welcome, ...mails]);
    }
  });

  it('tells of a plan given by hand, and nothing of one that renews by itself', async () => {
    const [given, renews] = [await aUser(db), await aUser(db)];
    await grantPlan(deps, await anAdmin(db), {
      userId: given.userId,
      planType: 'semester',
      until: inDays(2),
      reason: 'parceria',
    });
    await aSubscription(db, {
      userId: renews.userId,
      expiresAt: inDays(2),
      providerSubscriptionId: 'sub_renova',
    });
    await Promise.all([tellOfEnds(deps), tellOfEnds(deps)]);
    time = inDays(3);
    await tellOfEnds(deps);
    expect(await subjectsTo(given)).toEqual(['Sua assinatura termina em 17/06/2026', over]);
    expect(await subjectsTo(renews)).toEqual([]);
    time = inDays(2);
    await tellOfEnds(deps);
    expect(await subjectsTo(renews), 'a renewal that never came').toEqual([over]);
  });
});

describe('a mail server that fails', () => {
  it('is asked again, blocks nothing, and gets each mail once', { timeout: 60_000 }, async () => {
    const got: string[] = [];
    let refuse = true;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        stream.resume();
        stream.on('end', () => {
          if (refuse) return done(Object.assign(new Error('agora não'), { responseCode: 451 }));
          got.push(session.envelope.rcptTo[0]!.address);
          done();
        });
      },
    });
    onTestFinished(() => new Promise<void>((done) => server.close(done)));
    server.on('error', () => {});
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    const smtp = openMailer({ ...settings, SMTP_URL }, log);
    await post();

    const user = await aUser(db);
    await buy(user);
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, user.userId));
    expect(row?.status, 'the library is open before any mail').toBe('active');
    await expect(post(smtp)).rejects.toMatchObject({ retryable: true });
    const key = `welcome:${row!.providerSubscriptionId}`;
    const letterOf = () => db.select().from(subscriptionLetters).where(eq(subscriptionLetters.key, key));
    expect(await letterOf()).toMatchObject([{ sentAt: null }]);

    const facts = {
      kind: 'welcome',
      planType: 'monthly',
      amountCents: 2990,
      paidAt: time.toISOString(),
      periodEnd: inDays(30).toISOString(),
      renews: true,
    } as const;
    const handlers = letterJobs({ ...deps, mail: smtp });
    const worker = await openJobs({ connectionString, db, log });
    onTestFinished(() => worker.stop());
    await worker.work(handlers);
    await worker.send(handlers[0]!.definition as never, { userId: user.userId, key, facts } as never);
    const again = sql`select 1 from pgboss.job where name = 'subscription-letter' and state = 'retry'`;
    await expect.poll(async () => (await db.execute(again)).rows.length).toBe(1);
    refuse = false;
    await expect.poll(() => got).toEqual([user.email]);
    await expect.poll(async () => (await letterOf())[0]?.sentAt).not.toBeNull();
    await handlers[0]!.run({ userId: user.userId, key, facts } as never, new AbortController().signal);
    expect(got, 'a job that runs twice').toEqual([user.email]);
  });
});
