import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  idempotentAnswers,
  paymentEvents,
  payments as providerPayments,
  providerSubscriptions,
  simulatedCheckouts,
  simulatedSubscriptions,
  subscriptions,
} from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import type { Clock } from '#platform/clock.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { anAdmin, aSubscription, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { grantPlan, revokeAccess } from './access/commands.server.ts';
import { openPortal, refreshSubscription, startCheckout } from './checkout/commands.server.ts';
import { receivePaymentEvent } from './commands.server.ts';
import { isEntitled } from './model.ts';
import type { PriceTable } from './prices.ts';
import { checkSubscription, findSubscription, listCustomersToSweep } from './queries.server.ts';
import { settleCustomer } from './settlement/commands.server.ts';
import { actOnSubscription, cancelCheckout, concludeCheckout } from './simulated/commands.server.ts';
import { SimulatedPayments } from './simulated/gateway.server.ts';
import { getOwnCheckout, getOwnCustomer, listSimulatedSubscriptions } from './simulated/queries.server.ts';

const { db, bus, connectionString, log } = await testDatabase();
const jobs = await openJobs({ connectionString, db, log });
afterAll(() => jobs.stop());

const prices: PriceTable = { monthly: 'price_m', semester: 'price_s', annual: 'price_a' };
const start = new Date('2026-06-15T12:00:00Z');
const publicUrl = 'https://radio.example';
let time: Date;
const clock: Clock = { now: () => time };
const payments = new SimulatedPayments(db, clock, { publicUrl, secret: 'segredo', prices });
const settings = {
  PUBLIC_URL: publicUrl,
  STRIPE_PRICE_MONTHLY: prices.monthly,
  STRIPE_PRICE_SEMESTER: prices.semester,
  STRIPE_PRICE_ANNUAL: prices.annual,
};
const deps = { db, bus, jobs, clock, payments, settings };

beforeEach(async () => {
  time = start;
  await db.execute(sql`delete from pgboss.job`);
});

const later = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000);
};
const customerOf = (user: User) => `cus_simulado_${user.userId}`;
const idIn = (url: string) => url.split('/').at(-1)!;
/** What the worker would do now: settles every customer that a job waits for. */
async function work(): Promise<number> {
  const { rows } = await db.execute<{ data: { customerId: string } }>(
    sql`delete from pgboss.job where name = 'settle-customer' returning data`,
  );
  for (const { data } of rows) await settleCustomer(deps, data.customerId);
  return rows.length;
}
async function buy(user: User, priceId = 'price_a', method: 'card' | 'boleto' = 'card'): Promise<string> {
  const { url } = await startCheckout(deps, user, priceId);
  return concludeCheckout(deps, user, idIn(url), method);
}
const isOpen = async (user: User) => (await checkSubscription(db, user, time)).subscribed;
const act = async (user: User, name: Parameters<typeof actOnSubscription>[2]['act']) => {
  const [newest] = await listSimulatedSubscriptions(db, customerOf(user));
  return actOnSubscription(deps, user, { subscriptionId: newest!.id, act: name });
};

