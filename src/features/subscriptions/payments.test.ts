import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { idempotentAnswers, paymentEvents } from '#db/schema/subscriptions.ts';
import { anAdmin, aUser } from '#tests/builders.ts';
import { simulatedWorld } from '#tests/simulated-world.ts';
import { getOwnCheckout, getOwnCustomer } from './simulated-ledger.server.ts';
import { actOnSubscription, cancelCheckout, concludeCheckout } from './simulated-provider.server.ts';
import { openPortal, refreshSubscription, startCheckout } from './start-checkout.server.ts';
import { checkSubscription, findSubscription } from './subscription-queries.server.ts';

const { db, clock, payments, publicUrl, deps, later, customerOf, idIn, work, buy, isOpen, act } =
  await simulatedWorld();

describe('buying', () => {
  it('PAY-02: opens the library only by a signed event that has been settled', async () => {
    const user = await aUser(db);
    const back = await buy(user);
    expect(back).toMatch(/^https:\/\/radio\.example\/payment\/success\?session_id=[0-9a-z]{26}$/);
    expect(await isOpen(user)).toBe(false);
    expect(await work()).toBe(1);
    expect(await checkSubscription(db, user, clock.now())).toEqual({
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
    expect((await payments.fetchCustomer(customerOf(user))).subscriptions).toHaveLength(1);
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
    expect(await payments.listOpenCheckouts(customerOf(user))).toHaveLength(1);
    await expect(startCheckout(deps, user, 'price_m', 'chave')).rejects.toMatchObject({ status: 409 });
    const other = await startCheckout(deps, await aUser(db), 'price_a', 'chave');
    expect(other.url).not.toBe(answers[0]!.url);
    expect(await db.select().from(idempotentAnswers)).toHaveLength(2);
  });

  it('OPS-21: an account has sixty calls with an Idempotency-Key in an hour', async () => {
    const user = await aUser(db);
    for (let at = 0; at < 60; at++) await startCheckout(deps, user, 'price_a', `chave-${at}`);
    const further = startCheckout(deps, user, 'price_a', 'chave-60');
    await expect(further).rejects.toMatchObject({ kind: 'rate-limited' });
    const ofUser = eq(idempotentAnswers.userId, user.userId);
    expect(await db.$count(idempotentAnswers, ofUser)).toBe(60);
  });

  it('a checkout is concluded once, whatever the clicks', async () => {
    const user = await aUser(db);
    const { url } = await startCheckout(deps, user, 'price_a');
    const id = idIn(url);
    await Promise.all(Array.from({ length: 5 }, () => concludeCheckout(deps, user, id, 'card')));
    expect(await cancelCheckout(deps, user, id)).toBe(`${publicUrl}/payment/canceled`);
    expect((await getOwnCheckout(db, user, id)).status).toBe('paid');
    expect((await payments.fetchCustomer(customerOf(user))).subscriptions).toHaveLength(1);
  });

  it('a canceled checkout buys nothing', async () => {
    const user = await aUser(db);
    const id = idIn((await startCheckout(deps, user, 'price_a')).url);
    await cancelCheckout(deps, user, id);
    await concludeCheckout(deps, user, id, 'card');
    expect((await payments.fetchCustomer(customerOf(user))).subscriptions).toEqual([]);
    expect(await work()).toBe(0);
  });

  it('PAY-12: a boleto or Pix is pending and opens nothing until it is paid', async () => {
    const user = await aUser(db);
    await buy(user, 'price_s', 'boleto');
    await work();
    expect(await checkSubscription(db, user, clock.now())).toMatchObject({
      subscribed: false,
      plan_type: 'semester',
      payment_pending: true,
    });
    later(86_400);
    expect(await act(user, 'pay-pending')).toBe(true);
    await work();
    expect(await checkSubscription(db, user, clock.now())).toMatchObject({
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
    const [bought] = (await payments.fetchCustomer(customerOf(owner))).subscriptions;
    expect(await actOnSubscription(deps, other, { subscriptionId: bought!.id, act: 'end-now' })).toBe(false);
    expect((await openPortal(deps, other)).url).toBe(`${publicUrl}/portal-simulado/${customerOf(other)}`);
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
