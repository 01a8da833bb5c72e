import { describe, expect, it } from 'vitest';
import type {
  StripeCharge,
  StripeFacts,
  StripeIntent,
  StripeInvoice,
  StripeSubscription,
} from './stripe-facts.ts';
import { toCustomerState } from './stripe-truth.ts';

const day = 86_400;
/** Seconds: 1 June 2026, noon; the paid month ends on 1 July. */
const june = Date.UTC(2026, 5, 1, 12) / 1000;
const july = june + 30 * day;
const august = july + 31 * day;
const at = (seconds: number) => new Date(seconds * 1000);

const subscription = (given: Partial<StripeSubscription> = {}, end = july): StripeSubscription => ({
  id: 'sub_1',
  status: 'active',
  created: june,
  ended_at: null,
  cancel_at: null,
  cancel_at_period_end: false,
  items: { data: [{ current_period_end: end, price: { id: 'mensal' } }] },
  ...given,
});
const charge = (given: Partial<StripeCharge> = {}): StripeCharge => ({
  id: 'ch_1',
  created: june,
  status: 'succeeded',
  amount_refunded: 0,
  disputed: false,
  refunds: [],
  ...given,
});
const intent = (given: Partial<StripeIntent> = {}): StripeIntent => ({
  id: 'pi_1',
  status: 'succeeded',
  created: june,
  next_action: null,
  latest_charge: charge(),
  ...given,
});
const line = (amount: number, start: number, end: number, price = 'mensal') => ({
  amount,
  period: { start, end },
  pricing: { price_details: { price } },
});
const invoice = (given: Partial<StripeInvoice> = {}): StripeInvoice => ({
  id: 'in_1',
  status: 'paid',
  created: june,
  amount_due: 2990,
  amount_paid: 2990,
  attempted: true,
  hosted_invoice_url: 'https://stripe.example/in_1',
  parent: { subscription_details: { subscription: 'sub_1' } },
  lines: [line(2990, june, july)],
  payments: [{ status: 'paid', payment: { payment_intent: 'pi_1' } }],
  status_transitions: { paid_at: june, voided_at: null, marked_uncollectible_at: null },
  ...given,
});
const state = (given: Partial<StripeFacts> = {}) =>
  toCustomerState({
    customerId: 'cus_1',
    isDeleted: false,
    subscriptions: [subscription()],
    invoices: [invoice()],
    intents: [intent()],
    disputes: [],
    ...given,
  });
const unpaid = (given: Partial<StripeInvoice> = {}) =>
  invoice({
    id: 'in_2',
    status: 'open',
    created: july,
    amount_paid: 0,
    lines: [line(2990, july, august)],
    payments: [{ status: 'open', payment: { payment_intent: 'pi_2' } }],
    status_transitions: { paid_at: null, voided_at: null, marked_uncollectible_at: null },
    ...given,
  });
const boleto = intent({
  id: 'pi_2',
  status: 'requires_action',
  next_action: { type: 'boleto_display_details' },
  latest_charge: null,
});

it('a paid month', () => {
  expect(state()).toEqual({
    customerId: 'cus_1',
    isDeleted: false,
    subscriptions: [
      {
        id: 'sub_1',
        priceId: 'mensal',
        status: 'active',
        currentPeriodEnd: at(july),
        cancelAtPeriodEnd: false,
        paymentPending: false,
        lastPaymentAt: at(june),
        createdAt: at(june),
        endedAt: null,
      },
    ],
    payments: [
      {
        id: 'in_1',
        subscriptionId: 'sub_1',
        priceId: 'mensal',
        status: 'paid',
        amountCents: 2990,
        priceCents: 2990,
        refundedCents: 0,
        periodStart: at(june),
        periodEnd: at(july),
        createdAt: at(june),
        dueAt: null,
        paidAt: at(june),
        failedAt: null,
        refundedAt: null,
        payUrl: null,
      },
    ],
  });
});