describe('buying', () => {
  it('PAY-02: opens the library only by a signed event that has been settled', async () => {
    const user = await aUser(db);
    const back = await buy(user);
    expect(back).toMatch(/^https:\/\/radio\.example\/payment\/success\?session_id=[0-9a-z]{26}$/);
    expect(await isOpen(user)).toBe(false);
    expect(await work()).toBe(1);
    expect(await checkSubscription(db, user, time)).toEqual({
      subscribed: true,
      plan_type: 'annual',
      status: 'active',
      subscription_end: '2027-06-15T12:00:00.000Z',
      cancel_at_period_end: false,
      payment_pending: false,
    });
    const [event] = await db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.customerId, customerOf(user)));
    expect(event).toMatchObject({ type: 'checkout.session.completed', fate: 'settled' });
  });

  it.each(['foo', '', 'price_a ', "price_a' or 1=1"])('PAY-01: the price %j is refused', async (priceId) => {
    await expect(startCheckout(deps, await aUser(db), priceId)).rejects.toMatchObject({ status: 400 });
  });

  it('PAY-07: who has a plan is sent to the portal, also before its event was settled', async () => {
    const user = await aUser(db);
    await buy(user);
    const early = await startCheckout(deps, user, 'price_m');
    expect(early).toEqual({ url: `${publicUrl}/portal-simulado/${customerOf(user)}`, portal: true });
    await work();
    expect(await startCheckout(deps, user, 'price_m')).toMatchObject({ portal: true });
    expect(await listSimulatedSubscriptions(db, customerOf(user))).toHaveLength(1);
  });

  it('an administrator without a plan of his own may buy one', async () => {
    expect((await startCheckout(deps, await anAdmin(db), 'price_a')).portal).toBeUndefined();
  });

  it('one Idempotency-Key makes one checkout, also in parallel; for another price it is refused', async () => {
    const user = await aUser(db);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => startCheckout(deps, user, 'price_a', 'chave')),
    );
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    const mine = eq(simulatedCheckouts.customerId, customerOf(user));
    expect(await db.select().from(simulatedCheckouts).where(mine)).toHaveLength(1);
    await expect(startCheckout(deps, user, 'price_m', 'chave')).rejects.toMatchObject({ status: 409 });
    const other = await startCheckout(deps, await aUser(db), 'price_a', 'chave');
    expect(other.url).not.toBe(answers[0]!.url);
    expect(await db.select().from(idempotentAnswers)).toHaveLength(2);
  });

  it('a checkout is concluded once, whatever the clicks', async () => {
    const user = await aUser(db);
    const { url } = await startCheckout(deps, user, 'price_a');
    const id = idIn(url);
    await Promise.all(Array.from({ length: 5 }, () => concludeCheckout(deps, user, id, 'card')));
    expect(await cancelCheckout(deps, user, id)).toBe(`${publicUrl}/payment/canceled`);
    expect((await getOwnCheckout(db, user, id)).status).toBe('paid');
    expect(await listSimulatedSubscriptions(db, customerOf(user))).toHaveLength(1);
  });

  it('a canceled checkout buys nothing', async () => {
    const user = await aUser(db);
    const id = idIn((await startCheckout(deps, user, 'price_a')).url);
    await cancelCheckout(deps, user, id);
    await concludeCheckout(deps, user, id, 'card');
    expect(await listSimulatedSubscriptions(db, customerOf(user))).toEqual([]);
    expect(await work()).toBe(0);
  });

  it('PAY-12: a boleto or Pix is pending and opens nothing until it is paid', async () => {
    const user = await aUser(db);
    await buy(user, 'price_s', 'boleto');
    await work();
    expect(await checkSubscription(db, user, time)).toMatchObject({
      subscribed: false,
      plan_type: 'semester',
      payment_pending: true,
    });
    later(86_400);
    expect(await act(user, 'pay-pending')).toBe(true);
    await work();
    expect(await checkSubscription(db, user, time)).toMatchObject({
      subscribed: true,
      payment_pending: false,
      subscription_end: '2026-12-16T12:00:00.000Z',
    });
  });

  it('PAY-12: a boleto that lapses leaves no plan', async () => {
    const user = await aUser(db);
    await buy(user, 'price_s', 'boleto');
    await work();
    await act(user, 'let-pending-lapse');
    await work();
    expect(await findSubscription(db, user.userId)).toMatchObject({
      planType: 'free',
      status: 'inactive',
      paymentPending: false,
    });
  });
});

describe('PAY-10: other people', () => {
  it('see and move neither a checkout nor a portal nor a subscription that is not theirs', async () => {
    const owner = await aUser(db);
    const other = await aUser(db);
    const { url } = await startCheckout(deps, owner, 'price_a');
    await startCheckout(deps, other, 'price_a');
    const notFound = { status: 404 };
    await expect(getOwnCheckout(db, other, idIn(url))).rejects.toMatchObject(notFound);
    await expect(concludeCheckout(deps, other, idIn(url), 'card')).rejects.toMatchObject(notFound);
    await expect(cancelCheckout(deps, other, idIn(url))).rejects.toMatchObject(notFound);
    await expect(getOwnCustomer(db, other, customerOf(owner))).rejects.toMatchObject(notFound);
    await concludeCheckout(deps, owner, idIn(url), 'card');
    const [bought] = await listSimulatedSubscriptions(db, customerOf(owner));
    expect(await actOnSubscription(deps, other, { subscriptionId: bought!.id, act: 'end-now' })).toBe(false);
    expect((await openPortal(deps, other)).url).toBe(`${publicUrl}/portal-simulado/${customerOf(other)}`);
  });
});

