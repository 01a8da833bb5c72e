import type { Browser, BrowserContext, Page } from '@playwright/test';
import { demoAccounts, demoPassword, expect, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { findNothing, open } from './inspect.ts';
import { ownSite } from './own-site.ts';
import { enter } from './people.ts';

/** A site of its own, because no other journey may meet it during maintenance. */
const site = ownSite();
const headline = 'A revolução do rádio está começando!';
const subtitle = 'AGUARDE ESTAMOS EM DESENVOLVIMENTO A MELHOR PLATAFORMA DE RÁDIOS DO BRASIL.';
test.describe.configure({ mode: 'serial' });

const other = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ baseURL: site, locale: 'pt-BR' });

/** Signs the administrator in on the maintenance page. */
async function adminPage(page: Page): Promise<void> {
  const answer = await page.request.post('/functions/admin-login', {
    data: { email: demoAccounts.admin, password: demoPassword },
  });
  expect(answer.status()).toBe(200);
}

const modeSwitch = (page: Page) => page.getByRole('switch', { name: 'Modo de desenvolvimento' });

async function turn(page: Page, on: boolean): Promise<void> {
  const answer = await page.request.post('/admin.data', {
    form: { enabled: String(on) },
    headers: { origin: site },
  });
  expect(answer.status()).toBe(200);
}

let subscriber: BrowserContext;

test('MNT-01: open, the landing page is there', async ({ request, browser }) => {
  const answer = await request.get('/');
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain('id="planos"');
  // Somebody signed in before maintenance starts (MNT-04).
  subscriber = await other(browser);
  await enter(await subscriber.newPage(), demoAccounts.subscriber);
});

test('MNT-05, MNT-20, MNT-22, MNT-24: turned on from the panel, on a database without a row', async ({
  page,
}) => {
  await adminPage(page);
  await page.clock.install();
  await open(page, '/admin');
  await expect(page.getByText('Produção', { exact: true })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await modeSwitch(page).click();
  const question = page.getByRole('dialog', { name: 'Fechar o site?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toHaveCount(0);
  await page.clock.runFor(500);
  await expect(modeSwitch(page), 'nothing happened, and the focus is back').toBeFocused();
  await expect(modeSwitch(page)).not.toBeChecked();
  await modeSwitch(page).click();
  const release = await holdBack(page, '**/admin.data*', 'POST');
  await question.getByRole('button', { name: 'Fechar o site' }).click();
  await expect(question).toHaveCount(0);
  await page.clock.runFor(500);
  await expect(modeSwitch(page), 'the change that is under way takes no focus').toBeFocused();
  release();
  await expect(page.getByText('Modo de desenvolvimento ativado com sucesso.')).toBeVisible();
  await page.clock.runFor(900);
  expect(new URL(page.url()).pathname, 'read first').toBe('/admin');
  await page.clock.runFor(1700);
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.locator('#planos'), 'MNT-05: an administrator sees the site').toBeVisible();
  await expect(page.getByText('O site está fechado: só administradores entram.')).toBeVisible();
  await page.clock.resume();
  await open(page, '/admin');
  await expect(page.getByText('Desenvolvimento', { exact: true }), 'ADM-06').toBeVisible();
});

test('MNT-02, MNT-03, MNT-06: closed for visitors on every page', async ({ page, request, watch }) => {
  watch.allow(/503/);
  for (const path of ['/', '/auth', '/library', '/search?q=x', '/package/1', '/admin', '/nada-disso']) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(503);
    expect(Number(answer.headers()['retry-after']), path).toBeGreaterThan(0);
    expect(answer.headers()['cache-control'], path).toContain('no-store');
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1, name: headline }), path).toBeVisible();
  }
});

test('MNT-09, MNT-10, MNT-11, MNT-13: what the page says', async ({ page, watch }) => {
  watch.allow(/503/);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline);
  await expect(page.getByText(subtitle)).toBeVisible();
  await expect(page.getByText('Em breve, uma nova experiência sonora')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Acesso Administrativo' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expect(page.getByLabel('Senha', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /rádio/);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await findNothing(page, `${width} px`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('MNT-04, MNT-07: closed for a subscriber, data too', async () => {
  const page = await subscriber.newPage();
  await page.goto('/library');
  await expect(page.getByRole('heading', { level: 1, name: headline })).toBeVisible();
  for (const path of [
    '/api/unknown',
    '/library/packages',
    '/functions/check-subscription',
    '/audio/x',
    '/sample/x',
    '/package/x/queue',
  ]) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(503);
    expect(answer.headers()['content-type'], path).toContain('application/json');
    expect(Number(answer.headers()['retry-after']), path).toBeGreaterThan(0);
  }
  expect((await page.request.get('/library.data')).status()).toBe(503);
});

test('MNT-08: life signs, events of the provider and pictures stay open', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200);
  expect((await request.get('/readyz')).status()).toBe(200);
  // Refused for its signature, not for maintenance; the endpoint's test covers signed events.
  expect((await request.post('/webhooks/stripe', { data: {} })).status()).not.toBe(503);
  expect((await request.get('/media/covers/nada.png')).status()).toBe(404);
});

