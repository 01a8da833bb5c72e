import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentEvents, subscriptions } from '#db/schema/subscriptions.ts';
import { aUser } from '#tests/builders.ts';
import { simulatedWorld } from '#tests/simulated-world.ts';
import { parseEvent } from './events.ts';
import { receivePaymentEvent } from './receive-payment-event.server.ts';
import { settleCustomer } from './settle-customer.server.ts';
import { SimulatedPayments } from './simulated-gateway.server.ts';
import { startCheckout } from './start-checkout.server.ts';
import { findSubscription, listCustomersToSweep } from './subscription-queries.server.ts';

const { db, clock, payments, prices, publicUrl, deps, later, customerOf, work, buy, isOpen, act } =
  await simulatedWorld();

describe('PAY-06: events', () => {
  it('without a valid signature are refused and leave nothing', async () => {
    const user = await aUser(db);
    await startCheckout(deps, user, 'price_a');
    const { body, signature } = payments.makeEvent('invoice.paid', customerOf(user), clock.now());
    const forged = new SimulatedPayments(db, clock, { publicUrl, secret: 'outro', prices });
    const cases: [string, string | null][] = [
      [body, null],
      [body, ''],
      [body, 'v1=abc'],
      [body, signature.replace(/v1=.{4}/, 'v1=0000')],
      [body, signature.replace(/t=\d+/, 't=1')],
      [body.replace('invoice.paid', 'x'), signature],
      [body, forged.makeEvent('invoice.paid', customerOf(user), clock.now()).signature],
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
    const { body, signature } = payments.makeEvent('invoice.paid', customerOf(user), clock.now());
    await Promise.all(Array.from({ length: 10 }, () => receivePaymentEvent(deps, body, signature)));
    expect(await work()).toBe(1);
    await receivePaymentEvent(deps, body, signature);
    expect(await work()).toBe(0);
  });

  it('of strangers are kept and ignored', async () => {
    const { body, signature } = payments.makeEvent('invoice.paid', 'cus_desconhecido', clock.now());
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
    const events = types.map((type) => payments.makeEvent(type, customerOf(user), clock.now()));
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
    const swept: unknown[] = [];
    for await (const batch of listCustomersToSweep(db, clock.now())) swept.push(...batch);
    expect(swept).toContainEqual({ customerId: customerOf(user) });
    await settleCustomer(deps, customerOf(user));
    expect((await db.select().from(paymentEvents).where(mine))[0]).toMatchObject({
      fate: 'settled',
      error: null,
    });
    expect(await isOpen(user)).toBe(true);
  });
});

/** Any text, signed as by the provider. */
function signedBy(body: string): { body: string; signature: string } {
  const { signature } = payments.makeEvent('x', 'y', clock.now());
  return { body, signature: `${signature.split(',')[0]},v1=${hmac(body)}` };
}

function hmac(body: string): string {
  return createHmac('sha256', 'segredo')
    .update(`${Math.floor(clock.now().getTime() / 1000)}.${body}`)
    .digest('hex');
}

it.each([
  ['a subscription', { object: 'subscription', id: 'sub_1', customer: 'cus_1' }, 'cus_1', undefined],
  ['an expanded customer', { object: 'invoice', id: 'in_1', customer: { id: 'cus_1' } }, 'cus_1', undefined],
  ['the customer himself', { object: 'customer', id: 'cus_1' }, 'cus_1', undefined],
  ['a dispute', { object: 'dispute', id: 'dp_1', payment_intent: 'pi_1' }, null, 'pi_1'],
  ['something else', { object: 'product', id: 'prod_1' }, null, undefined],
])('an event about %s names its customer or its payment', (_, object, customer, payment) => {
  const { customerId, paymentId } = parseEvent(JSON.stringify({ id: 'evt_1', type: 'x', data: { object } }));
  expect([customerId, paymentId]).toEqual([customer, payment]);
});
