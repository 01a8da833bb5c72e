import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, mailTo, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { alive, open } from './inspect.ts';

const facts = JSON.parse(readFileSync(new URL('../../demo/facts.json', import.meta.url), 'utf8')) as Record<
  string,
  { sha256: string }
>;

test('AUT-02: a station signs up, subscribes, hears a track and downloads it', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/403.*library|401.*auth/);
  const email = `radio-${Date.now()}@exemplo.com.br`;
  const password = 'no-ar-às-2h';

  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Login' }).first().click();
  await page.waitForURL(/\/auth/);

  await page.getByRole('link', { name: 'Cadastre-se' }).click();
  await expect(page.getByRole('button', { name: 'Criar conta', exact: true })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Criar conta', exact: true }).click();
  await expect(page.getByText('Conta criada com sucesso!')).toBeVisible();

  const mail = await mailTo(email, /confirm/i);
  await open(page, mail.links.find((link) => link.includes('/email-confirmed?token='))!);
  await page.waitForURL(/\/email-confirmed/);
  await page.getByRole('link', { name: 'Fazer Login' }).click();
  await page.waitForURL(/\/auth/);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('outra-senha');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Erro no login')).toBeVisible();
  await page.getByLabel('Senha', { exact: true }).fill(password);
  const letIn = await holdBack(page, '**/library.data*');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('main').getByRole('status'), 'AUT-02').toHaveText('Carregando...');
  letIn();
  await page.waitForURL('**/library');
  await expect(page.getByText('Assinatura Necessária')).toBeVisible();
  // By itself it would go after eight seconds.
  await expect(page.getByText('Erro no login')).toHaveCount(0, { timeout: 3000 });

  await open(page, '/#planos');
  const opened = context.waitForEvent('page');
  const annual = page.getByRole('article').filter({ hasText: 'Plano Anual' });
  await annual.getByRole('button', { name: 'Assinar Agora' }).click();
  const checkout = await opened;
  await checkout.waitForURL(/checkout-simulado/);
  await alive(checkout);
  await expect(checkout.getByText(/nenhum valor será cobrado/i)).toBeVisible();
  await expect(checkout.getByText('R$ 210,00').first()).toBeVisible();
  const letGo = await holdBack(checkout, '**/functions/check-subscription');
  await checkout.getByRole('button', { name: 'Pagar com cartão' }).click();
  await checkout.waitForURL(/\/payment\/success/);
  await expect(checkout.getByText('Atualizando sua conta...')).toBeVisible();
  letGo();
  await expect(checkout.getByRole('heading', { name: 'Assinatura ativa!' })).toBeVisible();
  await checkout
    .getByRole('main')
    .getByRole('link', { name: /biblioteca/i })
    .click();
  await checkout.waitForURL('**/library');
  await expect(checkout.getByText('Assinatura Necessária')).toHaveCount(0);

  const site = checkout;
  await site
    .getByRole('link', { name: /^Trilhas/ })
    .first()
    .click();
  await site.waitForURL('**/category/trilhas');
  const card = site.getByRole('article').filter({ hasText: 'Brasil de Todos os Ritmos' });
  await card.hover();
  await card.getByRole('button', { name: /^Tocar/ }).click();
  const mini = site.getByRole('region', { name: 'Player de áudio' });
  await expect(mini.getByText('Samba de Roda Alegre.mp3')).toBeVisible();
  await expect(mini.getByRole('button', { name: 'Pausar' })).toBeVisible();

  await card.getByRole('link', { name: 'Brasil de Todos os Ritmos' }).click();
  await site.waitForURL(/\/package\//);
  await expect(mini).toHaveCount(0);
  const track = site.getByRole('listitem').filter({ hasText: 'Baião da Sanfona.mp3' });
  await track.getByRole('button', { name: /^Tocar/ }).click();
  await expect(track.getByRole('button', { name: /^Pausar/ })).toBeVisible();

  const downloading = site.waitForEvent('download');
  await track.getByRole('button', { name: /^Baixar/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename(), 'DWN-01: the file keeps its name').toBe('Baião da Sanfona.mp3');
  const bytes = readFileSync(await download.path());
  expect(createHash('sha256').update(bytes).digest('hex'), 'DWN-03: the same bytes').toBe(
    facts['trilha-baiao-sanfona.mp3']!.sha256,
  );

  await site.getByRole('button', { name: 'Menu da conta' }).click();
  await site.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(site.getByText('Logout realizado')).toBeVisible();
  await site.goto('/library');
  await site.waitForURL(/\/auth/);
});
