import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { aUser } from '#tests/builders.ts';
import type { Method } from '#tests/fakes/stripe/ledger.ts';
import { stripeWorld } from '#tests/stripe-world.ts';
import { startCheckout } from './start-checkout.server.ts';
import { findCustomer } from './subscription-queries.server.ts';

const { db, ledger, deps, stripe, sessionIn } = await stripeWorld();
const prices = ['price_mensal', 'price_semestral', 'price_anual'];

afterEach(() => {
  stripe.trouble.latency = 0;
});

const openPages = (customerId: string) =>
  [...ledger.sessions.values()].filter((each) => each.customer === customerId && each.status === 'open');

/** Tabs clicked at once, and the latency of each provider call in milliseconds. */
const tabs = fc.record({
  prices: fc.array(fc.constantFrom(...prices), { minLength: 2, maxLength: 4 }),
  latencies: fc.array(fc.nat({ max: 12 }), { minLength: 40, maxLength: 40 }),
  method: fc.constantFrom<Method>('card', 'boleto'),
});

describe('PAY-07: several tabs at the same instant', () => {
  it('hold one page that can be paid, and it is one that was handed out', async () => {
    await fc.assert(
      fc.asyncProperty(tabs, async ({ prices: wanted, latencies }) => {
        const user = await aUser(db);
        let call = 0;
        stripe.trouble.latency = () => latencies[call++ % latencies.length]!;
        const answers = await Promise.all(wanted.map((price) => startCheckout(deps, user, price)));
        const { customerId } = (await findCustomer(db, user.userId))!;
        const open = openPages(customerId).map(({ url }) => url);
        expect(open).toHaveLength(1);
        expect(answers.map(({ url }) => url)).toContain(open[0]);
      }),
      { numRuns: 12 },
    );
  });

  it('buy one subscription, though each pays as soon as it sees a page', async () => {
    await fc.assert(
      fc.asyncProperty(tabs, async ({ prices: wanted, latencies, method }) => {
        const user = await aUser(db);
        let call = 0;
        stripe.trouble.latency = () => latencies[call++ % latencies.length]!;
        const paid = await Promise.all(
          wanted.map(async (price) => {
            const { url, portal } = await startCheckout(deps, user, price);
            return !portal && ledger.pay(sessionIn(url), method);
          }),
        );
        expect(paid.filter(Boolean)).toHaveLength(1);
        const { customerId } = (await findCustomer(db, user.userId))!;
        expect(ledger.subscriptionsOf(customerId)).toHaveLength(1);
      }),
      { numRuns: 12 },
    );
  });
});

it('PAY-07: a page that is paid while another is asked for leads to the portal and opens no second one', async () => {
  const user = await aUser(db);
  const first = await startCheckout(deps, user, 'price_mensal');
  const calls = stripe.calls.length;
  stripe.trouble.latency = () => {
    // The payment arrives just before the page is expired.
    if (stripe.calls.slice(calls).some((each) => each.endsWith('/expire')))
      ledger.pay(sessionIn(first.url), 'card');
    return 0;
  };
  const second = await startCheckout(deps, user, 'price_anual');
  expect(second).toMatchObject({ portal: true });
  const { customerId } = (await findCustomer(db, user.userId))!;
  expect(openPages(customerId)).toEqual([]);
  expect(ledger.subscriptionsOf(customerId)).toHaveLength(1);
});

it('PAY-07: a page that cannot be closed because the provider does not answer is not left beside a new one', async () => {
  const user = await aUser(db);
  const first = await startCheckout(deps, user, 'price_mensal');
  const calls = stripe.calls.length;
  stripe.trouble.latency = () => {
    if (stripe.calls.slice(calls).some((each) => each.endsWith('/expire'))) stripe.trouble.down = 'drop';
    return 0;
  };
  await expect(startCheckout(deps, user, 'price_anual')).rejects.toMatchObject({ status: 503 });
  const { customerId } = (await findCustomer(db, user.userId))!;
  expect(openPages(customerId).map(({ url }) => url)).toEqual([first.url]);
});
