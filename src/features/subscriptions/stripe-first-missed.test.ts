import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import { subscriptionLetters } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { anAdmin, aUser } from '#tests/builders.ts';
import { stripeWorld } from '#tests/stripe-world.ts';
import { revokeAccess } from './change-access.server.ts';
import { lettersOnSettled } from './send-letters.server.ts';
import { settleCustomer } from './settle-customer.server.ts';
import { startCheckout } from './start-checkout.server.ts';
import { findPaymentTrouble, findSubscription } from './subscription-queries.server.ts';

const world = await stripeWorld();
const { db, ledger, acts, deps, clock, stripe, buy, work, check, sessionIn, subscriber } = world;
deps.onSettled.push(lettersOnSettled(deps.jobs));

const lettersOf = async (user: User) => {
  const rows = await db.select().from(subscriptionLetters).where(eq(subscriptionLetters.userId, user.userId));
  return rows.map(({ key }) => key.replace(/:.*/, '')).toSorted((a, b) => (a < b ? -1 : 1));
};
const bellOf = async (id: string) => {
  const invoices = ledger.invoicesOf(id).map((invoice) => invoice.id);
  const rows = await db.select().from(notifications);
  return rows.filter((row) => [id, ...invoices].some((each) => row.dedupeKey?.includes(each)));
};
const trouble = (user: User) => findPaymentTrouble(db, user, clock.now());
const customerOf = (id: string) => ledger.subscriptions.get(id)!.customer;

/** An expired boleto or Pix, and the subscription as Stripe leaves it. */
async function missed(how: Parameters<typeof acts.expireVoucher>[1]): Promise<{ user: User; id: string }> {
  const user = await aUser(db);
  const id = await buy(user, 'price_semestral', 'boleto');
  await work();
  clock.advance(3 * 86_400);
  acts.expireVoucher(id, how);
  await work();
  return { user, id };
}

describe.each(['past_due', 'incomplete', 'incomplete_expired'] as const)(
  'PAY-12: a first boleto or Pix that expires, with %s at Stripe',
  (how) => {
    it('is a first payment that did not come: no plan, no refused renewal, no period that has ended', async () => {
      const { user, id } = await missed(how);
      expect(await check(user)).toMatchObject({
        subscribed: false,
        plan_type: 'free',
        subscription_end: null,
        payment_pending: false,
      });
      expect(await trouble(user)).toBe('first-missed');
      expect(await lettersOf(user)).toEqual(['first-missed']);
      expect(await bellOf(id)).toMatchObject([
        { title: 'Primeiro pagamento não chegou', body: expect.stringContaining('R$ 114,00') },
      ]);
      await settleCustomer(deps, customerOf(id));
      expect(await lettersOf(user), 'told once').toEqual(['first-missed']);
    });

    it("'Assinar' sells anew, and what was not paid can no longer be paid beside it", async () => {
      const { user, id } = await missed(how);
      const { url, portal } = await startCheckout(deps, user, 'price_mensal');
      expect(portal).toBeUndefined();
      expect(acts.recover(id) || acts.payVoucher(id), 'the old invoice').toBe(false);
      expect(ledger.subscriptions.get(id)?.ended_at).not.toBeNull();
      expect(ledger.pay(sessionIn(url), 'card')).toBe(true);
      await work();
      expect(await check(user)).toMatchObject({ subscribed: true, plan_type: 'monthly' });
      const living = ledger.subscriptionsOf(customerOf(id)).filter((each) => each.ended_at === null);
      expect(living).toHaveLength(1);
      expect(await trouble(user)).toBeNull();
      expect(await lettersOf(user)).toEqual(['first-missed', 'welcome']);
    });
  },
);

it('PAY-07: one that is paid after all while another page is asked for has begun, and is not ended', async () => {
  const { user, id } = await missed('past_due');
  const calls = stripe.calls.length;
  stripe.trouble.onTheWay = async () => {
    // The payment is confirmed just before the invoice is voided.
    if (stripe.calls.slice(calls).some((each) => each.startsWith('GET /v1/payment_intents'))) {
      stripe.trouble.onTheWay = null;
      acts.recover(id);
    }
  };
  expect(await startCheckout(deps, user, 'price_mensal')).toMatchObject({ portal: true });
  await work();
  expect(await check(user)).toMatchObject({ subscribed: true, plan_type: 'semester' });
  expect(ledger.subscriptions.get(id)?.status).toBe('active');
});

it('who had a plan before is told of the first payment of the new one all the same', async () => {
  const { user, id } = await subscriber('price_mensal');
  ledger.cancelNow(id);
  await work();
  clock.advance(40 * 86_400);
  const next = await buy(user, 'price_anual', 'pix');
  await work();
  acts.expireVoucher(next, 'past_due');
  await work();
  expect(await trouble(user)).toBe('first-missed');
  expect(await lettersOf(user)).toContain('first-missed');
  expect(await findSubscription(db, user.userId)).toMatchObject({ planType: 'monthly', status: 'inactive' });
});

it('a renewal that is refused stays one', async () => {
  const { user, id } = await subscriber('price_mensal');
  acts.failRenewal(id);
  await work();
  expect(await trouble(user)).toBe('renewal-refused');
  expect(await lettersOf(user)).toEqual(['payment-failed', 'welcome']);
  expect((await bellOf(id)).map(({ title }) => title)).toContain('Pagamento recusado');
});

it('PAY-09: whoever was revoked while a boleto waited hears nothing of it, and cannot pay it any more', async () => {
  const user = await aUser(db);
  const id = await buy(user, 'price_semestral', 'boleto');
  // Stripe calls some of them active before they are paid.
  ledger.subscriptions.get(id)!.status = 'active';
  await work();
  clock.advance(60);
  await revokeAccess(deps, await anAdmin(db), { userId: user.userId, reason: 'abuso' });
  await work();
  expect(acts.payVoucher(id)).toBe(false);
  expect([await trouble(user), await lettersOf(user)]).toEqual([null, []]);
});

it('is spoken of for a month, and an old one that is read for the first time is not told', async () => {
  const { user, id } = await missed('past_due');
  clock.advance(31 * 86_400);
  expect(await trouble(user)).toBeNull();
  await db.execute(sql`delete from payments where user_id = ${user.userId}`);
  await db.delete(subscriptionLetters).where(eq(subscriptionLetters.userId, user.userId));
  await settleCustomer(deps, customerOf(id));
  expect(await lettersOf(user)).toEqual([]);
});
