import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts, expect, mailTo, test } from './fixtures.ts';
import { alive, open } from './inspect.ts';
import { enter, newAddress, newPerson, notices } from './people.ts';

test.describe.configure({ mode: 'parallel' });

const picture = (colour: string, type: 'png' | 'jpeg') =>
  sharp({ create: { width: 120, height: 120, channels: 3, background: colour } })
    .toFormat(type)
    .toBuffer();

/** 200 for a session, 401 when it has ended. */
const statusOf = async (page: Page): Promise<number> =>
  (await page.request.post('/functions/check-subscription', { data: {} })).status();

test('PRO-01, PRO-02, PRO-03: tabs by arrows, the way back, and a new name', async ({ page }) => {
  await newPerson(page);
  await open(page, '/profile');
  await expect(page.getByRole('tab')).toHaveText(['Dados Pessoais', 'Segurança', 'Assinatura']);
  await page.getByRole('tab', { name: 'Dados Pessoais' }).focus();
  for (const name of ['Segurança', 'Assinatura', 'Dados Pessoais']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name })).toBeFocused();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  }
  await expect(page.getByRole('main').getByRole('link', { name: /^Voltar/ })).toHaveAttribute('href', '/');
  await page.getByLabel('Nome de exibição').fill('Ana <b>Maria</b> Souza');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(notices(page)).toContainText('Perfil atualizado!');
  await expect(notices(page)).toContainText('Suas informações foram salvas com sucesso.');
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await expect(page.getByRole('menu')).toContainText('Ana <b>Maria</b> Souza');

  await enter(page, demoAccounts.admin);
  await open(page, '/profile');
  await expect(page.getByRole('main').getByRole('link', { name: /^Voltar/ })).toHaveAttribute(
    'href',
    '/admin',
  );
});

test('PRO-06, PRO-07, PRO-08, PRO-09: the password', async ({ page, browser, watch }) => {
  watch.allow(/422/);
  const { email, password } = await newPerson(page);
  const elsewhere = await browser.newPage();
  await enter(elsewhere, email, password);
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Segurança' }).click();
  const now = page.getByLabel('Senha atual');
  const next = page.getByLabel('Nova senha', { exact: true });
  const again = page.getByLabel('Confirmar nova senha');
  const change = page.getByRole('button', { name: 'Alterar senha' });
  await next.fill('12345');
  await expect(page.getByText('A senha deve ter no mínimo 6 caracteres.'), 'PRO-07').toBeVisible();
  await next.fill('nova-senha-1');
  await again.fill('nova-senha-2');
  await expect(page.getByText('As senhas não coincidem'), 'PRO-06').toBeVisible();
  await expect(change).toBeDisabled();
  await again.fill('nova-senha-1');
  await now.fill('errada-1');
  await change.click();
  await expect(notices(page), 'PRO-08').toContainText('Senha atual incorreta');
  expect(await statusOf(elsewhere), 'nothing changed').toBe(200);
  await now.fill(password);
  await change.click();
  await expect(notices(page), 'PRO-09').toContainText('Senha alterada!');
  await expect.poll(() => statusOf(elsewhere), 'PRO-09: other sessions end').toBe(401);
  expect(await statusOf(page), 'this one goes on').toBe(200);
  const old = await elsewhere.request.post('/api/auth/sign-in/email', { data: { email, password } });
  expect(old.status(), 'the old password fails').toBe(401);
  await enter(elsewhere, email, 'nova-senha-1');
  await elsewhere.close();
});

test('PRO-11, PRO-12, PRO-13, PRO-14: the picture', async ({ page, watch }) => {
  watch.allow(/uploads\/avatar/);
  // The trace recorder requests a preview again that is no picture.
  watch.allow(/blob:/);
  await newPerson(page);
  await open(page, '/profile');
  const input = page.getByLabel('Foto do perfil');
  const face = page.getByRole('banner').getByRole('button', { name: 'Menu da conta' }).locator('img');
  const png = await picture('teal', 'png');
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
  await expect(notices(page)).toContainText('Foto atualizada!');
  await expect(face).toHaveAttribute('src', /^\/media\/avatars\//);
  const first = await face.getAttribute('src');
  await input.setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: await picture('red', 'jpeg') });
  await expect(face, 'PRO-11: a new version').not.toHaveAttribute('src', first!);
  const second = await face.getAttribute('src');
  expect((await page.request.get(second!)).status()).toBe(200);

  const big = {
    name: 'c.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]),
  };
  const svg = { name: 'd.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') };
  const text = { name: 'e.txt', mimeType: 'text/plain', buffer: Buffer.from('uma carta') };
  for (const [file, title] of [
    [big, 'Arquivo muito grande'],
    [svg, 'Erro no upload'],
    [text, 'Erro no upload'],
  ] as const) {
    await input.setInputFiles(file);
    await expect(notices(page).getByRole('alert').last()).toContainText(title);
    await page.keyboard.press('Escape');
    await expect(notices(page).getByRole('alert')).toHaveCount(0);
  }
  const busy = 'Há arquivos demais sendo preparados neste momento. Tente de novo em instantes.';
  const tooBusy = { status: 429, json: { error: { code: 'rate-limited', message: busy } } };
  await page.route('**/uploads/avatar', (route) => route.fulfill(tooBusy), { times: 1 });
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
  await expect(notices(page).getByRole('alert')).toContainText(busy);
  await page.keyboard.press('Escape');
  await expect(notices(page).getByRole('alert')).toHaveCount(0);
  await page.route('**/uploads/avatar', (route) => route.fulfill({ status: 500, json: {} }));
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
  await expect(notices(page).getByRole('alert'), 'PRO-14').toContainText('Erro ao salvar foto');
  await expect(face, 'PRO-12: the old one stays').toHaveAttribute('src', second!);
});

