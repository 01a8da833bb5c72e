import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { payments, subscriptions } from '#db/schema/subscriptions.ts';
import { newId } from '#platform/ids.ts';
import { aSubscriber, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { getBilling } from './billing-queries.server.ts';

const { db } = await testDatabase();
const now = new Date('2026-11-21T12:00:00Z');
const end = new Date('2027-11-21T12:00:00Z');

async function anAnnual(given: Partial<typeof subscriptions.$inferInsert> = {}) {
  const user = await aSubscriber(db);
  const facts = {
    planType: 'annual',
    status: 'active',
    source: 'provider',
    expiresAt: end,
    ...given,
  } as const;
  await db.update(subscriptions).set(facts).where(eq(subscriptions.userId, user.userId));
  return user;
}
const aPayment = (userId: string, given: Partial<typeof payments.$inferInsert> = {}) =>
  db.insert(payments).values({
    id: newId(),
    customerId: 'cus',
    userId,
    planType: 'annual',
    status: 'paid',
    amountCents: 21000,
    createdAt: now,
    paidAt: now,
    periodStart: now,
    periodEnd: end,
    ...given,
  });

describe('what comes next', () => {
  it('renews, for the price of the period, not for what a credit left of it', async () => {
    const user = await anAnnual();
    await aPayment(user.userId, { amountCents: 1000, priceCents: 21000 });
    expect((await getBilling(db, user, now)).next).toBe('Renova em 21/11/2027 por R$ 210,00.');
  });

  it.each([
    ['the renewal was cancelled', { cancelAtPeriodEnd: true }],
    ['an administrator gave it', { source: 'grant' }],
  ])('ends when %s', async (_, given) => {
    const user = await anAnnual(given);
    expect((await getBilling(db, user, now)).next).toBe('Termina em 21/11/2027, sem nova cobrança.');
  });

  it.each([
    ['has no end', { planType: 'lifetime', expiresAt: null }],
    ['is over', { expiresAt: new Date('2026-11-01T12:00:00Z') }],
    ['was revoked', { status: 'inactive' as const }],
  ])('is nothing when the subscription %s', async (_, given) => {
    expect((await getBilling(db, await anAnnual(given), now)).next).toBeNull();
  });
});

describe('receipts', () => {
  it("are one's own paid charges, the newest first, with what came back", async () => {
    const user = await anAnnual();
    const before = new Date('2025-11-21T12:00:00Z');
    await aPayment(user.userId, { id: 'old', paidAt: before, refundedCents: 500 });
    await aPayment(user.userId, { id: 'new' });
    await aPayment(user.userId, { id: 'refused', status: 'failed', paidAt: null });
    await aPayment((await aUser(db)).userId, { id: 'theirs' });
    const { receipts } = await getBilling(db, user, now);
    expect(receipts.map(({ id }) => id)).toEqual(['new', 'old']);
    expect(receipts[1]).toMatchObject({ plan: 'Anual', amountCents: 21000, refundedCents: 500 });
  });
});
