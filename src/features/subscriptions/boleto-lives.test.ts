import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type Day, dayOf, startOfDay } from '#platform/calendar.ts';
import { endOfBoleto } from '#platform/workdays.ts';
import { endedLetter, endingLetter, type LetterRow, settlementLetters } from './letters.ts';
import { hasOpenPlan } from './model.ts';
import { type CurrentSubscription, type Settled, settle } from './settlement.ts';
import type { StripeFacts, StripeIntent, StripeInvoice } from './stripe-facts.ts';
import { toCustomerState } from './stripe-truth.ts';

const second = (at: Date): number => Math.floor(at.getTime() / 1000);
const hours = (at: Date, n: number) => new Date(at.getTime() + n * 3_600_000);
/** Stripe adds months to the day of UTC. */
function addMonths(at: Date, months: number): Date {
  const moved = new Date(at);
  moved.setUTCMonth(at.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(at.getUTCDate(), last));
  return moved;
}
const inSaoPaulo = (text: string) => new Date(`${text}-03:00`);

/** A monthly subscription as Stripe tells it: its periods, and what became of the charge of each. */
interface Life {
  anchor: Date;
  /** Hours from the start of its period until a charge is paid; null: never. */
  paidAfter: (number | null)[];
  /** Calendar days until a boleto expires; null: card. */
  boletoDays: number | null;
  status?: string;
  given?: Partial<StripeInvoice>;
}
const periodOf = ({ anchor }: Life, at: number) => ({
  start: addMonths(anchor, at),
  end: addMonths(anchor, at + 1),
});
const dueDay = (start: Date, days: number): Day => addDays(dayOf(start), days);

/** What Stripe says at an instant: the card's charge is refused, and a boleto fails a day after it is overdue. */
function factsAt(life: Life, now: Date): StripeFacts {
  const begun = life.paidAfter.map((_, at) => at).filter((at) => periodOf(life, at).start <= now);
  const facts: StripeFacts = {
    customerId: 'cus_1',
    isDeleted: false,
    subscriptions: [],
    invoices: [],
    intents: [],
    disputes: [],
  };
  let isOwed = false;
  for (const at of begun) {
    const { start, end } = periodOf(life, at);
    const after = life.paidAfter[at] ?? null;
    const paidAt = after !== null && hours(start, after) <= now ? hours(start, after) : null;
    const expiry = life.boletoDays === null ? null : startOfDay(addDays(dueDay(start, life.boletoDays), 1));
    const hasFailed =
      !paidAt && (!expiry || now > hours(endOfBoleto(dueDay(start, life.boletoDays ?? 0)), 24));
    isOwed = !paidAt;
    const next_action =
      !paidAt && !hasFailed
        ? { type: 'boleto_display_details', boleto_display_details: { expires_at: second(expiry!) - 1 } }
        : null;
    facts.intents.push({
      id: `pi_${at}`,
      status: paidAt ? 'succeeded' : hasFailed ? 'requires_payment_method' : 'requires_action',
      created: second(start),
      next_action,
      latest_charge: null,
    } satisfies StripeIntent);
    facts.invoices.push({
      id: `in_${at}`,
      status: paidAt ? 'paid' : 'open',
      created: second(start),
      amount_due: 2990,
      amount_paid: paidAt ? 2990 : 0,
      attempted: true,
      hosted_invoice_url: 'https://stripe.example/in',
      parent: { subscription_details: { subscription: 'sub_1' } },
      lines: [
        {
          amount: 2990,
          period: { start: second(start), end: second(end) },
          pricing: { price_details: { price: 'mensal' } },
        },
      ],
      payments: [{ status: paidAt ? 'paid' : 'open', payment: { payment_intent: `pi_${at}` } }],
      status_transitions: {
        paid_at: paidAt && second(paidAt),
        voided_at: null,
        marked_uncollectible_at: null,
      },
      ...life.given,
    });
  }
  facts.subscriptions.push({
    id: 'sub_1',
    status: life.status ?? (isOwed ? 'past_due' : 'active'),
    created: second(life.anchor),
    ended_at: null,
    cancel_at: null,
    cancel_at_period_end: false,
    items: {
      data: [{ current_period_end: second(periodOf(life, begun.length - 1).end), price: { id: 'mensal' } }],
    },
  });
  return facts;
}

const settledAt = (life: Life, now: Date, current: CurrentSubscription | null = null): Settled | null =>
  settle(toCustomerState(factsAt(life, now)), current, () => 'monthly', now);
const isOpen = (row: Settled | null, now: Date): boolean =>
  hasOpenPlan(row && { ...row, expiresAt: row.expiresAt?.toISOString() ?? null }, now);
const openAt = (life: Life, now: Date): boolean => isOpen(settledAt(life, now), now);

