import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import { paymentCustomers } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { GatewayError } from '#platform/errors.ts';
import { aUser } from '#tests/builders.ts';
import { stripeWorld } from '#tests/stripe-world.ts';
import { checkProvider } from './price-mismatches.server.ts';
import { settleCustomer } from './settle-customer.server.ts';
import { settleLeftovers } from './settlement-jobs.server.ts';
import { openPortal, startCheckout } from './start-checkout.server.ts';
import { StripePayments } from './stripe-gateway.server.ts';

const world = await stripeWorld();
const { db, ledger, acts, deps, stripe, work, buy, subscriber, check, sessionIn } = world;
const customersOf = (userId: string) =>
  [...ledger.customers.values()].filter((each) => each.metadata.userId === userId);
const { signal } = new AbortController();
const openSessions = () => [...ledger.sessions.values()].filter((each) => each.status === 'open');

describe('create-checkout at Stripe', () => {
  it('sends to a page of the provider for that price, back to our own pages', async () => {
    const user = await aUser(db);
    const { url, portal } = await startCheckout(deps, user, 'price_semestral');
    const session = ledger.sessions.get(sessionIn(url))!;
    expect(portal).toBeUndefined();
    expect(session).toMatchObject({
      price: 'price_semestral',
      success_url: `https://radio.example/payment/success?session_id=${session.id}`,
      cancel_url: 'https://radio.example/payment/canceled',
    });
    expect(customersOf(user.userId)).toMatchObject([{ email: user.email }]);
  });

  it('PAY-01: a price that is not ours never reaches the provider', async () => {
    ledger.addPrice('price_de_outro', 100, 1);
    const before = stripe.calls.length;
    const user = await aUser(db);
    await expect(startCheckout(deps, user, 'price_de_outro')).rejects.toMatchObject({ status: 400 });
    expect(stripe.calls).toHaveLength(before);
  });

  it('one person is one customer, also in parallel', async () => {
    const user = await aUser(db);
    await Promise.all(Array.from({ length: 6 }, () => startCheckout(deps, user, 'price_mensal', 'chave')));
    expect(customersOf(user.userId)).toHaveLength(1);
  });

  it('an Idempotency-Key makes one checkout, also in parallel', async () => {
    const user = await aUser(db);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => startCheckout(deps, user, 'price_mensal', 'chave')),
    );
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    await expect(startCheckout(deps, user, 'price_anual', 'chave')).rejects.toMatchObject({ status: 409 });
  });

  it('PAY-07: a page that was left open is given again, and one for another plan is closed', async () => {
    const user = await aUser(db);
    const first = await startCheckout(deps, user, 'price_mensal');
    expect(await startCheckout(deps, user, 'price_mensal')).toEqual(first);
    const second = await startCheckout(deps, user, 'price_anual');
    expect(ledger.pay(sessionIn(first.url), 'card')).toBe(false);
    expect(ledger.pay(sessionIn(second.url), 'card')).toBe(true);
    expect(openSessions().filter((each) => each.customer === customersOf(user.userId)[0]!.id)).toEqual([]);
  });

  it('PAY-07: who has a plan is sent to the portal, also before its event was settled', async () => {
    const user = await aUser(db);
    await buy(user);
    expect(await startCheckout(deps, user, 'price_anual')).toMatchObject({ portal: true });
    await work();
    const { url } = await startCheckout(deps, user, 'price_anual');
    expect(url).toContain(`/portal/${customersOf(user.userId)[0]!.id}`);
    expect(ledger.subscriptionsOf(customersOf(user.userId)[0]!.id)).toHaveLength(1);
  });

  it('PAY-07: a boleto that waits is paid first; when it has expired, one can buy again', async () => {
    const user = await aUser(db);
    const id = await buy(user, 'price_mensal', 'boleto');
    const invoice = ledger.invoicesOf(id)[0]!;
    const answer = await startCheckout(deps, user, 'price_anual');
    expect(answer).toEqual({ url: invoice.hosted_invoice_url, portal: true });
    acts.expireVoucher(id);
    await work();
    expect((await startCheckout(deps, user, 'price_anual')).url).toContain('/checkout/');
  });
});

describe('PAY-10: the portal', () => {
  it('is that of the caller, and leads back to the profile', async () => {
    const mine = await subscriber();
    await subscriber();
    const { url } = await openPortal(deps, mine.user);
    expect(url).toBe(
      `${stripe.url}/portal/${mine.customerId}?volta=${encodeURIComponent('https://radio.example/profile')}`,
    );
  });
});

describe('a customer deleted at Stripe', () => {
  it('has no plan any more, and buys as a new customer in the place of the old one', async () => {
    const { user, customerId } = await subscriber('price_anual');
    ledger.deleteCustomer(customerId);
    await work();
    expect(await check(user)).toMatchObject({ subscribed: false, status: 'inactive' });
    await buy(user, 'price_mensal');
    await work();
    const [row] = await db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, user.userId));
    expect(row?.customerId).not.toBe(customerId);
    expect(await check(user)).toMatchObject({ subscribed: true, plan_type: 'monthly' });
    expect(await world.fatesOf(user)).toEqual(['paid', 'paid']);
  });

  it('gets a portal of the new one, however many ask for it at once', async () => {
    const { user, customerId } = await subscriber();
    ledger.deleteCustomer(customerId);
    const answers = await Promise.all(Array.from({ length: 4 }, () => openPortal(deps, user)));
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    expect(answers[0]!.url).not.toContain(customerId);
    expect(customersOf(user.userId)).toHaveLength(2);
  });

  it('that the account never had (another key) is closed in the same way', async () => {
    const user = await aUser(db);
    await db.insert(paymentCustomers).values({ userId: user.userId, customerId: 'cus_de_outra_conta' });
    await settleCustomer(deps, 'cus_de_outra_conta');
    expect((await check(user)).subscribed).toBe(false);
    expect((await startCheckout(deps, user, 'price_mensal')).url).toContain('/checkout/');
  });
});

