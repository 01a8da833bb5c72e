import { describe, expect, it, onTestFinished } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import { pageContent } from '#db/schema/site.ts';
import { paymentEvents, subscriptions } from '#db/schema/subscriptions.ts';
import type { SubscriptionCheck } from '#features/subscriptions/model.ts';
import { findSubscription } from '#features/subscriptions/subscription-queries.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { newId } from '#platform/ids.ts';
import { jobHandlers } from '#server/worker.ts';
import { anAdmin, aUser } from '#tests/builders.ts';
import { fakeStripe } from '#tests/fakes/stripe/server.ts';
import { wholeSite } from '#tests/whole-site.ts';

const stripe = await fakeStripe();
const site = await wholeSite({
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_BASE_URL: stripe.url,
});
const { app, ask, signIn } = site;
const { ledger, acts, delivery } = stripe;
stripe.sendTo(`${site.url}/webhooks/stripe`);
await app.jobs.work(jobHandlers(app));

const call = async (name: string, cookie: string, body: object = {}) =>
  ask(`/functions/${name}`, {
    method: 'POST',
    headers: { Cookie: cookie, 'Content-Type': 'application/json', Origin: site.url },
    body: JSON.stringify(body),
  });
/** A customer who has paid, with a function to query the subscription. */
async function buyer(price_id = 'price_mensal') {
  const user = await aUser(app.db);
  const cookie = await signIn(user);
  const { url } = (await (await call('create-checkout', cookie, { price_id })).json()) as { url: string };
  const check = async () => (await (await call('check-subscription', cookie)).json()) as SubscriptionCheck;
  const session = url.split('/').at(-1)!;
  const pay = () => {
    ledger.pay(session, 'card');
    return ledger.sessions.get(session)!.subscription!;
  };
  return { user, cookie, check, pay };
}

