import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { payments } from '#db/schema/subscriptions.ts';
import { stripeWorld } from '#tests/stripe-world.ts';

const { db, ledger, acts, clock, work, subscriber, check, fatesOf, payments: stripe } = await stripeWorld();
const endOf = (id: string) =>
  new Date(ledger.subscriptions.get(id)!.items.data[0]!.current_period_end * 1000).toISOString();

it('a renewal whose invoice has more lines than Stripe tells at once goes on to its end', async () => {
  const { user, id } = await subscriber('price_anual');
  clock.advance(366 * 86_400);
  acts.renew(id);
  const invoice = ledger.invoicesOf(id).at(-1)!;
  const [main] = invoice.lines.data;
  const { start } = main!.period;
  const tiny = (i: number) => ({ ...main!, id: `il_${i}`, amount: i % 2 === 0 ? 1 : -1 });
  invoice.lines.data.unshift(
    ...Array.from({ length: 24 }, (_, i) => ({ ...tiny(i), period: { start: start - 99, end: start } })),
  );
  await work();
  expect(await check(user)).toMatchObject({ subscribed: true, subscription_end: endOf(id) });
  const [renewal] = await db.select().from(payments).where(eq(payments.id, invoice.id));
  expect(renewal).toMatchObject({ planType: 'annual', priceCents: 21000 });
});

it('a charge that was tried and given back in more parts than Stripe tells at once is known by all of them', async () => {
  const { user, id } = await subscriber('price_mensal');
  const invoice = ledger.invoicesOf(id)[0]!;
  const paidBy = ledger.intentsOf(invoice)[0]!.id;
  for (let i = 0; i < 12; i++) {
    const intent = { ...ledger.intents.get(paidBy)!, id: `pi_${i}`, status: 'canceled', latest_charge: null };
    ledger.intents.set(intent.id, intent);
    const payment = { type: 'payment_intent', payment_intent: intent.id } as const;
    ledger.invoicePayments.set(`${invoice.id}:${intent.id}`, {
      ...ledger.invoicePayments.get(`${invoice.id}:${paidBy}`)!,
      id: `inpay_${i}`,
      status: 'canceled',
      payment,
    });
  }
  for (let i = 0; i < 12; i++) {
    clock.advance(60);
    acts.refund(paidBy, 10);
  }
  for (const refund of [...ledger.refunds.values()].slice(-11)) Object.assign(refund, { status: 'failed' });
  await work();
  const [kept] = await db.select().from(payments).where(eq(payments.id, invoice.id));
  const first = [...ledger.refunds.values()].at(-12)!;
  expect(kept).toMatchObject({ refundedCents: 120, refundedAt: new Date(first.created * 1000) });
  expect(await fatesOf(user)).toEqual(['paid']);
});

it('pages that were left open are all found, however many', async () => {
  const { customerId } = await subscriber('price_mensal');
  const order = {
    customer: customerId,
    price: 'price_mensal',
    metadata: {},
    success_url: '',
    cancel_url: '',
  };
  for (let i = 0; i < 130; i++) ledger.createSession(order);
  expect(await stripe.listOpenCheckouts(customerId)).toHaveLength(130);
});
