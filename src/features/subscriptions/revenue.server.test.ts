import { describe, expect, it } from 'vitest';
import { payments, providerSubscriptions } from '#db/schema/subscriptions.ts';
import { toCsv } from '#platform/csv.ts';
import { anAdmin, aSubscription, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { keepRevenue } from './keep-revenue.server.ts';
import { isEmpty } from './revenue.ts';
import { getRevenue } from './revenue-queries.server.ts';
import { revenueHead, revenueRows } from './revenue-rows.ts';

const now = new Date('2026-11-21T15:00:00Z');
const [monthly, semester, annual] = [2990, 11400, 21000];

/**
 * The provider's history, written by hand: person; subscription with plan, first payment and end; its charges with
 * amount, payment, end of period, and outcome. A day is noon in São Paulo; an instant is UTC.
 */
type Line = [paid: string | null, cents: number, until: string, more?: Charge];
interface Charge {
  plan?: string | null;
  failed?: string;
  refunded?: [cents: number, on: string];
}
interface Held {
  who: string;
  sub: string;
  plan: string | null;
  started: string | null;
  ended?: string;
  charges: Line[];
  deleted?: true;
}

const ledger: Held[] = [
  // Bought in the last second of August, renewed in the first of October and November, in São Paulo.
  {
    who: 'Ana',
    sub: 'ana',
    plan: 'monthly',
    started: '2026-09-01T02:59:59Z',
    charges: [
      ['2026-09-01T02:59:59Z', monthly, '2026-10-01T03:00:00Z'],
      ['2026-10-01T03:00:00Z', monthly, '2026-11-01T03:00:00Z'],
      ['2026-11-01T03:00:00Z', monthly, '2026-12-01T03:00:00Z'],
    ],
  },
  // Changes from semester to annual within one subscription.
  {
    who: 'Bia',
    sub: 'bia',
    plan: 'annual',
    started: '2026-03-10',
    charges: [
      ['2026-03-10', semester, '2026-09-10', { plan: 'semester' }],
      ['2026-06-15', annual, '2027-06-15'],
    ],
  },
  {
    who: 'Caio',
    sub: 'caio-1',
    plan: 'monthly',
    started: '2026-10-05',
    charges: [
      ['2026-10-05', monthly, '2026-11-05'],
      ['2026-11-05', monthly, '2026-12-05'],
    ],
  },
  {
    who: 'Caio',
    sub: 'caio-2',
    plan: 'annual',
    started: '2026-10-20',
    charges: [['2026-10-20', annual, '2027-10-20']],
  },
  {
    who: 'Davi',
    sub: 'davi',
    plan: 'annual',
    started: '2026-01-15',
    ended: '2026-10-10',
    deleted: true,
    charges: [['2026-01-15', annual, '2027-01-15']],
  },
  // Fully refunded within seven days.
  {
    who: 'Eva',
    sub: 'eva',
    plan: 'monthly',
    started: '2026-11-02',
    ended: '2026-11-05',
    charges: [['2026-11-02', monthly, '2026-12-02', { refunded: [monthly, '2026-11-05'] }]],
  },
  // The renewal failed for good; ended on 31 October, 23:30 in São Paulo.
  {
    who: 'Fábio',
    sub: 'fabio',
    plan: 'monthly',
    started: '2026-09-20',
    ended: '2026-11-01T02:30:00Z',
    charges: [
      ['2026-09-20', monthly, '2026-10-20'],
      [null, monthly, '2026-11-20', { failed: '2026-10-20' }],
    ],
  },
  // A renewal failed and was paid two days later; another was partly refunded.
  {
    who: 'Gil',
    sub: 'gil',
    plan: 'monthly',
    started: '2026-08-10',
    charges: [
      ['2026-08-10', monthly, '2026-09-10'],
      ['2026-09-12', monthly, '2026-10-10', { failed: '2026-09-10' }],
      ['2026-10-10', monthly, '2026-11-10', { refunded: [1000, '2026-11-03'] }],
      ['2026-11-10', monthly, '2026-12-10'],
    ],
  },
  // Left, came back, and left again.
  {
    who: 'Hugo',
    sub: 'hugo-1',
    plan: 'monthly',
    started: '2026-02-03',
    ended: '2026-03-03',
    charges: [['2026-02-03', monthly, '2026-03-03']],
  },
  {
    who: 'Hugo',
    sub: 'hugo-2',
    plan: 'monthly',
    started: '2026-07-02',
    ended: '2026-08-02',
    charges: [['2026-07-02', monthly, '2026-08-02']],
  },
  { who: 'João', sub: 'joao', plan: 'annual', started: null, charges: [[null, annual, '2027-11-20']] },
  // The last second of the November before: out of range, except for the end.
  {
    who: 'Lia',
    sub: 'lia',
    plan: 'monthly',
    started: '2025-12-01T02:59:59Z',
    ended: '2026-01-01T02:59:59Z',
    charges: [['2025-12-01T02:59:59Z', monthly, '2026-01-01T02:59:59Z']],
  },
  // Fully refunded in the next month, but not ended: in force until then only.
  {
    who: 'Nina',
    sub: 'nina',
    plan: 'monthly',
    started: '2026-10-28',
    charges: [['2026-10-28', monthly, '2026-11-28', { refunded: [monthly, '2026-11-03'] }]],
  },
  // Not our price: money, but no plan.
  {
    who: 'Max',
    sub: 'max',
    plan: null,
    started: '2026-05-05',
    charges: [['2026-05-05', 500, '2027-05-05', { plan: null }]],
  },
];

/** Summed up by hand from the lines above. */
const expected = [
  // month, subscribers, recurring, new, lost, failed, received, refunded
  ['2025-12', 0, 0, 0, 1, 0, 0, 0],
  ['2026-01', 1, 1750, 1, 0, 0, 21000, 0],
  ['2026-02', 2, 4740, 1, 0, 0, 2990, 0],
  ['2026-03', 2, 3650, 1, 1, 0, 11400, 0],
  ['2026-04', 2, 3650, 0, 0, 0, 0, 0],
  ['2026-05', 2, 3650, 0, 0, 0, 500, 0],
  ['2026-06', 2, 3500, 0, 0, 0, 21000, 0],
  ['2026-07', 3, 6490, 1, 0, 0, 2990, 0],
  ['2026-08', 4, 9480, 2, 1, 0, 5980, 0],
  ['2026-09', 5, 12470, 1, 0, 1, 5980, 0],
  ['2026-10', 5, 15460, 2, 2, 1, 32960, 0],
  ['2026-11', 4, 12470, 1, 2, 0, 11960, 6980],
];

const at = (text: string) => new Date(text.includes('T') ? text : `${text}T15:00:00Z`);

const { db } = await testDatabase();
const admin = await anAdmin(db);

const before = await getRevenue(db, admin, now);

it('an empty house has twelve empty months', () => {
  const revenue = before;
  expect(revenue.months.map(({ month }) => month)).toEqual(expected.map(([month]) => month));
  expect(isEmpty(revenue)).toBe(true);
  expect(revenue.granted).toBe(0);
});

describe('the hand-made ledger', async () => {
  const people = new Map<string, string>();
  for (const { who } of ledger) if (!people.has(who)) people.set(who, (await aUser(db)).userId);
  // A granted plan brings no revenue.
  await aSubscription(db, { userId: (await aUser(db)).userId, source: 'grant', planType: 'annual' });
  for (const { who, sub, plan, started, ended, charges, deleted } of ledger) {
    const owner = { customerId: `cus_${who}`, userId: deleted ? null : people.get(who)! };
    const createdAt = at(started ?? '2026-11-20');
    await db.insert(providerSubscriptions).values({
      ...owner,
      id: sub,
      planType: plan,
      status: ended ? 'canceled' : 'active',
      startedAt: started ? createdAt : null,
      endedAt: ended ? at(ended) : null,
      createdAt,
    });
    let from = createdAt;
    for (const [i, [paid, amountCents, until, more = {}]] of charges.entries()) {
      await db.insert(payments).values({
        ...owner,
        id: `${sub}-${i}`,
        providerSubscriptionId: sub,
        planType: more.plan === undefined ? plan : more.plan,
        status: more.refunded ? 'refunded' : paid ? 'paid' : more.failed ? 'failed' : 'pending',
        amountCents,
        refundedCents: more.refunded?.[0] ?? 0,
        refundedAt: more.refunded ? at(more.refunded[1]) : null,
        periodStart: more.failed ? from : paid ? at(paid) : from,
        periodEnd: at(until),
        createdAt: from,
        paidAt: paid ? at(paid) : null,
        failedAt: more.failed ? at(more.failed) : null,
      });
      from = at(until);
    }
  }
  const revenue = await getRevenue(db, admin, now);

  it.each(expected)(
    '%s',
    (month, subscribers, mrrCents, started, lost, failed, receivedCents, refundedCents) => {
      expect(revenue.months.find((each) => each.month === month)).toEqual({
        month,
        subscribers,
        mrrCents,
        started,
        lost,
        failed,
        receivedCents,
        refundedCents,
      });
    },
  );

  it('the plans of now: who has two counts in both, and once in the month', () => {
    expect(revenue.plans).toMatchObject([
      { planType: 'monthly', subscribers: 3, monthlyCents: 2990, mrrCents: 8970 },
      { planType: 'semester', subscribers: 0, monthlyCents: 1900, mrrCents: 0 },
      { planType: 'annual', subscribers: 2, monthlyCents: 1750, mrrCents: 3500 },
    ]);
    expect(revenue.plans.reduce((sum, plan) => sum + plan.mrrCents, 0)).toBe(12470);
    expect(revenue.granted).toBe(1);
    expect(isEmpty(revenue)).toBe(false);
  });

  it('as a file', () => {
    const [head, ...lines] = toCsv([revenueHead, ...revenueRows(revenue.months)])
      .slice(1)
      .split('\r\n');
    expect(head).toBe(
      'Mês;Assinantes;Receita mensal recorrente (R$);Novos;Perdidos;Pagamentos recusados;Recebido (R$);Reembolsado (R$);Líquido (R$)',
    );
    expect(lines).toHaveLength(13);
    expect(lines[11]).toBe('11/2026;4;124,7;1;2;0;119,6;69,8;49,8');
  });
});

it('figures that take long are kept for an hour, and say of when they are', async () => {
  const deps = { db, clock: { now: () => now } };
  const { countedAt, ...live } = await getRevenue(db, admin, now);
  expect(countedAt).toBe(null);
  await keepRevenue(deps, () => true);
  await db.update(payments).set({ amountCents: 1 });
  const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(await getRevenue(db, admin, minutesLater(59))).toEqual({ ...live, countedAt: now.toISOString() });
  expect(await getRevenue(db, admin, minutesLater(61))).toMatchObject({ countedAt: null });
  await keepRevenue(deps, () => false);
  expect(await getRevenue(db, admin, now)).toMatchObject({ countedAt: null });
});