async function tryLogin(page: Page, email: string, password: string): Promise<void> {
  await open(page, '/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

test('MNT-15: a wrong password is told, the page stays', async ({ page, watch }) => {
  watch.allow(/503|401/);
  await tryLogin(page, demoAccounts.admin, 'errada-errada');
  await expect(page.getByText('Erro no login')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: headline })).toBeVisible();
});

test('MNT-16: somebody else is refused and has no session', async ({ page, watch }) => {
  watch.allow(/503|403/);
  await tryLogin(page, demoAccounts.subscriber, demoPassword);
  await expect(page.getByText('Acesso negado')).toBeVisible();
  await expect(page.getByText('Apenas administradores podem acessar durante a manutenção.')).toBeVisible();
  expect((await page.context().cookies()).filter(({ name }) => name.includes('session'))).toEqual([]);
  expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull();
});

test('MNT-17: an unreadable role is told', async ({ page, watch }) => {
  watch.allow(/503/);
  const message = 'Não foi possível verificar suas permissões.';
  await page.route('**/functions/admin-login', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'role-unreadable', message } } }),
  );
  await tryLogin(page, demoAccounts.admin, demoPassword);
  await expect(page.getByText('Erro ao verificar permissões')).toBeVisible();
  await expect(page.getByText(message)).toBeVisible();
});

test('MNT-18: a call that breaks is told', async ({ page, watch }) => {
  watch.allow(/503|ERR_FAILED/);
  await page.route('**/functions/admin-login', (route) => route.abort());
  await tryLogin(page, demoAccounts.admin, demoPassword);
  await expect(page.getByText('Erro inesperado')).toBeVisible();
  await expect(page.getByText('Tente novamente em alguns instantes.')).toBeVisible();
});

test('MNT-14, MNT-19: an administrator comes in', async ({ page, watch }) => {
  watch.allow(/503/);
  const letIn = await holdBack(page, '**/functions/admin-login');
  await page.clock.install();
  await tryLogin(page, demoAccounts.admin, demoPassword);
  await expect(page.getByRole('button', { name: 'Entrando...' })).toBeDisabled();
  // The welcome lasts half a second of the page's clock.
  await page.clock.pauseAt(Date.now() + 60_000);
  letIn();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: 'Login realizado!' })
      .filter({ hasText: 'Redirecionando para o painel administrativo...' }),
  ).toBeVisible();
  expect(new URL(page.url()).pathname, 'not yet on the way').toBe('/');
  await page.clock.runFor(500);
  await page.waitForURL('**/admin');
  await page.clock.resume();
  await open(page, '/library');
  await expect(page.getByText(headline), 'MNT-05').toHaveCount(0);
});

test('MNT-12: stored texts replace the standard ones', async ({ page, browser }) => {
  await adminPage(page);
  await open(page, '/admin/edit-texts');
  await page.getByRole('tab', { name: 'Manutenção' }).click();
  await page.getByLabel(/^Título/).fill('Voltamos às 18h');
  await page.getByLabel(/^Subtítulo/).fill('Trocando a antena.');
  await page.getByRole('button', { name: 'Salvar Alterações' }).click();
  await expect(page.getByText('Conteúdo salvo!')).toBeVisible();
  const visitor = await (await other(browser)).newPage();
  await visitor.goto('/');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Voltamos às 18h');
  await expect(visitor.getByText('Trocando a antena.')).toBeVisible();
  await visitor.context().close();
});

test('MNT-23: a refused save is told, and the switch goes back', async ({ page, watch }) => {
  watch.allow(/500|ERR_FAILED/);
  await adminPage(page);
  await open(page, '/admin');
  await expect(modeSwitch(page)).toBeChecked();
  await page.route('**/admin.data*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'Erro' }) : route.continue(),
  );
  await modeSwitch(page).click();
  await expect(page.getByText('Erro ao atualizar')).toBeVisible();
  await expect(modeSwitch(page)).toBeChecked();
  await page.unroute('**/admin.data*');
  await page.route('**/admin.data*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await modeSwitch(page).click();
  await expect(page.getByText('Erro inesperado')).toBeVisible();
  await expect(page.getByText('Não foi possível atualizar o modo de desenvolvimento.').first()).toBeVisible();
  await expect(modeSwitch(page)).toBeChecked();
});

test('MNT-21, MNT-22: turned off, everybody is back and nobody is sent away', async ({ page, browser }) => {
  await adminPage(page);
  await page.clock.install();
  await open(page, '/admin');
  await modeSwitch(page).click();
  await expect(page.getByText('Modo de desenvolvimento desativado com sucesso.')).toBeVisible();
  await expect(page.getByText('O site está fechado: só administradores entram.')).toHaveCount(0);
  await page.clock.runFor(5000);
  const visitor = await (await other(browser)).newPage();
  expect((await visitor.goto('/'))?.status()).toBe(200);
  await expect(visitor.locator('#planos')).toBeVisible();
  await visitor.context().close();
  expect(new URL(page.url()).pathname).toBe('/admin');
  await subscriber.close();
});

test('A-61: a switch counts from the next request on', async ({ page, request }) => {
  await adminPage(page);
  for (const on of [true, false, true, false]) {
    await turn(page, on);
    expect((await request.get('/')).status()).toBe(on ? 503 : 200);
    expect((await request.get('/functions/check-subscription')).status() === 503).toBe(on);
  }
});