describe('until when it was paid', () => {
  const first = invoice();
  it.each<[string, Partial<StripeSubscription>, number, StripeInvoice[], number]>([
    ['a failed renewal does not count', { status: 'past_due' }, august, [first, unpaid()], july],
    ['one that is a draft yet has a day', {}, august, [first, unpaid({ status: 'draft' })], july + day],
    ['one not tried yet has a day too', {}, august, [first, unpaid({ attempted: false })], july + day],
    [
      'a draft gives nothing where money is owed',
      { status: 'past_due' },
      august,
      [first, unpaid({ status: 'draft' })],
      july,
    ],
    ['a shorter plan ends sooner than the paid one', {}, july - 5 * day, [first], july - 5 * day],
    ['a trial is as long as it is', { status: 'trialing' }, august, [], august],
    ['nothing was ever paid', {}, august, [], june],
    [
      'an invoice without a price counts by its time',
      {},
      august,
      [invoice({ lines: [{ ...line(2990, june, august), pricing: null }] })],
      august,
    ],
  ])('%s', (_, given, itemEnd, invoices, expected) => {
    const subscriptions = [subscription(given, itemEnd)];
    const found = state({
      subscriptions,
      invoices,
      intents: [intent(), intent({ id: 'pi_2', status: 'requires_payment_method' })],
    });
    expect(found.subscriptions[0]?.currentPeriodEnd).toEqual(at(expected));
  });
});

describe('what became of a charge', () => {
  it.each<[string, StripeInvoice, StripeIntent, object]>([
    ['boleto issued', unpaid(), boleto, { status: 'pending', payUrl: 'https://stripe.example/in_1' }],
    [
      'Pix shown',
      unpaid(),
      { ...boleto, next_action: { type: 'pix_display_qr_code' } },
      { status: 'pending' },
    ],
    ['bank at work', unpaid(), { ...boleto, status: 'processing', next_action: null }, { status: 'pending' }],
    [
      'card refused',
      unpaid(),
      {
        ...boleto,
        status: 'requires_payment_method',
        next_action: null,
        latest_charge: charge({ status: 'failed', created: july + 60 }),
      },
      { status: 'failed', failedAt: at(july + 60), payUrl: null },
    ],
    [
      'card wants a confirmation',
      unpaid(),
      { ...boleto, next_action: { type: 'use_stripe_sdk' } },
      { status: 'failed' },
    ],
    [
      'voided',
      unpaid({
        status: 'void',
        status_transitions: { paid_at: null, voided_at: july + 90, marked_uncollectible_at: null },
      }),
      { ...boleto, status: 'canceled', next_action: null },
      { status: 'failed', failedAt: at(july + 90) },
    ],
    [
      'given up',
      unpaid({ status: 'uncollectible' }),
      { ...boleto, status: 'canceled', next_action: null },
      { status: 'failed' },
    ],
  ])('%s', (_, open, tried, expected) => {
    const { payments } = state({ invoices: [open], intents: [tried] });
    expect(payments).toMatchObject([{ id: 'in_2', amountCents: 2990, paidAt: null, ...expected }]);
  });

  it('drafts, and what nobody was asked to pay yet, are no charges', () => {
    expect(state({ invoices: [unpaid({ status: 'draft' }), unpaid({ attempted: false })] }).payments).toEqual(
      [],
    );
  });

  it('a change of plan is told by its dearest and longest line, not by the credit for the old plan', () => {
    const lines = [line(-1500, june, july), line(21000, june, august, 'anual')];
    expect(state({ invoices: [invoice({ lines, amount_paid: 19500 })] }).payments).toMatchObject([
      { priceId: 'anual', amountCents: 19500, priceCents: 21000, periodEnd: at(august) },
    ]);
  });

  const refund = (amount_refunded: number, status = 'succeeded') =>
    intent({ latest_charge: charge({ amount_refunded, refunds: [{ created: july, status }] }) });
  const contested = intent({ latest_charge: charge({ disputed: true }) });
  it.each<[string, StripeIntent, string | null, object]>([
    ['a part back', refund(1000), null, { status: 'paid', refundedCents: 1000, refundedAt: at(july) }],
    ['all back', refund(2990), null, { status: 'refunded', refundedCents: 2990, refundedAt: at(july) }],
    [
      'a refund that failed',
      refund(0, 'failed'),
      null,
      { status: 'paid', refundedCents: 0, refundedAt: null },
    ],
    ['contested', contested, 'under_review', { status: 'disputed', refundedCents: 0, refundedAt: null }],
    ['lost', contested, 'lost', { status: 'disputed', refundedCents: 2990, refundedAt: at(july) }],
    ['won', contested, 'won', { status: 'paid', refundedCents: 0 }],
    ['only asked about', contested, 'warning_needs_response', { status: 'paid', refundedCents: 0 }],
  ])('%s', (_, paidBy, dispute, expected) => {
    const disputes = dispute ? [{ status: dispute, created: july, payment_intent: 'pi_1' }] : [];
    expect(state({ intents: [paidBy], disputes }).payments).toMatchObject([expected]);
  });

  it('the payment that paid counts, and not a later one that was tried', () => {
    const payments = [
      { status: 'open', payment: { payment_intent: 'pi_9' } },
      { status: 'paid', payment: { payment_intent: { id: 'pi_1' } } },
    ];
    const intents = [intent({ id: 'pi_9', created: july, status: 'canceled' }), refund(2990)];
    expect(state({ invoices: [invoice({ payments })], intents }).payments[0]?.status).toBe('refunded');
  });
});