describe('PAY-11: prices at the start', () => {
  it('are compared with what the site shows', async () => {
    expect(await checkProvider(deps.payments, deps.settings)).toEqual({ fault: null, mismatches: [] });
    ledger.prices.get('price_anual')!.unit_amount = 19900;
    ledger.prices.get('price_mensal')!.active = false;
    expect((await checkProvider(deps.payments, deps.settings)).mismatches).toEqual([
      'Plano Mensal: o site mostra R$ 29,90 a cada 1 mês(es), mas o provedor não conhece o preço price_mensal.',
      'Plano Anual: o site mostra R$ 210,00 a cada 12 mês(es), mas o provedor cobra R$ 199,00 a cada 12 mês(es).',
    ]);
    ledger.prices.get('price_anual')!.unit_amount = 21000;
    ledger.prices.get('price_mensal')!.active = true;
  });
});

describe('the same Idempotency-Key', () => {
  const again = (user: User) => startCheckout(deps, user, 'price_mensal', 'chave');

  it('never answers a page that is over: closed for another plan, or by Stripe after its day', async () => {
    const user = await aUser(db);
    const first = await again(user);
    expect(await again(user)).toEqual(first);
    await startCheckout(deps, user, 'price_anual');
    const second = await again(user);
    expect(ledger.sessions.get(sessionIn(second.url))).toMatchObject({
      status: 'open',
      price: 'price_mensal',
    });
    ledger.expireSession(sessionIn(second.url));
    const third = await again(user);
    expect(ledger.pay(sessionIn(third.url), 'card')).toBe(true);
    expect(await again(user)).toMatchObject({ portal: true });
  });

  it('of a database that was set back makes a new page, and not the one of that turn', async () => {
    const user = await aUser(db);
    const first = await again(user);
    ledger.expireSession(sessionIn(first.url));
    await db
      .update(paymentCustomers)
      .set({ checkoutTurn: 0 })
      .where(eq(paymentCustomers.userId, user.userId));
    const second = await again(user);
    expect(ledger.sessions.get(sessionIn(second.url))?.status).toBe('open');
  });
});

describe('what Stripe does not do', () => {
  const notices = async () =>
    (await db.select().from(notifications)).filter(({ dedupeKey }) => dedupeKey?.startsWith('provider-'));

  it('an e-mail as long as an e-mail can be buys like any other', async () => {
    const email = `${'r'.repeat(64)}@${'radio.'.repeat(30)}example.com`;
    expect(email.length).toBeGreaterThan(213);
    const user = await aUser(db, { email });
    expect((await startCheckout(deps, user, 'price_mensal')).url).toContain('/checkout/');
  });

  it('with an e-mail that Stripe does not take the buyer is told what to change, and no administrator', async () => {
    const user = await aUser(db, { email: 'radio@localhost' });
    await expect(startCheckout(deps, user, 'price_mensal')).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('não aceita o seu e-mail'),
    });
    await world.faultsTold();
    expect(await notices()).toEqual([]);
  });

  it('with a key that is refused nobody is asked to try again, and the bell rings once', async () => {
    const user = await aUser(db);
    stripe.trouble.down = 'key';
    for (const call of [() => startCheckout(deps, user, 'price_mensal'), () => openPortal(deps, user)]) {
      const error = await call().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ status: 503, message: expect.stringContaining('fora do ar') });
      expect(error).not.toHaveProperty('retryAfter', expect.any(Number));
    }
    expect(await checkProvider(deps.payments, deps.settings)).toEqual({ fault: 'key', mismatches: [] });
    await world.faultsTold();
    expect(await notices()).toMatchObject([
      { title: 'O provedor de pagamentos recusa a chave do site', link: '/admin' },
    ]);
  });

  it('a settlement is not tried again with a refused key, and is taken up when the key is right', async () => {
    const { user, id } = await subscriber();
    acts.cancelAtPeriodEnd(id);
    stripe.trouble.down = 'key';
    await expect(work()).rejects.toMatchObject({ fault: 'key', retryable: false });
    await world.handlers
      .find(({ definition }) => definition.name === 'sweep-payments')!
      .run({} as never, signal);
    expect(await work(), 'the sweep of the night asks for nobody').toBe(0);
    stripe.trouble.down = 'no';
    await settleLeftovers(deps);
    expect(await work()).toBeGreaterThan(0);
    expect(await check(user)).toMatchObject({ cancel_at_period_end: true });
    await settleLeftovers(deps);
    expect(await work(), 'nothing is left').toBe(0);
  });
});

it('a wrong key is a lasting error, which names no key', async () => {
  const wrong = new StripePayments({ secretKey: 'sk_errada', webhookSecret: 'x', apiBaseUrl: stripe.url });
  const error = await wrong.createPortal('cus_x', 'https://radio.example').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(GatewayError);
  expect(error).toMatchObject({ retryable: false, fault: 'key' });
  expect(String(error)).not.toContain('sk_errada');
});
