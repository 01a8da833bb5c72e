import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { creditEntries, userCredits } from '#db/schema/credits.ts';
import { auditEntries } from '#db/schema/site.ts';
import type { Subscription } from '#features/subscriptions/model.ts';
import { aCreditLot, anAdmin, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { bringCredits } from './bring-credits.server.ts';
import { grantCreditsForm, grantCreditsSchema } from './grant.ts';
import { grantByAdmin, refund, spend } from './move-credits.server.ts';

const { db, bus } = await testDatabase();
const june = new Date('2026-06-15T12:00:00Z');
const plan = (given: Partial<Subscription> = {}): Subscription => ({
  planType: 'annual',
  status: 'active',
  expiresAt: null,
  cancelAtPeriodEnd: false,
  paymentPending: false,
  lastPaymentAt: null,
  ...given,
});
const at = (now: Date, MONTHLY_CREDITS = 100) => ({
  db,
  clock: { now: () => now },
  settings: { MONTHLY_CREDITS },
});
const lotsOf = (userId: string) => db.select().from(userCredits).where(eq(userCredits.userId, userId));
/** The ledger's sum, which must equal the balance of the lots. */
async function ledgerOf(userId: string): Promise<number> {
  const entries = await db.select().from(creditEntries).where(eq(creditEntries.userId, userId));
  return entries.reduce((sum, entry) => sum + entry.amount, 0);
}
const take = (userId: string, amount: number, now = june, requestId = 'pedido') =>
  db.transaction((tx) => spend(tx, { userId, amount, requestId, reason: 'teste' }, now));

describe('the monthly allocation', () => {
  it('CRE-12: comes once per user and month, whoever reads first of 50 at once', async () => {
    const user = await aUser(db);
    const reads = await Promise.all(
      Array.from({ length: 50 }, () => bringCredits(at(june), { user, subscription: plan() })),
    );
    expect(reads.every((credits) => credits.balance === 100)).toBe(true);
    expect(await lotsOf(user.userId)).toHaveLength(1);
    expect(await ledgerOf(user.userId)).toBe(100);
  });

  it.each([
    ['monthly', plan({ planType: 'monthly' }), 100],
    ['semester', plan({ planType: 'semester' }), 100],
    ['annual', plan({ planType: 'annual' }), 100],
    ['lifetime', plan({ planType: 'lifetime' }), 100],
    ['free', plan({ planType: 'free' }), 0],
    ['inactive or revoked', plan({ status: 'inactive' }), 0],
    ['expired', plan({ expiresAt: '2026-06-15T11:59:59Z' }), 0],
    ['waiting for a boleto', plan({ status: 'inactive', paymentPending: true }), 0],
    ['none', null, 0],
  ])('CRE-13: %s', async (_, subscription, expected) => {
    const user = await aUser(db);
    const credits = await bringCredits(at(june), { user, subscription });
    expect(credits.balance).toBe(expected);
    expect(credits.renewsAt).toBe(expected ? '01/07' : null);
    expect(await lotsOf(user.userId)).toHaveLength(expected ? 1 : 0);
  });

  it('CRE-13: the amount is a setting, and 0 gives none', async () => {
    const user = await aUser(db);
    expect(await bringCredits(at(june, 0), { user, subscription: plan() })).toEqual({
      balance: 0,
      renewsAt: null,
    });
    expect((await bringCredits(at(june, 40), { user, subscription: plan() })).balance).toBe(40);
  });

  it('CRE-14: does not roll over: the new month has its own credits from São Paulo midnight on', async () => {
    const user = await aUser(db);
    const holder = { user, subscription: plan() };
    await bringCredits(at(june), holder);
    await take(user.userId, 30);
    const lastInstant = new Date('2026-07-01T02:59:59Z');
    expect((await bringCredits(at(lastInstant), holder)).balance).toBe(70);
    expect((await bringCredits(at(new Date('2026-07-01T03:00:00Z')), holder)).balance).toBe(100);
    expect(await lotsOf(user.userId)).toHaveLength(2);
  });

  it('belongs to the plan: it is hidden when the plan ends and back when it runs again in that month', async () => {
    const user = await aUser(db);
    await bringCredits(at(june), { user, subscription: plan() });
    await aCreditLot(db, { userId: user.userId, amount: 7 });
    expect((await bringCredits(at(june), { user, subscription: null })).balance).toBe(7);
    expect((await bringCredits(at(june), { user, subscription: plan() })).balance).toBe(107);
  });

  it('A-103: is hidden for administrators who never had any, and 0 for people without a plan', async () => {
    const admin = await anAdmin(db);
    expect((await bringCredits(at(june), { user: admin, subscription: null })).balance).toBeNull();
    await aCreditLot(db, { userId: admin.userId, amount: 5 });
    expect((await bringCredits(at(june), { user: admin, subscription: null })).balance).toBe(5);
  });
});

describe('spending', () => {
  it('takes from the lot that lapses soonest, over several lots, and never from lapsed ones', async () => {
    const user = await aUser(db);
    const soon = new Date('2026-06-20T00:00:00Z');
    const late = new Date('2026-08-20T00:00:00Z');
    const forever = await aCreditLot(db, { userId: user.userId, amount: 50 });
    const second = await aCreditLot(db, { userId: user.userId, amount: 20, expiresAt: late });
    const first = await aCreditLot(db, { userId: user.userId, amount: 10, expiresAt: soon });
    await aCreditLot(db, { userId: user.userId, amount: 500, expiresAt: new Date('2026-06-01T00:00:00Z') });
    expect(await take(user.userId, 25)).toBe(true);
    const left = new Map((await lotsOf(user.userId)).map((lot) => [lot.id, lot.creditsBalance]));
    expect([first.id, second.id, forever.id].map((id) => left.get(id))).toEqual([0, 5, 50]);
  });

  it('CRE-05: takes nothing when one credit is missing', async () => {
    const user = await aUser(db);
    await aCreditLot(db, { userId: user.userId, amount: 24 });
    expect(await take(user.userId, 25)).toBe(false);
    expect(await ledgerOf(user.userId)).toBe(24);
  });

  it('CRE-07: 20 at once over two lots take exactly what is there', async () => {
    const user = await aUser(db);
    await aCreditLot(db, { userId: user.userId, amount: 60 });
    await aCreditLot(db, { userId: user.userId, amount: 20, expiresAt: new Date('2026-07-01T03:00:00Z') });
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, i) => take(user.userId, 25, june, `p${i}`)),
    );
    expect(taken.filter(Boolean)).toHaveLength(3);
    expect(await ledgerOf(user.userId)).toBe(5);
    expect((await lotsOf(user.userId)).reduce((sum, lot) => sum + lot.creditsBalance, 0)).toBe(5);
  });

  it('CRE-11: the database itself refuses a balance below zero or above what was given', async () => {
    const user = await aUser(db);
    const lot = await aCreditLot(db, { userId: user.userId, amount: 10 });
    for (const balance of [-1, 11]) {
      const write = db.update(userCredits).set({ creditsBalance: balance }).where(eq(userCredits.id, lot.id));
      await expect(write).rejects.toThrow();
    }
  });
});

