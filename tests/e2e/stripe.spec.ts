import type { BrowserContext, Page } from '@playwright/test';
import { type FakeStripe, fakeStripe } from '../fakes/stripe/server.ts';
import { demoAccounts, expect, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { open } from './inspect.ts';
import { ownSite } from './own-site.ts';
import { enter } from './people.ts';
import { ownPort } from './ports.ts';

/** Stripe in a browser: the stand-in's pages replace Stripe's. */
const stripePort = ownPort();
let stripe: FakeStripe;
test.beforeAll(async () => {
  stripe = await fakeStripe({ port: stripePort });
});
const site = ownSite({
  STRIPE_SECRET_KEY: 'sk_test_sonoteca',
  STRIPE_WEBHOOK_SECRET: 'whsec_sonoteca',
  STRIPE_API_BASE_URL: `http://127.0.0.1:${stripePort}`,
});
test.beforeAll(() => stripe.sendTo(`${site}/webhooks/stripe`));
test.afterAll(() => stripe.stop());
test.describe.configure({ mode: 'serial' });
test.beforeEach(({ watch }) => watch.allow(new RegExp(`^foreign call: http://127.0.0.1:${stripePort}/`)));

const subscriptionId = () => [...stripe.ledger.subscriptions.keys()].at(-1)!;
const status = async (page: Page) => (await page.request.get('/library')).status();

/** A click that opens a page of the provider in a new tab. */
async function opened(context: BrowserContext, click: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page'), click()]);
  await tab.waitForURL(new RegExp(`^http://127.0.0.1:${stripePort}/`));
  await expect(tab.getByRole('note')).toHaveText('Provedor de pagamentos de teste: nada é cobrado aqui.');
  return tab;
}

async function showsOnProfile(page: Page, ...texts: string[]): Promise<void> {
  await expect(async () => {
    await open(page, '/profile');
    await page.getByRole('tab', { name: 'Assinatura' }).click();
    for (const text of texts) await expect(page.getByRole('tabpanel')).toContainText(text, { timeout: 3000 });
  }).toPass({ timeout: 90_000 });
}

test('PAY-02, PAY-03, PAY-08, PAY-12: a boleto waits, is paid, and the page and the other tab learn of it', async ({
  page,
  context,
}) => {
  await enter(page, demoAccounts.listener);
  await open(page, '/#planos');
  const monthly = page.getByRole('article').filter({ hasText: 'Plano Mensal' });
  const tab = await opened(context, () => monthly.getByRole('button', { name: 'Assinar Agora' }).click());
  const letGo = await holdBack(tab, '**/functions/check-subscription');
  await tab.getByRole('button', { name: 'Gerar boleto' }).click();
  await tab.waitForURL(`${site}/payment/success?**`);
  await expect(tab.getByRole('heading', { name: 'Atualizando sua conta...' })).toBeVisible();
  letGo();
  await expect(tab.getByRole('heading', { name: 'Pagamento pendente' })).toBeVisible({ timeout: 90_000 });
  expect(await status(page)).toBe(403);
  stripe.acts.payVoucher(subscriptionId());
  await expect(tab.getByRole('heading', { name: 'Assinatura ativa!' })).toBeVisible({ timeout: 90_000 });
  await expect(tab.getByRole('link', { name: 'Ir para a Biblioteca' })).toBeVisible();
  expect(await status(page)).toBe(200);
  await showsOnProfile(page, 'Mensal', '✓ Ativo');
});

test('PAY-10: in the portal one changes the plan, cancels and takes it back', async ({ page, context }) => {
  await enter(page, demoAccounts.listener);
  await showsOnProfile(page, 'Mensal');
  const portal = await opened(context, () =>
    page.getByRole('button', { name: 'Gerenciar assinatura' }).click(),
  );
  await portal.getByRole('button', { name: 'Trocar para o Plano Anual' }).click();
  await showsOnProfile(page, 'Anual', '✓ Ativo');
  await portal.getByRole('button', { name: 'Cancelar no fim do período' }).click();
  await showsOnProfile(page, 'A renovação foi cancelada');
  await portal.getByRole('button', { name: 'Reativar a renovação' }).click();
  await expect(async () => {
    await showsOnProfile(page, 'Anual');
    await expect(page.getByRole('tabpanel')).not.toContainText('A renovação foi cancelada', {
      timeout: 3000,
    });
  }).toPass({ timeout: 90_000 });
  await portal.getByRole('link', { name: 'Voltar ao site' }).click();
  await portal.waitForURL(`${site}/profile`);
});

test('a refused renewal keeps the library open until the paid end; paying in the portal goes on', async ({
  page,
  context,
}) => {
  await enter(page, demoAccounts.listener);
  await showsOnProfile(page, 'Anual');
  const portal = await opened(context, () =>
    page.getByRole('button', { name: 'Gerenciar assinatura' }).click(),
  );
  await portal.getByRole('button', { name: 'Trocar por um cartão que é recusado' }).click();
  stripe.acts.renew(subscriptionId());
  await stripe.delivery.settled();
  await portal.reload();
  await expect(portal.getByText('Pagamento recusado')).toBeVisible();
  expect(await status(page)).toBe(200);
  await portal.getByRole('button', { name: 'Cadastrar um cartão que funciona' }).click();
  await expect(portal.getByText('Ativa', { exact: true })).toBeVisible();
  await showsOnProfile(page, '✓ Ativo');
});

test('while the provider is down the page says so, and works again afterwards', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/503/);
  await enter(page, demoAccounts.listener);
  await showsOnProfile(page, 'Anual');
  stripe.trouble.down = 'error';
  await page.getByRole('button', { name: 'Gerenciar assinatura' }).click();
  await expect(
    page.getByText('Não foi possível abrir o portal de gerenciamento. Tente novamente.'),
  ).toBeVisible({ timeout: 90_000 });
  stripe.trouble.down = 'no';
  await opened(context, () => page.getByRole('button', { name: 'Gerenciar assinatura' }).click());
});

test('refunded in full at the provider, the library closes', async ({ page }) => {
  await enter(page, demoAccounts.listener);
  expect(await status(page)).toBe(200);
  stripe.acts.refund(stripe.acts.lastIntent(subscriptionId())!);
  await expect.poll(() => status(page), { timeout: 90_000 }).toBe(403);
  await showsOnProfile(page, '✗ Expirado');
});
