import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import { auditEntries } from '#db/schema/site.ts';
import type { User } from '#features/accounts/model.ts';
import { anAdmin, aUser } from '#tests/builders.ts';
import { stripeWorld } from '#tests/stripe-world.ts';
import { grantPlanSchema } from './access.ts';
import { grantPlan } from './change-access.server.ts';
import { lettersOnSettled, tellOfEnds } from './send-letters.server.ts';
import { startCheckout } from './start-checkout.server.ts';
import { listUsers, userFilterSchema } from './user-queries.server.ts';

const world = await stripeWorld();
const { db, ledger, acts, deps, clock, buy, work, check, subscriber, sessionIn } = world;
deps.onSettled.push(lettersOnSettled(deps.jobs));
const admin = await anAdmin(db);

const give = (user: User, planType: string, until = '') =>
  grantPlan(deps, admin, grantPlanSchema.parse({ userId: user.userId, planType, until, reason: 'parceria' }));
const chargedFor = async (user: User) =>
  (await listUsers(db, admin, userFilterSchema.parse({ q: user.email }), clock.now())).users[0]?.charged;
const lastAudit = async (user: User) =>
  (await db.select().from(auditEntries).where(eq(auditEntries.entityId, user.userId))).at(-1)?.after;

describe('A-85: a plan given by hand to somebody who pays', () => {
  it.each<[string, string, boolean]>([
    ['lifetime', '', true],
    ['free', '', false],
    ['annual', '', true],
    ['lifetime', '2030-01-01', true],
  ])('%s until %j ends the charging, for good', async (planType, until, isOpen) => {
    const { user, id, customerId } = await subscriber('price_mensal');
    expect(await chargedFor(user)).toBe('monthly');
    clock.advance(60);
    expect(await give(user, planType, until)).toEqual({ ok: true });
    expect(await lastAudit(user)).toMatchObject({ charging: 'ended' });
    await work();
    expect(ledger.subscriptions.get(id)).toMatchObject({ status: 'canceled' });
    expect(await check(user)).toMatchObject({ subscribed: isOpen, plan_type: planType });
    expect(await chargedFor(user)).toBeNull();
    ledger.tell('customer.updated', ledger.customers.get(customerId)!);
    await work();
    expect(await check(user), 'a later sync').toMatchObject({ subscribed: isOpen, plan_type: planType });
  });

  it('ends a boleto that waits, and a renewal that is owed', async () => {
    const waiting = await aUser(db);
    const boleto = await buy(waiting, 'price_semestral', 'boleto');
    const owing = await subscriber('price_mensal');
    acts.failRenewal(owing.id);
    await work();
    clock.advance(60);
    for (const user of [waiting, owing.user]) await give(user, 'lifetime');
    await work();
    expect([acts.payVoucher(boleto), acts.recover(owing.id)]).toEqual([false, false]);
    const open = [boleto, owing.id]
      .flatMap((id) => ledger.invoicesOf(id))
      .filter((each) => each.status === 'open');
    expect(open).toEqual([]);
  });

  it('with an end lets the paid plan go on, which counts again afterwards, and nobody is told of an end', async () => {
    const { user, id, customerId } = await subscriber('price_anual');
    const until = new Date(clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    await give(user, 'annual', until);
    expect(await lastAudit(user)).toMatchObject({ charging: 'goes-on' });
    await work();
    await tellOfEnds(deps);
    clock.advance(4 * 86_400);
    await tellOfEnds(deps);
    const { rows } = await db.execute(
      `select key from subscription_letters where user_id = '${user.userId}'`,
    );
    expect(rows).toEqual([{ key: `welcome:${id}` }]);
    ledger.tell('customer.updated', ledger.customers.get(customerId)!);
    await work();
    expect(await check(user)).toMatchObject({ subscribed: true, plan_type: 'annual' });
    expect(ledger.subscriptions.get(id)?.status).toBe('active');
  });

  it('closes a page that was left open; one that is paid in that moment rings the bell', async () => {
    const [late, quick] = [await aUser(db), await aUser(db)];
    const left = sessionIn((await startCheckout(deps, late, 'price_mensal')).url);
    const paid = sessionIn((await startCheckout(deps, quick, 'price_mensal')).url);
    clock.advance(60);
    for (const user of [late, quick]) await give(user, 'lifetime');
    clock.advance(1);
    expect(ledger.pay(paid, 'card')).toBe(true);
    await work();
    expect(ledger.pay(left, 'card')).toBe(false);
    const bell = await db.select().from(notifications);
    const told = (user: User) =>
      bell.filter(({ dedupeKey }) => dedupeKey?.startsWith(`payment-given:${user.userId}`));
    expect([told(late), told(quick)]).toMatchObject([
      [],
      [{ title: 'Cliente com plano concedido também paga', body: expect.stringContaining(quick.email) }],
    ]);
    expect(await check(quick)).toMatchObject({ subscribed: true, plan_type: 'lifetime' });
  });
});