test('PRO-04, PRO-05: a new e-mail counts once it is confirmed there', async ({ page, watch }) => {
  watch.allow(/422/);
  const { email, password } = await newPerson(page);
  const next = newAddress();
  await open(page, '/profile');
  const change = async (address: string, secret: string) => {
    await page.getByLabel('Novo e-mail').fill(address);
    await page.getByLabel('Senha atual').fill(secret);
    await page.getByRole('button', { name: 'Trocar e-mail' }).click();
  };
  await change(next, 'errada-1');
  await expect(notices(page).getByRole('alert'), 'PRO-05').toContainText('Erro ao atualizar email');
  await change(next, password);
  await expect(notices(page)).toContainText('Confirme o novo e-mail');
  await mailTo(email, /Pedido de troca de e-mail/);
  await enter(page, email, password);
  const mail = await mailTo(next, /e-mail/i);
  await open(page, mail.links.find((link) => link.includes('/email-confirmed?troca='))!);
  await expect(page.locator('main'), 'opening the link confirms nothing').toContainText(next);
  await page.getByRole('button', { name: 'Confirmar novo e-mail' }).click();
  await expect(page.getByRole('heading', { name: 'E-mail alterado!' })).toBeVisible();
  await enter(page, next, password);
  const old = await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
  expect(old.status(), 'the old address is free').toBe(401);
});

test('PRO-19: the portal opens in a new tab, or says that it cannot', async ({ page, context, watch }) => {
  watch.allow(/customer-portal/);
  await newPerson(page, { plan: true });
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Assinatura' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('✓ Ativo');
  await expect(page.getByRole('tabpanel')).toContainText(/Expira em\s*\d\d\/\d\d\/\d{4}/);
  const manage = page.getByRole('button', { name: 'Gerenciar assinatura' });
  const opening = context.waitForEvent('page');
  await manage.click();
  const portal = await opening;
  await portal.waitForURL(/portal-simulado/);
  await expect(portal.getByRole('heading', { level: 1 })).toHaveText('Gerenciar assinatura');
  await portal.close();
  await page.route('**/customer-portal', (route) => route.fulfill({ status: 500, json: {} }));
  await manage.click();
  await expect(notices(page)).toContainText(
    'Não foi possível abrir o portal de gerenciamento. Tente novamente.',
  );
  await expect(manage).toBeEnabled();
});

test('PRO-22: own data as a file, and the end of the account', async ({ page, watch }) => {
  watch.allow(/422/);
  const { email, password } = await newPerson(page, { plan: true });
  await open(page, '/profile');
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Exportar meus dados' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('meus-dados-sonoteca.json');
  expect(readFileSync(await file.path(), 'utf8')).toContain(email);

  await page.getByRole('button', { name: 'Excluir minha conta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Excluir conta' });
  await expect(dialog).toContainText('Solicitações de gravação, sem o nome da rádio');
  await dialog.getByLabel('Senha atual').fill('errada-1');
  await dialog.getByRole('button', { name: 'Excluir para sempre' }).click();
  await expect(dialog).toContainText('Senha atual incorreta');
  await dialog.getByLabel('Senha atual').fill(password);
  await dialog.getByRole('button', { name: 'Excluir para sempre' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  const again = await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
  expect(again.status()).toBe(401);
});

test('AUT-20, NAV-14: who leaves in one tab has left in the other', async ({ page, context }) => {
  await newPerson(page);
  await open(page, '/profile');
  const other = await context.newPage();
  await open(other, '/dashboard');
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(notices(page)).toContainText('Logout realizado');
  await other.waitForURL((url) => url.pathname === '/');
  await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await other.goto('/dashboard');
  await other.waitForURL(/\/auth/);
});

test('AUT-10: a confirmed e-mail leads to the login, by a click or by itself after five seconds', async ({
  page,
}) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/email-confirmed');
  // The frame after which the scripts load.
  await page.clock.runFor(50);
  await alive(page);
  await expect(page.getByRole('link', { name: 'Fazer Login' })).toHaveAttribute('href', '/auth');
  await page.clock.runFor(4500);
  await expect(page.getByRole('main')).toContainText('Você vai para o login em 1 segundo.');
  expect(new URL(page.url()).pathname).toBe('/email-confirmed');
  await page.clock.runFor(1500);
  await page.waitForURL('**/auth');
});

test('AUT-03, AUT-19: /auth leads on whoever is signed in, and only within the site', async ({
  page,
  watch,
}) => {
  watch.allow(/403.*library/);
  await newPerson(page);
  await page.goto('/auth?next=/dashboard');
  await page.waitForURL('**/dashboard');
  await page.goto('/auth?next=https://evil.test/');
  await page.waitForURL((url) => url.pathname === '/library');
});