describe('a subscription', () => {
  it('PAY-12: that calls itself active while its first boleto waits is not paid', () => {
    const { subscriptions } = state({ invoices: [unpaid()], intents: [boleto] });
    const waits = { status: 'incomplete', paymentPending: true, lastPaymentAt: null };
    expect(subscriptions[0]).toMatchObject(waits);
  });

  it.each<[string, StripeInvoice[]]>([
    ['past_due', [unpaid()]],
    ['past_due', [unpaid({ attempted: false })]],
    ['unpaid', [unpaid({ status: 'void' })]],
    ['active', [unpaid()]],
  ])('PAY-12: that is %s and was never paid has not begun', (status, invoices) => {
    const expired = intent({ ...boleto, status: 'requires_payment_method', next_action: null });
    const { subscriptions } = state({
      subscriptions: [subscription({ status })],
      invoices,
      intents: [expired],
    });
    expect(subscriptions[0]).toMatchObject({
      status: 'incomplete',
      paymentPending: false,
      lastPaymentAt: null,
    });
  });

  it('B18: that renews by boleto stays what it is until the boleto is overdue', () => {
    const { subscriptions } = state({ invoices: [invoice(), unpaid()], intents: [intent(), boleto] });
    expect(subscriptions[0]).toMatchObject({
      status: 'active',
      paymentPending: true,
      // Three days from 1 July would be a Saturday.
      currentPeriodEnd: new Date('2026-07-06T23:59:59-03:00'),
    });
  });

  it('that has ended waits for nothing', () => {
    const ended = subscription({ status: 'canceled', ended_at: july });
    const { subscriptions } = state({ subscriptions: [ended], invoices: [unpaid()], intents: [boleto] });
    expect(subscriptions[0]).toMatchObject({ status: 'canceled', paymentPending: false, endedAt: at(july) });
  });

  it.each([
    [{ cancel_at_period_end: true }, true],
    [{ cancel_at: july }, true],
    [{}, false],
  ])('with %j ends by itself: %s', (given, expected) => {
    const { subscriptions } = state({ subscriptions: [subscription(given)] });
    expect(subscriptions[0]?.cancelAtPeriodEnd).toBe(expected);
  });
});
