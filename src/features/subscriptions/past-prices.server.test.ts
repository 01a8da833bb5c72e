import { expect, it } from 'vitest';
import { payments, providerSubscriptions } from '#db/schema/subscriptions.ts';
import { anAdmin, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { getRevenue } from './revenue-queries.server.ts';

const { db } = await testDatabase();
const admin = await anAdmin(db);
const now = new Date('2026-11-21T15:00:00Z');
const noon = (day: string) => new Date(`${day}T15:00:00Z`);

/** Consecutive charges of one person: day, plan, paid, price of the period. */
type Charge = [from: string, until: string, plan: string, paid: number, price: number | null];
async function has(charges: Charge[]): Promise<void> {
  const { userId } = await aUser(db);
  const id = `sub-${userId}`;
  const owner = { userId, customerId: `cus-${userId}` };
  const startedAt = noon(charges[0]![0]);
  const facts = { planType: charges.at(-1)![2], status: 'active', startedAt, createdAt: startedAt };
  await db.insert(providerSubscriptions).values({ ...owner, ...facts, id });
  await db.insert(payments).values(
    charges.map(([from, until, planType, amountCents, priceCents], i) => ({
      ...owner,
      id: `${id}-${i}`,
      providerSubscriptionId: id,
      planType,
      status: 'paid' as const,
      amountCents,
      priceCents,
      periodStart: noon(from),
      periodEnd: noon(until),
      createdAt: noon(from),
      paidAt: noon(from),
    })),
  );
}

it('recurring revenue is counted at the price of the charge in force, not of today, nor by what credit has left of it', async () => {
  // An old price, then today's.
  await has([
    ['2026-08-10', '2026-09-10', 'monthly', 1990, 1990],
    ['2026-09-10', '2026-10-10', 'monthly', 1990, 1990],
    ['2026-10-10', '2026-11-10', 'monthly', 2990, 2990],
    ['2026-11-10', '2026-12-10', 'monthly', 2990, 2990],
  ]);
  // An upgrade in the middle of a month, with credit for the old plan.
  await has([
    ['2026-09-01', '2026-10-01', 'monthly', 2990, 2990],
    ['2026-09-16', '2027-09-16', 'annual', 19505, 21000],
  ]);
  // A downgrade, paid by credit from the old plan.
  await has([
    ['2026-08-20', '2027-08-20', 'annual', 21000, 21000],
    ['2026-10-20', '2026-11-20', 'monthly', 0, 2990],
    ['2026-11-20', '2026-12-20', 'monthly', 0, 2990],
  ]);
  // Charged before prices were recorded: the paid amount, and today's price where credit paid.
  await has([
    ['2026-08-05', '2027-02-05', 'semester', 9900, null],
    ['2026-10-05', '2027-10-05', 'annual', 0, null],
  ]);
  const { months, plans } = await getRevenue(db, admin, now);
  expect(months.slice(-4).map(({ month, mrrCents }) => [month, mrrCents])).toEqual([
    ['2026-08', 1990 + 1750 + 1650],
    ['2026-09', 1990 + 1750 + 1750 + 1650],
    ['2026-10', 2990 + 1750 + 2990 + 1750],
    ['2026-11', 2990 + 1750 + 2990 + 1750],
  ]);
  expect(plans.map(({ planType, mrrCents }) => [planType, mrrCents])).toEqual([
    ['monthly', 5980],
    ['semester', 0],
    ['annual', 3500],
  ]);
});
