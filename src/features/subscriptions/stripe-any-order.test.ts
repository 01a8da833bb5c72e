import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { payments, subscriptions } from '#db/schema/subscriptions.ts';
import type { PlanType } from '#features/plans/plans.ts';
import { aUser } from '#tests/builders.ts';
import type { StripeEvent } from '#tests/fakes/stripe/objects.ts';
import { stripeWorld } from '#tests/stripe-world.ts';
import { planOfPrice, pricesOf } from './prices.ts';
import { settleCustomer } from './settle-customer.server.ts';
import { settle } from './settlement.ts';

const world = await stripeWorld();
const { db, ledger, acts, deps, clock, stripe, work, buy } = world;

/** Possible events at the provider; some do nothing in some states. */
const acting: Record<string, (id: string) => unknown> = {
  renew: (id) => acts.renew(id),
  fail: (id) => acts.failRenewal(id),
  recover: (id) => acts.recover(id),
  up: (id) => acts.changePlan(id, 'price_anual'),
  down: (id) => acts.changePlan(id, 'price_mensal'),
  'cancel at the end': (id) => acts.cancelAtPeriodEnd(id),
  reactivate: (id) => acts.reactivate(id),
  'cancel now': (id) => ledger.cancelNow(id),
  refund: (id) => acts.refund(acts.lastIntent(id) ?? ''),
  dispute: (id) => acts.dispute(id),
  lose: (id) => acts.closeDispute(id, 'lost'),
  win: (id) => acts.closeDispute(id, 'won'),
  'boleto paid': (id) => acts.payVoucher(id),
  'boleto expired': (id) => acts.expireVoucher(id),
  'ten days': () => world.pass(10),
};

/** A sequence of events, and network behaviour: early, duplicate and reordered deliveries. */
const life = fc.record({
  method: fc.constantFrom('card', 'card', 'boleto' as const),
  price: fc.constantFrom('price_mensal', 'price_semestral'),
  acts: fc.array(fc.constantFrom(...Object.keys(acting)), { minLength: 1, maxLength: 8 }),
  early: fc.array(fc.nat({ max: 9 }), { maxLength: 8 }),
  worksAfter: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  order: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
  /** Settlements that fetched before the last event, and save after everything else is settled. */
  overtaken: fc.nat({ max: 2 }),
});

/** Calls of a settlement to Stripe: customer, subscriptions, invoices, payments. */
const questions = 4;

const planOf = (priceId: string): PlanType | null =>
  planOfPrice(pricesOf(deps.settings), priceId)?.id ?? null;

afterEach(() => {
  stripe.trouble.onTheWay = null;
});

/** Settlements whose responses are computed but still in transit. */
async function overtake(customerId: string, count: number): Promise<{ arrive: () => Promise<unknown> }> {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const all = count * questions;
  stripe.trouble.onTheWay = () => (asked++ < all ? gate.promise : Promise.resolve());
  const late = Array.from({ length: count }, () => settleCustomer(deps, customerId));
  while (asked < all) await new Promise((resolve) => setImmediate(resolve));
  return {
    arrive() {
      gate.resolve();
      return Promise.all(late);
    },
  };
}

it('PAY-06: any sequence of events, duplicated, shuffled and overtaken, ends in what the final truth says', async () => {
  let opened = 0;
  await fc.assert(
    fc.asyncProperty(life, async (given) => {
      const user = await aUser(db);
      const { delivery } = stripe;
      delivery.isHeld = true;
      const id = await buy(user, given.price, given.method as 'card');
      const happened: StripeEvent[] = [];
      const customerId = ledger.subscriptions.get(id)!.customer;
      let overtaken = await overtake(customerId, 0);
      for (const [index, act] of given.acts.entries()) {
        clock.advance(7);
        if (index === given.acts.length - 1) overtaken = await overtake(customerId, given.overtaken);
        acting[act]!(id);
        happened.push(...delivery.waiting);
        delivery.waiting = [];
        const early = happened[given.early[index] ?? -1];
        if (early) await delivery.post(early);
        if (given.worksAfter[index]) await work();
      }
      const twice = [...happened, ...happened].map((event, index) => ({
        event,
        at: given.order[index % 60]!,
      }));
      for (const { event } of twice.toSorted((a, b) => a.at - b.at)) {
        expect((await delivery.post(event)).status).toBe(200);
      }
      await work();
      await overtaken.arrive();

      const truth = await deps.payments.fetchCustomer(customerId);
      const expected = settle(truth, null, planOf, clock.now());
      const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, user.userId));
      if (expected) expect(row).toMatchObject(expected);
      else expect(row?.status ?? 'inactive').toBe('inactive');
      const kept = await db.select().from(payments).where(eq(payments.userId, user.userId));
      const facts = (each: { id: string; status: string; amountCents: number; refundedCents: number }) =>
        `${each.id} ${each.status} ${each.amountCents} ${each.refundedCents}`;
      expect(kept.map(facts).toSorted()).toEqual(truth.payments.map(facts).toSorted());
      if (expected?.status === 'active') opened++;
    }),
    { numRuns: 40 },
  );
  expect(opened).toBeGreaterThan(5);
});