describe('B18: a renewal by boleto (A-158)', () => {
  const boleto = (anchor: string, ...paidAfter: (number | null)[]): Life => ({
    anchor: inSaoPaulo(anchor),
    paidAfter: [0, ...paidAfter],
    boletoDays: 3,
  });
  const november: Life = boleto('2026-10-02T09:00:00', 75);

  it.each<[string, Life, string, boolean]>([
    ['is open an hour after the paid period', november, '2026-11-02T10:30:00', true],
    ['is open on the due day, before midnight in São Paulo', november, '2026-11-05T11:00:00', true],
    ['is open with what was paid', november, '2026-11-20T12:00:00', true],
    [
      'unpaid: open at 23:59:58 of the due day',
      boleto('2026-10-02T09:00:00', null),
      '2026-11-05T23:59:58',
      true,
    ],
    ['unpaid: closed on the day after', boleto('2026-10-02T09:00:00', null), '2026-11-06T00:00:00', false],
    ['unpaid: closed when Stripe gave up', boleto('2026-10-02T09:00:00', null), '2026-11-08T12:00:00', false],
    ['due on a Saturday: open on Monday', boleto('2026-10-04T09:00:00', null), '2026-11-09T23:59:58', true],
    [
      'due on a Saturday: closed on Tuesday',
      boleto('2026-10-04T09:00:00', null),
      '2026-11-10T00:00:00',
      false,
    ],
    [
      'due in Carnival: open on Ash Wednesday',
      boleto('2026-01-12T09:00:00', null),
      '2026-02-18T23:00:00',
      true,
    ],
    [
      'due on 31 December: open until Monday',
      boleto('2026-11-28T09:00:00', null),
      '2027-01-04T23:00:00',
      true,
    ],
    [
      'anchored on 31 January: 28 February and 3 days',
      boleto('2027-01-31T22:30:00', null),
      '2027-03-03T23:59:00',
      true,
    ],
    [
      'anchored on 31 January, closed after',
      boleto('2027-01-31T22:30:00', null),
      '2027-03-04T00:00:00',
      false,
    ],
    [
      'anchored on 30 January of a leap year',
      boleto('2028-01-30T21:30:00', null),
      '2028-03-02T23:59:00',
      true,
    ],
    ['anchored on 29 February', boleto('2028-02-29T12:00:00', null), '2028-04-03T23:59:00', true],
    ['a second renewal, 31 March', boleto('2027-01-31T12:00:00', 0, null), '2027-04-05T23:59:00', true],
  ])('%s', (_, life, now, expected) => {
    expect(openAt(life, inSaoPaulo(now))).toBe(expected);
    expect(openAt({ ...life, status: 'active' }, inSaoPaulo(now))).toBe(expected);
  });

  it('by card stays as it was: a refused renewal opens nothing after the paid period', () => {
    const card: Life = { ...november, paidAfter: [0, null], boletoDays: null };
    expect(openAt(card, inSaoPaulo('2026-11-02T08:59:00'))).toBe(true);
    expect(openAt(card, inSaoPaulo('2026-11-02T10:00:00'))).toBe(false);
  });

  it('the first boleto opens nothing before it is paid, nor does one after a trial for nothing', () => {
    const first: Life = { ...november, paidAfter: [70] };
    expect(openAt(first, hours(first.anchor, 69))).toBe(false);
    expect(openAt(first, hours(first.anchor, 71))).toBe(true);
    const facts = factsAt({ ...november, paidAfter: [0, null] }, hours(periodOf(november, 1).start, 1));
    facts.invoices[0]!.lines[0]!.amount = 0;
    expect(toCustomerState(facts).subscriptions[0]?.currentPeriodEnd).toEqual(periodOf(november, 1).start);
  });

  it('a boleto issued after a missed period opens nothing', () => {
    const life: Life = { ...november, paidAfter: [0, null, null] };
    expect(openAt(life, hours(periodOf(life, 2).start, 5))).toBe(false);
  });

  it.each<[string, StripeIntent['next_action'], Partial<StripeInvoice>, string]>([
    [
      'a boleto without its expiry: three days',
      { type: 'boleto_display_details' },
      {},
      '2026-11-05T23:59:59',
    ],
    [
      'a Pix: its own second, on a holiday too',
      {
        type: 'pix_display_qr_code',
        pix_display_qr_code: { expires_at: second(inSaoPaulo('2026-11-02T21:15:00')) },
      },
      {},
      '2026-11-02T21:15:00',
    ],
    ['a Pix without its expiry: a day', { type: 'pix_display_qr_code' }, {}, '2026-11-03T09:00:00'],
    [
      'an invoice that was sent: its due date',
      null,
      {
        collection_method: 'send_invoice',
        attempted: false,
        due_date: second(inSaoPaulo('2026-11-14T09:00:00')),
      },
      '2026-11-16T23:59:59',
    ],
  ])('%s', (_, next_action, given, due) => {
    const facts = factsAt({ ...november, paidAfter: [0, null] }, inSaoPaulo('2026-11-02T09:30:00'));
    Object.assign(facts.intents[1]!, {
      next_action,
      status: next_action ? 'requires_action' : 'requires_payment_method',
    });
    Object.assign(facts.invoices[1]!, given);
    const [subscription] = toCustomerState(facts).subscriptions;
    expect(subscription).toMatchObject({ paymentPending: true, status: 'active' });
    expect(subscription?.currentPeriodEnd).toEqual(inSaoPaulo(due));
  });

  it('generated lives: open exactly while a paid period runs or its renewal is not overdue', () => {
    const anchors = fc
      .integer({ min: 0, max: 6 * 365 * 24 })
      .map((n) => hours(new Date('2024-01-01T03:00:00Z'), n));
    const monthEnds = fc
      .tuple(
        fc.constantFrom(...[0, 1, 2, 4].map((n) => 2024 + n)),
        fc.constantFrom('01-31', '01-30', '02-28', '03-31', '12-31'),
        fc.integer({ min: 0, max: 23 }),
      )
      .map(([year, day, hour]) => hours(inSaoPaulo(`${year}-${day}T00:00:00`), hour));
    const life = fc.record({
      anchor: fc.oneof(anchors, monthEnds),
      paidAfter: fc
        .array(fc.option(fc.integer({ min: 0, max: 70 }), { nil: null, freq: 8 }), {
          minLength: 1,
          maxLength: 4,
        })
        .map((each) => [0, ...each.slice(1)]),
      boletoDays: fc.constantFrom(1, 2, 3, 5),
    });
    fc.assert(
      fc.property(life, fc.double({ min: 0, max: 1, noNaN: true }), (lived: Life, share) => {
        // A payment comes before its boleto is overdue, or never.
        const days = lived.boletoDays ?? 0;
        const tried = lived.paidAfter.map((after) => after && Math.min(after, days * 24));
        const paidAfter = tried.includes(null) ? tried.slice(0, tried.indexOf(null) + 1) : tried;
        const one = { ...lived, paidAfter };
        const last = periodOf(one, paidAfter.length).start.getTime();
        const now = new Date(one.anchor.getTime() + Math.floor(share * (last - one.anchor.getTime() - 1)));
        const missed = paidAfter.indexOf(null);
        const end = endOfBoleto(dueDay(periodOf(one, missed).start, days));
        const expected = missed < 0 || now < periodOf(one, missed).start || now < end;
        expect(openAt(one, now)).toBe(expected);
      }),
      { numRuns: 400 },
    );
  });
});