describe('PAY-06: events', () => {
  it('without a valid signature are refused and leave nothing', async () => {
    const user = await aUser(db);
    await startCheckout(deps, user, 'price_a');
    const { body, signature } = payments.makeEvent('invoice.paid', customerOf(user), time);
    const forged = new SimulatedPayments(db, clock, { publicUrl, secret: 'outro', prices });
    const cases: [string, string | null][] = [
      [body, null],
      [body, ''],
      [body, 'v1=abc'],
      [body, signature.replace(/v1=.{4}/, 'v1=0000')],
      [body, signature.replace(/t=\d+/, 't=1')],
      [body.replace('invoice.paid', 'x'), signature],
      [body, forged.makeEvent('invoice.paid', customerOf(user), time).signature],
    ];
    for (const [text, sign] of cases) {
      await expect(receivePaymentEvent(deps, text, sign)).rejects.toMatchObject({ status: 400 });
    }
    const noJson = signedBy('isto não é JSON');
    await expect(receivePaymentEvent(deps, noJson.body, noJson.signature)).rejects.toMatchObject({
      status: 400,
    });
    later(301);
    await expect(receivePaymentEvent(deps, body, signature)).rejects.toMatchObject({ status: 400 });
    const kept = await db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.customerId, customerOf(user)));
    expect(kept).toEqual([]);
    expect(await work()).toBe(0);
  });

  it('of the same id have one effect, also in parallel', async () => {
    const user = await aUser(db);
    await startCheckout(deps, user, 'price_a');
    const { body, signature } = payments.makeEvent('invoice.paid', customerOf(user), time);
    await Promise.all(Array.from({ length: 10 }, () => receivePaymentEvent(deps, body, signature)));
    expect(await work()).toBe(1);
    await receivePaymentEvent(deps, body, signature);
    expect(await work()).toBe(0);
  });

  it('of strangers are kept and ignored', async () => {
    const { body, signature } = payments.makeEvent('invoice.paid', 'cus_desconhecido', time);
    await receivePaymentEvent(deps, body, signature);
    await work();
    const [event] = await db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.customerId, 'cus_desconhecido'));
    expect(event?.fate).toBe('ignored');
  });

  it('in any order, twice and in parallel end in the same state', async () => {
    const user = await aUser(db);
    await buy(user);
    for (const name of ['fail-renewal', 'renew', 'cancel-at-period-end', 'reactivate'] as const) {
      later(60);
      await act(user, name);
    }
    await work();
    const expected = await findSubscription(db, user.userId);
    expect(expected).toMatchObject({ status: 'active', expiresAt: '2028-06-15T12:00:00.000Z' });
    const types = ['customer.subscription.deleted', 'invoice.paid', 'invoice.payment_failed', 'invoice.paid'];
    const events = types.map((type) => payments.makeEvent(type, customerOf(user), time));
    const anyOrder = fc.shuffledSubarray(events, { minLength: events.length });
    await fc.assert(
      fc.asyncProperty(anyOrder, async (order) => {
        await db.delete(paymentEvents);
        await db
          .update(subscriptions)
          .set({ status: 'inactive' })
          .where(eq(subscriptions.userId, user.userId));
        for (const { body, signature } of [...order, ...order])
          await receivePaymentEvent(deps, body, signature);
        await Promise.all([
          work(),
          settleCustomer(deps, customerOf(user)),
          settleCustomer(deps, customerOf(user)),
        ]);
        expect(await findSubscription(db, user.userId)).toEqual(expected);
      }),
      { numRuns: 12 },
    );
  });

  it('settled from an older truth never overwrite a newer one', async () => {
    const user = await aUser(db);
    await buy(user);
    await work();
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    let asked = 0;
    const slow = Object.assign(Object.create(payments) as SimulatedPayments, {
      async fetchCustomer(customerId: string) {
        const truth = await payments.fetchCustomer(customerId);
        if (asked++ === 0) await held;
        return truth;
      },
      cancelNow: (id: string) => payments.cancelNow(id),
    });
    const older = settleCustomer({ ...deps, payments: slow }, customerOf(user));
    await expect.poll(() => asked).toBe(1);
    await act(user, 'end-now');
    await settleCustomer(deps, customerOf(user));
    release();
    await older;
    expect(asked).toBe(2);
    expect(await isOpen(user)).toBe(false);
  });

  it('that could not be settled say why, and are settled by the next try', async () => {
    const user = await aUser(db);
    await buy(user);
    const down = Object.assign(Object.create(payments) as SimulatedPayments, {
      fetchCustomer: () => Promise.reject(new Error('fora do ar')),
    });
    await expect(settleCustomer({ ...deps, payments: down }, customerOf(user))).rejects.toThrow('fora do ar');
    const mine = eq(paymentEvents.customerId, customerOf(user));
    expect((await db.select().from(paymentEvents).where(mine))[0]).toMatchObject({
      fate: 'failed',
      error: 'fora do ar',
    });
    expect(await listCustomersToSweep(db, time)).toContain(customerOf(user));
    await settleCustomer(deps, customerOf(user));
    expect((await db.select().from(paymentEvents).where(mine))[0]).toMatchObject({
      fate: 'settled',
      error: null,
    });
    expect(await isOpen(user)).toBe(true);
  });
});

