import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payments, providerSubscriptions } from '#db/schema/subscriptions.ts';
import { anAdmin, aUser } from '#tests/builders.ts';
import type { Method } from '#tests/fakes/stripe/ledger.ts';
import { stripeWorld } from '#tests/stripe-world.ts';
import { grantPlan, revokeAccess } from './change-access.server.ts';
import { refundAndEnd } from './refund-payment.server.ts';
import type { RevenueMonth } from './revenue.ts';
import { getRevenue } from './revenue-queries.server.ts';

const { db, acts, ledger, deps, clock, pass, buy, work } = await stripeWorld();
const admin = await anAdmin(db);
const day = 24 * 3600 * 1000;
const now = new Date('2026-11-21T15:00:00Z');

function expectBalance(months: RevenueMonth[]): void {
  for (const [i, { month, subscribers, started, lost }] of months.entries()) {
    if (i === 0) continue;
    expect([month, subscribers]).toEqual([month, months[i - 1]!.subscribers + started - lost]);
  }
}

/** A charge: its distance to the one before, and its outcome. In days, with fractions. */
const charge = fc.record({
  gap: fc.oneof(fc.constant(0), fc.double({ min: -40, max: 70, noNaN: true })),
  months: fc.constantFrom(1, 6, 12),
  paid: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 25, noNaN: true }), fc.constant(null)),
  cents: fc.constantFrom(0, 2990, 21000),
  fate: fc.constantFrom('paid', 'paid', 'refunded', 'disputed', 'lost', 'part'),
  back: fc.double({ min: 0, max: 60, noNaN: true }),
});
const subscription = fc.record({
  person: fc.nat({ max: 4 }),
  from: fc.double({ min: -520, max: -1, noNaN: true }),
  plan: fc.constantFrom('monthly', 'semester', 'annual', null),
  charges: fc.array(charge, { minLength: 1, maxLength: 6 }),
  ended: fc.oneof(fc.constant(null), fc.double({ min: -500, max: 0, noNaN: true })),
});

describe("'Assinantes' of a month are those of the month before, plus 'Novos', less 'Perdidos'", () => {
  it('whatever the provider has charged, given back, lost and ended', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => aUser(db)));
    const seen = { subscribers: 0, started: 0, lost: 0 };
    const at = (days: number) => new Date(Math.round(now.getTime() + days * day));
    await fc.assert(
      fc.asyncProperty(fc.array(subscription, { minLength: 1, maxLength: 9 }), async (all) => {
        await db.execute(sql`delete from payments`);
        await db.execute(sql`delete from provider_subscriptions`);
        for (const [s, { person, from, plan, charges, ended }] of all.entries()) {
          // The last one has deleted the account.
          const owner = { userId: person === 4 ? null : people[person]!.userId, customerId: `cus_${person}` };
          const own = { ...owner, id: `sub_${s}`, planType: plan, status: 'x', createdAt: at(from) };
          await db.insert(providerSubscriptions).values({
            ...own,
            startedAt: at(from),
            endedAt: ended === null ? null : at(Math.max(ended, from)),
          });
          let begin = from;
          for (const [i, { gap, months, paid, cents, fate, back }] of charges.entries()) {
            begin += gap;
            const end = begin + months * 30.4;
            const full = fate === 'refunded' || fate === 'lost';
            await db.insert(payments).values({
              ...owner,
              id: `in_${s}_${i}`,
              providerSubscriptionId: `sub_${s}`,
              planType: plan,
              status: fate === 'lost' ? 'disputed' : fate === 'part' ? 'paid' : fate,
              amountCents: cents,
              refundedCents: full ? cents : fate === 'part' ? Math.floor(cents / 3) : 0,
              refundedAt: full || fate === 'part' ? at(begin + (paid ?? 0) + back) : null,
              periodStart: at(begin),
              periodEnd: at(end),
              createdAt: at(begin),
              paidAt: paid === null ? null : at(begin + paid),
            });
            begin = end;
          }
        }
        const { months } = await getRevenue(db, admin, now);
        expectBalance(months);
        for (const name of ['subscribers', 'started', 'lost'] as const)
          seen[name] += months.reduce((sum, each) => sum + each[name], 0);
      }),
      { numRuns: 150 },
    );
    expect(Math.min(...Object.values(seen)), 'histories in which something happens').toBeGreaterThan(50);
  });

  const names =
    'buy boleto renew fail recover change cancel at-end refund dispute lose win revoke lifetime pay expire';
  const act = fc.constantFrom(...names.split(' '), 'refund-and-end');
  const life = fc.array(fc.tuple(fc.nat({ max: 2 }), act, fc.nat({ max: 25 })), {
    minLength: 6,
    maxLength: 18,
  });

  it('in whole lives at Stripe, full refunds, lost disputes and revocations included', async () => {
    await fc.assert(
      fc.asyncProperty(life, async (steps) => {
        await db.execute(sql`delete from payments`);
        await db.execute(sql`delete from provider_subscriptions`);
        const people = await Promise.all([aUser(db), aUser(db), aUser(db)]);
        const newest = new Map<string, string>();
        for (const [who, what, days] of steps) {
          const user = people[who]!;
          const id = newest.get(user.userId) ?? '';
          const input = { userId: user.userId, reason: 'teste' };
          const purchase = async (method: Method) => {
            const bought = await buy(user, 'price_mensal', method).catch(() => null);
            if (bought) newest.set(user.userId, bought);
          };
          const does: Record<string, () => unknown> = {
            buy: () => purchase('card'),
            boleto: () => purchase('boleto'),
            renew: () => acts.renew(id),
            fail: () => acts.failRenewal(id),
            recover: () => acts.recover(id),
            change: () => acts.changePlan(id, 'price_anual'),
            cancel: () => ledger.cancelNow(id),
            'at-end': () => acts.cancelAtPeriodEnd(id),
            refund: () => acts.refund(acts.lastIntent(id) ?? ''),
            dispute: () => acts.dispute(id),
            lose: () => acts.closeDispute(id, 'lost'),
            win: () => acts.closeDispute(id, 'won'),
            revoke: () => revokeAccess(deps, admin, input),
            lifetime: () => grantPlan(deps, admin, { ...input, planType: 'lifetime', until: null }),
            'refund-and-end': () => refundAndEnd(deps, admin, input),
            pay: () => acts.payVoucher(id),
            expire: () => acts.expireVoucher(id, 'past_due'),
          };
          await does[what]!();
          await work();
          pass(days);
          await work();
          expectBalance((await getRevenue(db, admin, clock.now())).months);
        }
      }),
      { numRuns: 12 },
    );
  });
});
