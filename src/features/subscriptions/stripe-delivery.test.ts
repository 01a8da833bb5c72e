import { eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { paymentEvents } from '#db/schema/subscriptions.ts';
import { aUser } from '#tests/builders.ts';
import { stripeWorld } from '#tests/stripe-world.ts';
import { settleCustomer } from './settle-customer.server.ts';
import { refreshSubscription, startCheckout } from './start-checkout.server.ts';
import { StripePayments } from './stripe-gateway.server.ts';

const world = await stripeWorld();
const { db, ledger, acts, deps, clock, stripe, work, buy, subscriber, check } = world;
const { delivery } = stripe;

const eventsOf = (customerId: string) =>
  db.select().from(paymentEvents).where(eq(paymentEvents.customerId, customerId));
const lastEvent = () => ledger.events.at(-1)!;

describe('PAY-06: signed events', () => {
  it.each([
    ['a wrong secret', { secret: 'whsec_outro' }],
    ['a time five minutes old', { at: new Date('2026-11-21T11:54:00Z') }],
  ])('with %s are refused and leave nothing', async (_, other) => {
    const { id } = await subscriber();
    delivery.isHeld = true;
    acts.cancelAtPeriodEnd(id);
    const [event] = delivery.waiting;
    expect((await delivery.post(event!, other)).status).toBe(400);
    expect(await db.select().from(paymentEvents).where(eq(paymentEvents.id, event!.id))).toEqual([]);
    expect(await work()).toBe(0);
  });

  it('changed on the way, unsigned or unreadable are refused', async () => {
    const { id } = await subscriber();
    delivery.isHeld = true;
    acts.cancelAtPeriodEnd(id);
    const body = JSON.stringify(delivery.waiting[0]);
    const post = (text: string, signature?: string) =>
      fetch(world.webhookUrl, {
        method: 'POST',
        body: text,
        headers: signature ? { 'Stripe-Signature': signature } : {},
      }).then((response) => response.status);
    expect(await post(body)).toBe(400);
    expect(await post(body, 'v1=abc')).toBe(400);
    expect(
      await post(body.replace('customer.subscription.updated', 'invoice.paid'), delivery.sign(body)),
    ).toBe(400);
    expect(await post('isto não é JSON', delivery.sign('isto não é JSON'))).toBe(400);
    expect(
      await post(body, `${delivery.sign(body, { secret: 'x' })},${delivery.sign(body).split(',')[1]}`),
    ).toBe(200);
  });

  it.each<[string, (event: Record<string, unknown>) => unknown]>([
    ['without an id', (event) => ({ ...event, id: undefined })],
    ['with an empty id', (event) => ({ ...event, id: '' })],
    ['with an id that is no text', (event) => ({ ...event, id: 7 })],
    ['with an id that no table keeps', (event) => ({ ...event, id: 'evt_\u0000' })],
    ['with an endless id', (event) => ({ ...event, id: 'e'.repeat(300) })],
    ['without a kind', (event) => ({ ...event, type: undefined })],
    ['about nothing', (event) => ({ ...event, data: {} })],
    ['about a customer that is no name', (event) => ({ ...event, data: { object: { customer: 5 } } })],
    ['that is a list', (event) => [event]],
    ['that is null', () => null],
  ])('%s, though signed, are refused and leave nothing', async (_, change) => {
    await subscriber();
    const before = await db.$count(paymentEvents);
    const body = JSON.stringify(change({ ...lastEvent() }));
    const headers = { 'Stripe-Signature': delivery.sign(body) };
    expect((await fetch(world.webhookUrl, { method: 'POST', body, headers })).status).toBe(400);
    expect(await db.$count(paymentEvents)).toBe(before);
  });

  it('caught and replayed within five minutes have no effect, and later are refused', async () => {
    const { user } = await subscriber();
    expect((await delivery.post(lastEvent())).status).toBe(200);
    expect(await work()).toBe(0);
    const signedThen = { at: clock.now() };
    clock.advance(301);
    expect((await delivery.post(lastEvent(), signedThen)).status).toBe(400);
    expect((await check(user)).subscribed).toBe(true);
  });

  it('three times the same, at once and one after the other, have one effect', async () => {
    const user = await aUser(db);
    delivery.isHeld = true;
    const id = await buy(user);
    const events = delivery.waiting;
    await Promise.all(events.flatMap((event) => [event, event, event].map((each) => delivery.post(each))));
    for (const event of events) await delivery.post(event);
    expect(delivery.log.slice(-events.length * 4).every((each) => each.status === 200)).toBe(true);
    delivery.waiting = [];
    expect(await work()).toBe(1);
    expect(await work()).toBe(0);
    expect((await check(user)).subscribed).toBe(true);
    const kept = await db
      .select()
      .from(paymentEvents)
      .where(
        inArray(
          paymentEvents.id,
          events.map((each) => each.id),
        ),
      );
    expect(kept.map((each) => each.fate)).toEqual(events.map(() => 'settled'));
    expect(ledger.subscriptions.get(id)?.status).toBe('active');
  });

  it('in reverse, an old one after a newer one, end in what the provider holds now', async () => {
    const { user, id } = await subscriber();
    delivery.isHeld = true;
    acts.failRenewal(id);
    acts.recover(id);
    acts.cancelAtPeriodEnd(id);
    const events = delivery.waiting;
    await delivery.release((all) => all.toReversed());
    await work();
    const expected = await check(user);
    expect(expected).toMatchObject({ subscribed: true, cancel_at_period_end: true });
    await delivery.post({ ...events[0]!, id: 'evt_velho' });
    await work();
    expect(await check(user)).toEqual(expected);
  });
});

describe('PAY-04: when events come', () => {
  it('a minute late, the waiting page finds the payment by asking the provider itself', async () => {
    const user = await aUser(db);
    delivery.isHeld = true;
    await buy(user);
    await refreshSubscription(deps, user.userId, 0);
    expect(await work()).toBe(1);
    expect((await check(user)).subscribed).toBe(true);
    clock.advance(60);
    expect((await delivery.release()).every((each) => each.status === 200)).toBe(true);
    await work();
    expect((await check(user)).subscribed).toBe(true);
    expect(await world.fatesOf(user)).toEqual(['paid']);
  });

  it('before the buyer has come back, everything is there when he does', async () => {
    const user = await aUser(db);
    await buy(user);
    await work();
    expect((await check(user)).subscribed).toBe(true);
    await refreshSubscription(deps, user.userId, 10);
    expect(await work()).toBe(0);
  });

  it('for a customer that is not ours, they are kept and ignored', async () => {
    const { customerId } = await subscriber();
    const stranger = ledger.createCustomer('outro@exemplo.com.br', {});
    await work();
    expect((await eventsOf(stranger.id)).map((each) => each.fate)).toEqual(['ignored']);
    expect((await eventsOf(customerId)).every((each) => each.fate === 'settled')).toBe(true);
  });
});

describe('Stripe down for a minute', () => {
  it.each(['error', 'drop'] as const)(
    '(%s): nothing is lost, and events are settled when it is back',
    async (how) => {
      const { user, id, customerId } = await subscriber();
      acts.cancelAtPeriodEnd(id);
      stripe.trouble.down = how;
      await expect(work()).rejects.toMatchObject({ name: 'GatewayError', retryable: true });
      const failed = (await eventsOf(customerId)).filter((each) => each.fate === 'failed');
      expect(failed).toHaveLength(1);
      expect(failed[0]?.error).toContain('Stripe');
      expect((await check(user)).subscribed).toBe(true);
      stripe.trouble.down = 'no';
      await settleCustomer(deps, customerId);
      expect(await check(user)).toMatchObject({ subscribed: true, cancel_at_period_end: true });
      expect((await eventsOf(customerId)).every((each) => each.fate === 'settled' && !each.error)).toBe(true);
    },
  );

  it('whoever wants to buy is told so in Portuguese, and nothing is half done', async () => {
    const user = await aUser(db);
    stripe.trouble.down = 'error';
    const refused = startCheckout(deps, user, 'price_mensal');
    await expect(refused).rejects.toMatchObject({
      status: 503,
      message:
        'O provedor de pagamentos não está respondendo. Nada foi cobrado: tente novamente em instantes.',
      retryAfter: 30,
    });
    stripe.trouble.down = 'no';
    expect((await startCheckout(deps, user, 'price_mensal')).url).toContain('/checkout/');
  });

  it('a provider that says nothing is given up after a while', async () => {
    const { customerId } = await subscriber();
    stripe.trouble.down = 'silent';
    const payments = new StripePayments({ ...world.connection, timeout: 100 });
    await expect(settleCustomer({ ...deps, payments }, customerId)).rejects.toMatchObject({
      retryable: true,
    });
  });
});