describe('giving back and granting', () => {
  it('A-102: a refund returns to its lots, once, however often it is asked for', async () => {
    const user = await aUser(db);
    await aCreditLot(db, { userId: user.userId, amount: 15, expiresAt: new Date('2026-07-01T03:00:00Z') });
    await aCreditLot(db, { userId: user.userId, amount: 15 });
    await take(user.userId, 25, june, 'r1');
    const again = () => db.transaction((tx) => refund(tx, 'r1', 'cancelada', june));
    const given = await Promise.all([again(), again(), again()]);
    expect(given.toSorted((a, b) => a - b)).toEqual([0, 0, 25]);
    expect((await lotsOf(user.userId)).map((lot) => lot.creditsBalance)).toEqual([15, 15]);
    expect(await ledgerOf(user.userId)).toBe(30);
  });

  it('A-102: what had lapsed meanwhile comes back as a new lot', async () => {
    const user = await aUser(db);
    await aCreditLot(db, { userId: user.userId, amount: 15, expiresAt: new Date('2026-07-01T03:00:00Z') });
    await aCreditLot(db, { userId: user.userId, amount: 15 });
    await take(user.userId, 25, june, 'r2');
    const august = new Date('2026-08-01T12:00:00Z');
    expect(await db.transaction((tx) => refund(tx, 'r2', 'cancelada', august))).toBe(25);
    expect(await db.transaction((tx) => refund(tx, 'r2', 'cancelada', august))).toBe(0);
    const { balance } = await bringCredits(at(august), { user, subscription: null });
    expect(balance).toBe(30);
  });

  it('A-102: what lapses within the week comes back without end, not for the rest of the month', async () => {
    const user = await aUser(db);
    const holder = { user, subscription: plan() };
    await bringCredits(at(june), holder);
    await take(user.userId, 25, june, 'r3');
    const lastEvening = new Date('2026-07-01T02:00:00Z');
    expect(await db.transaction((tx) => refund(tx, 'r3', 'cancelada', lastEvening))).toBe(25);
    expect(await db.transaction((tx) => refund(tx, 'r3', 'cancelada', lastEvening))).toBe(0);
    expect((await bringCredits(at(lastEvening), holder)).balance).toBe(100);
    expect((await bringCredits(at(new Date('2026-07-01T03:00:00Z')), holder)).balance).toBe(125);
    expect(await ledgerOf(user.userId)).toBe(200);
  });

  it('A-33: a grant adds to the monthly credits and stands in the ledger with its reason', async () => {
    const user = await aUser(db);
    const input = grantCreditsSchema.parse({
      userId: user.userId,
      amount: 30,
      reason: ' presente ',
      until: null,
    });
    const deps = { db, bus, clock: { now: () => june } };
    const admin = await anAdmin(db);
    expect(await grantByAdmin(deps, admin, input)).toEqual({ ok: true });
    expect((await bringCredits(at(june), { user, subscription: plan() })).balance).toBe(130);
    const { rows } = await db.execute(
      sql`select amount, reason from credit_entries where user_id = ${user.userId} and kind = 'grant'`,
    );
    expect(rows).toEqual([{ amount: 30, reason: 'presente' }]);
    const lines = await db.select().from(auditEntries).where(eq(auditEntries.entityId, user.userId));
    expect(lines, 'and in the audit').toMatchObject([
      {
        actorEmail: admin.email,
        action: 'user.credits',
        after: { amount: 30, reason: 'presente', until: null },
      },
    ]);
    expect(await grantByAdmin(deps, admin, { ...input, userId: 'ninguém' })).toEqual({
      ok: false,
      reason: 'unknown-user',
    });
    expect(await grantByAdmin(deps, admin, { ...input, until: june })).toEqual({
      ok: false,
      reason: 'already-over',
    });
  });

  it('A-38: a form’s day is the whole Brazilian day, and blank is without end', () => {
    const form = { userId: 'u', amount: '30', reason: 'x', until: '2026-06-30' };
    expect(grantCreditsForm.parse(form).until).toEqual(new Date('2026-07-01T02:59:59Z'));
    expect(grantCreditsForm.parse({ ...form, until: '' })).toMatchObject({ until: null, amount: 30 });
    expect(grantCreditsForm.parse({ ...form, amount: '1.000' }).amount, 'S07').toBe(1000);
    for (const wrong of [
      { amount: '' },
      { amount: 'dez' },
      { amount: '1.5' },
      { amount: '2,5' },
      { until: '30/06' },
      { reason: ' ' },
    ])
      expect(grantCreditsForm.safeParse({ ...form, ...wrong }).success).toBe(false);
  });

  it.each([{ amount: 0 }, { amount: -5 }, { amount: 1.5 }, { amount: '7' }, { reason: '  ' }])(
    'a grant of %j is refused',
    (wrong) => {
      const input = { userId: 'u', amount: 10, reason: 'x', until: null, ...wrong };
      expect(grantCreditsSchema.safeParse(input).success).toBe(false);
    },
  );
});
