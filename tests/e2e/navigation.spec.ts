import type { Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { alive, open } from './inspect.ts';
import { enterAt } from './people.ts';

const sections = (page: Page) => page.getByRole('navigation', { name: 'Seções do site' });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Navegação da biblioteca' });
const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu da conta' }).click();

test('NAV-01, NAV-02, NAV-06: on the start page the bar scrolls to the sections', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('banner').getByRole('link', { name: /página inicial/ })).toHaveAttribute(
    'href',
    '/',
  );
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    '/auth',
  );
  for (const [label, id] of [
    ['Recursos', 'recursos'],
    ['Planos', 'planos'],
    ['FAQ', 'faq'],
  ] as const) {
    await sections(page).getByRole('link', { name: label }).click();
    await expect(page.locator(`#${id}`)).toBeInViewport();
    await expect
      .poll(() =>
        page.locator(`#${id}`).evaluate((element) => Math.round(element.getBoundingClientRect().top)),
      )
      .toBeLessThan(120);
    expect(new URL(page.url()).hash).toBe(`#${id}`);
  }
  await sections(page).getByRole('link', { name: 'Início' }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('NAV-03, NAV-04: from any other page the bar leads to the sections', async ({ page }) => {
  for (const [label, id] of [
    ['Recursos', 'recursos'],
    ['Planos', 'planos'],
    ['FAQ', 'faq'],
  ] as const) {
    await open(page, '/termos');
    await sections(page).getByRole('link', { name: label }).click();
    await page.waitForURL((url) => url.pathname === '/' && url.hash === `#${id}`);
    await expect(page.locator(`#${id}`)).toBeInViewport();
  }
  await open(page, '/termos');
  await sections(page).getByRole('link', { name: 'Início' }).click();
  await page.waitForURL((url) => url.pathname === '/' && url.hash === '');
});

test('NAV-07, NAV-08, NAV-09, NAV-11, A-92: a listener has credits, which lead to the dashboard, and a menu, and no bell', async ({
  page,
}) => {
  await enterAt(page, demoAccounts.subscriber, '/library');
  await open(page, '/');
  await expect(page.getByRole('banner').getByText('100')).toBeVisible();
  await expect(page.getByRole('button', { name: /notificaç/i })).toHaveCount(0);
  await openMenu(page);
  await expect(page.getByText('Rádio Cidade FM')).toBeVisible();
  await expect(page.getByText(demoAccounts.subscriber)).toBeVisible();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Biblioteca',
    'Favoritas',
    'Projetos',
    'Meu Painel',
    'Minhas Gravações',
    'Perfil',
    'Sair',
  ]);
  await page.keyboard.press('Escape');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /créditos/ })
    .click();
  await page.waitForURL('**/dashboard');
});

test('NAV-10, NAV-11: an administrator also has the panel and the bell', async ({ page }) => {
  await enterAt(page, demoAccounts.admin, '/library');
  await open(page, '/');
  await expect(page.getByRole('button', { name: /notificaç/i })).toBeVisible();
  await openMenu(page);
  await expect(page.getByRole('menuitem', { name: 'Painel Admin' })).toHaveAttribute('href', '/admin');
});

test('NAV-13: on a phone the hamburger has the same links and Painel de Controle', async ({ page }) => {
  await enterAt(page, demoAccounts.admin, '/library');
  await page.setViewportSize({ width: 375, height: 780 });
  await open(page, '/');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const labels = [
    'Início',
    'Recursos',
    'Planos',
    'FAQ',
    'Biblioteca',
    'Favoritas',
    'Projetos',
    'Meu Painel',
    'Minhas Gravações',
    'Perfil',
    'Painel de Controle',
  ];
  for (const label of labels)
    await expect(menu.getByRole('link', { name: label, exact: true })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Sair' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Abrir menu' })).toBeFocused();
});

test('NAV-14: Sair ends the session on the server and says good-bye', async ({ page, context }) => {
  await enterAt(page, demoAccounts.listener, '/profile');
  const cookies = await context.cookies();
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page.getByText('Logout realizado')).toBeVisible();
  await expect(page.getByText('Até breve!')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await context.addCookies(cookies);
  const reused = await context.request.post('/functions/check-subscription', { data: {} });
  expect(reused.status()).toBe(401);
});