describe('the life of a subscription', () => {
  it('a failed renewal keeps access until the end of what was paid, and tells the administrators once', async () => {
    const user = await aUser(db);
    await buy(user, 'price_m');
    await work();
    await act(user, 'fail-renewal');
    await work();
    await settleCustomer(deps, customerOf(user));
    expect(await isOpen(user)).toBe(true);
    const notices = await db.execute(
      sql`select type from notifications where dedupe_key like ${`%${user.userId}%`} or type = 'payment-failed'`,
    );
    expect(notices.rows.filter((row) => row.type === 'payment-failed')).toHaveLength(1);
    later(31 * 86_400);
    expect(await isOpen(user)).toBe(false);
  });

  it('PAY-07: a boleto that waits keeps from buying a second plan; of two pages only the newest can be paid', async () => {
    const user = await aUser(db);
    const first = idIn((await startCheckout(deps, user, 'price_m')).url);
    const second = idIn((await startCheckout(deps, user, 'price_a')).url);
    await concludeCheckout(deps, user, first, 'card');
    expect(await listSimulatedSubscriptions(db, customerOf(user))).toEqual([]);
    await concludeCheckout(deps, user, second, 'boleto');
    expect(await startCheckout(deps, user, 'price_m')).toMatchObject({ portal: true });
    expect(await listSimulatedSubscriptions(db, customerOf(user))).toHaveLength(1);
  });

  it('two subscriptions at the provider leave one row, and the administrators are told', async () => {
    const user = await aUser(db);
    await buy(user, 'price_m');
    const [bought] = await listSimulatedSubscriptions(db, customerOf(user));
    const currentPeriodEnd = new Date('2027-06-15T12:00:00Z');
    const second = { ...bought!, id: 'sub_outra', priceId: 'price_a', currentPeriodEnd };
    await db.insert(simulatedSubscriptions).values(second);
    await work();
    expect(await findSubscription(db, user.userId)).toMatchObject({ planType: 'annual', status: 'active' });
    const { rows } = await db.execute(
      sql`select title from notifications where dedupe_key like 'payment-double:%'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('a refund in full gives the last payment back once, ends the subscription and closes the library', async () => {
    const user = await aUser(db);
    await buy(user, 'price_m');
    await act(user, 'renew');
    await work();
    const [{ id } = { id: '' }] = await listSimulatedSubscriptions(db, customerOf(user));
    later(60);
    const refunds = await Promise.all([payments.refundInFull(id), payments.refundInFull(id)]);
    expect(refunds).toEqual([{ refundedCents: 5980 }, { refundedCents: 5980 }]);
    await settleCustomer(deps, customerOf(user));
    expect(await checkSubscription(db, user, time)).toMatchObject({ subscribed: false, status: 'inactive' });
    const kept = await db.select().from(providerPayments).where(eq(providerPayments.userId, user.userId));
    expect(kept.map((each) => [each.status, each.amountCents, each.refundedCents, each.planType])).toEqual([
      ['refunded', 2990, 2990, 'monthly'],
      ['refunded', 2990, 2990, 'monthly'],
    ]);
  });

  it('keeps every charge with its fate: paid, refused, paid after all', async () => {
    const user = await aUser(db);
    await buy(user, 'price_m', 'boleto');
    const fates = async () => {
      await work();
      const rows = await db.select().from(providerPayments).where(eq(providerPayments.userId, user.userId));
      return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).map((row) => row.status);
    };
    expect(await fates()).toEqual(['pending']);
    await act(user, 'pay-pending');
    expect(await fates()).toEqual(['paid']);
    later(60);
    await act(user, 'fail-renewal');
    expect(await fates()).toEqual(['paid', 'failed']);
    await act(user, 'renew');
    expect(await fates()).toEqual(['paid', 'paid']);
    const [history] = await db
      .select()
      .from(providerSubscriptions)
      .where(eq(providerSubscriptions.userId, user.userId));
    expect(history).toMatchObject({ planType: 'monthly', status: 'active', startedAt: start, endedAt: null });
  });

  it('a cancelled renewal keeps access until the end of the period', async () => {
    const user = await aUser(db);
    await buy(user, 'price_m');
    await act(user, 'cancel-at-period-end');
    await work();
    expect(await checkSubscription(db, user, time)).toMatchObject({
      subscribed: true,
      cancel_at_period_end: true,
    });
  });

  it('PAY-09: a revocation stops charges at the provider and survives every sync; buying again opens', async () => {
    const user = await aUser(db);
    const admin = await anAdmin(db);
    await buy(user);
    await work();
    later(60);
    const told: string[] = [];
    const off = bus.on('viewer', (key) => told.push(key));
    expect(await revokeAccess(deps, admin, { userId: user.userId, reason: 'abuso' })).toEqual({ ok: true });
    off();
    expect(told).toContain(user.userId);
    expect(await isOpen(user)).toBe(false);
    await work();
    const [ended] = await listSimulatedSubscriptions(db, customerOf(user));
    expect(ended?.status).toBe('canceled');
    await settleCustomer(deps, customerOf(user));
    expect(await isOpen(user)).toBe(false);
    later(60);
    await buy(user, 'price_m');
    await work();
    await settleCustomer(deps, customerOf(user));
    expect(await checkSubscription(db, user, time)).toMatchObject({ subscribed: true, plan_type: 'monthly' });
  });

  it('administrators cannot be revoked, and strangers are named as such', async () => {
    const admin = await anAdmin(db);
    const revoke = (userId: string) => revokeAccess(deps, admin, { userId, reason: 'x' });
    expect(await revoke(admin.userId)).toEqual({ ok: false, reason: 'is-admin' });
    expect(await revoke('ninguém')).toEqual({ ok: false, reason: 'unknown-user' });
  });

  it('A-85: a grant by hand replaces the one row and survives the sync', async () => {
    const user = await aUser(db);
    const admin = await anAdmin(db);
    await buy(user, 'price_m');
    await work();
    const grant = { userId: user.userId, planType: 'lifetime', until: null, reason: 'parceria' } as const;
    await grantPlan(deps, admin, grant);
    await grantPlan(deps, admin, grant);
    await act(user, 'end-now');
    await work();
    const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, user.userId));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      planType: 'lifetime',
      status: 'active',
      source: 'grant',
      reason: 'parceria',
    });
  });

  it.each(['monthly', 'semester', 'annual', 'lifetime'])('A-05: %s opens the library', async (planType) => {
    const user = await aUser(db);
    await aSubscription(db, { userId: user.userId, planType });
    expect(isEntitled('user', await findSubscription(db, user.userId), time)).toBe(true);
  });
});

it('check-subscription and the return page ask the provider again, but not more often than asked', async () => {
  const user = await aUser(db);
  await refreshSubscription(deps, user.userId, 10);
  expect(await work()).toBe(0);
  await buy(user);
  await db.execute(sql`delete from pgboss.job`);
  await refreshSubscription(deps, user.userId, 10);
  await refreshSubscription(deps, user.userId, 10);
  expect(await work()).toBe(1);
  expect(await isOpen(user)).toBe(true);
  await refreshSubscription(deps, user.userId, 10);
  expect(await work()).toBe(0);
  later(11);
  await refreshSubscription(deps, user.userId, 10);
  expect(await work()).toBe(1);
});

/** Any text, signed as the provider signs. */
function signedBy(body: string): { body: string; signature: string } {
  const { signature } = payments.makeEvent('x', 'y', time);
  return { body, signature: `${signature.split(',')[0]},v1=${hmac(body)}` };
}

function hmac(body: string): string {
  return createHmac('sha256', 'segredo')
    .update(`${Math.floor(time.getTime() / 1000)}.${body}`)
    .digest('hex');
}