describe('B18: what the mails say (A-158)', () => {
  const life: Life = { anchor: inSaoPaulo('2026-10-02T09:00:00'), paidAfter: [0, null], boletoDays: 3 };
  const rowAt = (now: Date, current: CurrentSubscription | null = null): LetterRow => ({
    id: 'row',
    ...settledAt(life, now, current)!,
  });

  it('tells of the due day, and not of an end, until the boleto is overdue', () => {
    for (
      let now = inSaoPaulo('2026-11-02T09:30:00');
      now < inSaoPaulo('2026-11-06T00:00:00');
      now = hours(now, 1)
    ) {
      const row = rowAt(now);
      expect(endedLetter(row, now)).toBeNull();
      const change = {
        before: { ...row, status: 'active' as const },
        after: row,
        providerStatus: 'active',
        payments: [],
        lastPayment: null,
      };
      expect(settlementLetters(change, now)).toEqual([]);
    }
    const morning = inSaoPaulo('2026-11-04T09:00:00');
    expect(endingLetter(rowAt(morning), morning)?.facts).toMatchObject({
      kind: 'ending',
      why: 'unpaid',
      endsAt: inSaoPaulo('2026-11-05T23:59:59').toISOString(),
    });
  });

  it('then tells of the missed payment, and two days after the due day of the end, by the day of the boleto', () => {
    const pending = settledAt(life, inSaoPaulo('2026-11-04T09:00:00'))!;
    const current = { ...pending, revokedAt: null };
    const failed = inSaoPaulo('2026-11-07T00:30:00');
    const state = toCustomerState(factsAt(life, failed));
    const after = rowAt(failed, current);
    expect(state.subscriptions[0]?.status).toBe('past_due');
    expect(after).toMatchObject({ paymentPending: false, expiresAt: pending.expiresAt });
    const [payment] = state.payments;
    const payments = [
      { payment: payment!, was: 'pending' as const, planType: 'monthly' as const, isFirst: false },
    ];
    const change = { before: current, after, providerStatus: 'past_due', payments, lastPayment: null };
    expect(settlementLetters(change, failed).map(({ facts }) => facts)).toMatchObject([
      {
        kind: 'payment-failed',
        isVoucher: true,
        isOpen: false,
        accessUntil: pending.expiresAt!.toISOString(),
      },
    ]);
    expect(endedLetter(after, inSaoPaulo('2026-11-07T09:00:00'))).toBeNull();
    expect(endedLetter(after, inSaoPaulo('2026-11-08T09:00:00'))?.facts.kind).toBe('ended');
  });
});