describe('the whole site with Stripe', () => {
  it('opens the library by itself after a payment, and the portal manages it', async () => {
    const { cookie, check, pay } = await buyer();
    expect((await ask('/functions/check-subscription', { method: 'POST' })).status).toBe(401);
    expect((await check()).subscribed).toBe(false);
    const id = pay();
    await expect.poll(async () => (await check()).subscribed).toBe(true);
    const portal = (await (await call('customer-portal', cookie)).json()) as { url: string };
    expect(portal.url).toContain('/portal/cus_');
    expect(await (await fetch(portal.url)).text()).toContain('Provedor de pagamentos de teste');
    acts.changePlan(id, 'price_anual');
    await expect.poll(async () => (await check()).plan_type).toBe('annual');
  });

  it('every page agrees with what check-subscription has told, also before the change is announced', async () => {
    const { user, cookie, check } = await buyer();
    const read = async () =>
      (await app.viewers.read(new Request(site.url, { headers: { cookie } })))?.entitled;
    expect(await read()).toBe(false);
    // As another process does before its message arrives here.
    await app.db
      .insert(subscriptions)
      .values({ id: newId(), userId: user.userId, planType: 'lifetime', status: 'active', source: 'grant' });
    expect((await check()).subscribed).toBe(true);
    expect(await read()).toBe(true);
  });

  it('MNT-08: a signed event is accepted in maintenance and changes the subscription', async () => {
    const { user, check, pay } = await buyer();
    const id = pay();
    await expect.poll(async () => (await check()).subscribed).toBe(true);
    const on = { sectionName: 'maintenance_mode', content: { enabled: true } };
    await app.db.insert(pageContent).values(on);
    await app.bus.publish('content');
    onTestFinished(async () => {
      await app.db.delete(pageContent);
      await app.bus.publish('content');
    });
    await expect.poll(async () => (await ask('/')).status).toBe(503);
    const before = delivery.log.length;
    ledger.cancelNow(id);
    await delivery.settled();
    expect(delivery.log.slice(before).map((each) => each.status)).toEqual([200]);
    await expect.poll(async () => (await findSubscription(app.db, user.userId))?.status).toBe('inactive');
    expect((await ask('/')).status).toBe(503);
  });

  it('a minute without Stripe: events are taken, tries go on, nothing is lost', async () => {
    const { cookie, check, pay } = await buyer();
    stripe.trouble.down = 'drop';
    pay();
    await delivery.settled();
    expect(delivery.log.at(-1)?.status).toBe(200);
    const other = await call('create-checkout', await signIn(await aUser(app.db)), {
      price_id: 'price_mensal',
    });
    expect(other.status).toBe(503);
    expect(await other.json()).toMatchObject({ error: { code: 'unavailable' } });
    const page = await ask('/payment/success?session_id=x', { headers: { Cookie: cookie } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Atualizando sua conta...');
    expect((await check()).subscribed).toBe(false);
    stripe.trouble.down = 'no';
    await expect.poll(async () => (await check()).subscribed).toBe(true);
  });
});

it('PAY-12: profile and library speak of a first payment that did not come, until one buys anew', async () => {
  const user = await aUser(app.db);
  const cookie = await signIn(user);
  const open = async () =>
    (await (await call('create-checkout', cookie, { price_id: 'price_anual' })).json()) as { url: string };
  const session = (await open()).url.split('/').at(-1)!;
  ledger.pay(session, 'boleto');
  acts.expireVoucher(ledger.sessions.get(session)!.subscription!, 'past_due');
  const page = async (path: string) => (await ask(path, { headers: { Cookie: cookie } })).text();
  await expect.poll(() => page('/profile')).toContain('O primeiro pagamento não chegou');
  expect(await page('/library')).toContain('O primeiro pagamento não chegou');
  const again = (await open()).url;
  expect(again).toContain('/checkout/');
  ledger.pay(again.split('/').at(-1)!, 'card');
  await expect.poll(() => page('/profile')).not.toContain('O primeiro pagamento não chegou');
});

it('a refused key stands on the panel and rings the bell', async () => {
  const cookie = await signIn(await anAdmin(app.db));
  stripe.trouble.down = 'key';
  onTestFinished(() => {
    stripe.trouble.down = 'no';
  });
  const panel = await (await ask('/admin', { headers: { Cookie: cookie } })).text();
  expect(panel).toContain('Chave recusada');
  expect(panel).toContain('O provedor de pagamentos recusa a chave do site');
  await expect
    .poll(async () => (await app.db.select().from(notifications)).map(({ title }) => title))
    .toContain('O provedor de pagamentos recusa a chave do site');
});

describe('POST /webhooks/stripe', () => {
  const post = (body: string, signature?: string) =>
    ask('/webhooks/stripe', {
      method: 'POST',
      body,
      headers: signature ? { 'Stripe-Signature': signature } : {},
    });

  it('PAY-06: takes what is signed, once, and refuses the rest in JSON', async () => {
    delivery.isHeld = true;
    ledger.createCustomer('alguem@radio.example', {});
    const body = JSON.stringify(delivery.waiting.at(-1));
    delivery.isHeld = false;
    const signature = delivery.sign(body);
    const before = await app.db.$count(paymentEvents);
    const taken = await post(body, signature);
    expect(taken.status).toBe(200);
    expect(await taken.json()).toEqual({ received: true });
    expect(taken.headers.get('cache-control')).toBe('no-store');
    expect(taken.headers.get('content-encoding')).toBeNull();
    expect((await post(body, signature)).status).toBe(200);
    const refused = await post(body);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { code: 'invalid', message: 'Assinatura inválida.' },
    });
    expect((await post(`${body} `, signature)).status).toBe(400);
    expect((await post('', signature)).status).toBe(400);
    expect((await post('x'.repeat(600_000), signature)).status).toBe(413);
    expect((await ask('/webhooks/stripe')).status).toBe(404);
    expect(await app.db.$count(paymentEvents)).toBe(before + 1);
  });
});

it('a key without the secret of its events stops the start with a sentence', () => {
  expect(() => readSettings({ STRIPE_SECRET_KEY: 'sk_test_x' }, '/nowhere')).toThrow(
    'STRIPE_WEBHOOK_SECRET não foi definida',
  );
});