test('NAV-15: a logout that fails says so and leaves the session', async ({ page, watch }) => {
  watch.allow(/auth\/sair/);
  await enterAt(page, demoAccounts.listener, '/profile');
  await page.route('**/auth/sair', (route) => route.fulfill({ status: 500, json: {} }));
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page.getByText('Erro no logout')).toBeVisible();
  await expect(page.getByText('Não foi possível fazer logout.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
});

test('NAV-05: while the session changes there is a placeholder, neither Login nor the menu', async ({
  page,
}) => {
  await enterAt(page, demoAccounts.listener, '/profile');
  const letGo = await holdBack(page, '**/auth/sair');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page.getByRole('banner').getByText('Carregando...')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Menu da conta' })).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0);
  letGo();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

test('NAV-16, NAV-17: the rail marks where one is', async ({ page }) => {
  await enterAt(page, demoAccounts.subscriber, '/library');
  await expect(rail(page).getByRole('link')).toHaveText([
    'Início',
    'Biblioteca',
    'Favoritos',
    'Projetos',
    'Minha Conta',
  ]);
  await expect(rail(page).locator('[aria-current=page]')).toHaveText(['Biblioteca']);
  await open(page, '/category/trilhas');
  await expect(rail(page).locator('[aria-current=page]')).toHaveText(['Biblioteca']);
  await open(page, '/search');
  await expect(rail(page).locator('[aria-current=page]')).toHaveText(['Buscar']);
  await open(page, '/profile');
  await expect(rail(page).locator('[aria-current=page]')).toHaveText(['Minha Conta']);
});

test('NAV-18, NAV-19, NAV-20: the search of the rail', async ({ page }) => {
  await enterAt(page, demoAccounts.subscriber, '/library');
  const box = rail(page).getByPlaceholder('Buscar trilhas, vinhetas, efeitos...');
  const opener = rail(page).getByRole('button', { name: 'Buscar' });
  await opener.click();
  await expect(box).toBeFocused();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(box).toHaveCount(0);
  await opener.click();
  await box.fill('   ');
  await box.press('Enter');
  expect(new URL(page.url()).pathname).toBe('/library');
  await box.fill('  rádio & tv ');
  await rail(page).getByRole('button', { name: 'Pesquisar' }).click();
  await page.waitForURL((url) => url.pathname === '/search' && url.searchParams.get('q') === 'rádio & tv');
});

test('NAV-03: signed in, the bar searches, and the sections stand at the end of the page', async ({
  page,
}) => {
  await enterAt(page, demoAccounts.subscriber, '/profile');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Planos' })).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(bar.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('  natal ');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/search' && url.searchParams.get('q') === 'natal');
  await expect(page.getByRole('combobox').and(page.locator('input'))).toHaveCount(1);
  await open(page, '/profile');
  await sections(page).getByRole('link', { name: 'Planos' }).click();
  await page.waitForURL((url) => url.pathname === '/' && url.hash === '#planos');
  await expect(page.locator('#planos')).toBeInViewport();
});

test('the administrators have a rail of their own, with what waits, and a way back', async ({ page }) => {
  await enterAt(page, demoAccounts.admin, '/admin/recording-requests');
  const own = page.getByRole('navigation', { name: 'Administração' });
  await expect(own.locator('[aria-current=page]')).toHaveText([/^Solicitações/]);
  for (const group of ['Catálogo', 'Pessoas', 'Dinheiro', 'Site', 'Sistema'])
    await expect(own.getByRole('list', { name: group })).toBeVisible();
  await page.setViewportSize({ width: 375, height: 780 });
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('list', { name: 'Dinheiro' }).getByRole('link')).toHaveText([
    'Receita',
    'Planos',
  ]);
  await menu.getByRole('link', { name: 'Voltar à biblioteca' }).click();
  await page.waitForURL('**/library');
  await expect(menu).toHaveCount(0);
  await expect(own).toHaveCount(0);
});

test('NAV-21: the bar is walked by keyboard, past it by the first stop', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Pular para o conteúdo' })).toBeFocused();
  for (const name of [/página inicial/, 'Início', 'Recursos', 'Planos', 'FAQ', 'Login']) {
    await page.keyboard.press('Tab');
    const stop = page.getByRole('banner').getByRole('link', { name });
    await expect(stop).toBeFocused();
    expect(await stop.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none');
  }
});

test('NAV-22: an unknown address is a 404 page with a way back', async ({ page, watch }) => {
  watch.allow(/404/);
  const response = await page.goto('/nao-existe');
  await alive(page);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página não encontrada');
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('going back shows the list at its place before the server has answered, also without a connection', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/net::ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await enterAt(page, demoAccounts.subscriber, '/library');
  await open(page, '/category/trilhas');
  const card = page.getByRole('main').locator('a[href^="/package/"]').last();
  await card.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(0);
  await card.click();
  await page.waitForURL('**/package/*');
  const heading = page.getByRole('heading', { level: 1, name: 'Trilhas' });

  const letCome = await holdBack(page, '**/category/trilhas.data*');
  const asked = page.waitForRequest('**/category/trilhas.data*');
  await page.goBack();
  await expect(heading).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBeCloseTo(top, -1);
  const answer = (await asked).response();
  letCome();
  expect((await answer)?.status(), 'the list is read anew').toBe(200);

  await page.goForward();
  await expect(heading).toHaveCount(0);
  await context.setOffline(true);
  const lost = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/category/trilhas.data'),
  );
  await page.goBack();
  await lost;
  await expect(heading).toBeVisible();
  await expect(card).toBeVisible();
  await context.setOffline(false);
});

test('a click on a card rewrites nothing in the filters of the list that it leaves', async ({ page }) => {
  await enterAt(page, demoAccounts.subscriber, '/library');
  await open(page, '/category/trilhas');
  const filters = page.getByRole('region', { name: 'Filtros' });
  await expect(filters.getByText(/^\d+ pacotes?$/).first()).toBeAttached();
  const letCome = await holdBack(page, '**/package/*.data*');
  const rewritten = await filters.evaluateHandle((column) => {
    const seen: string[] = [];
    new MutationObserver((changes) => seen.push(...changes.map(({ type }) => type))).observe(column, {
      subtree: true,
      childList: true,
      attributes: true,
    });
    return seen;
  });
  await page.getByRole('main').locator('a[href^="/package/"]').first().click();
  expect(await rewritten.jsonValue()).toEqual([]);
  letCome();
  await page.waitForURL('**/package/*');
});

test('after signing out, going back shows nothing of what was seen', async ({ page, watch }) => {
  // The list fetches sound ahead until the sign-out is answered.
  watch.allow(/401/);
  await enterAt(page, demoAccounts.subscriber, '/library');
  await open(page, '/category/trilhas');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/category'));
  await holdBack(page, '**/category/trilhas*');
  const asked = page.waitForRequest('**/category/trilhas*');
  await page.evaluate(() => history.back());
  await asked;
  await expect(page.getByRole('heading', { level: 1, name: 'Trilhas' })).toHaveCount(0);
});
