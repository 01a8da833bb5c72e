import type { Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { alive, inspect, open } from './inspect.ts';
import { enter, newPerson, openPackage } from './people.ts';

test.describe.configure({ mode: 'parallel', timeout: 300_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('A11-01, A11-06: what a visitor sees', async ({ page, watch }) => {
  watch.allow(/404|410|400/);
  for (const path of [
    '/',
    '/auth',
    '/auth?modo=cadastro',
    '/auth/recuperar',
    '/auth/nova-senha?token=gasto',
    '/email-confirmed?token=gasto',
    '/payment/canceled',
    '/termos',
    '/privacidade',
    '/licenca',
    '/search?q=natal',
    '/nao-existe',
  ]) {
    await open(page, path);
    await inspect(page, path);
  }
  await inspect(page, '/auth with errors', async () => {
    await open(page, '/auth');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByText('Informe o e-mail.').first()).toBeVisible();
  });
  await inspect(page, 'menu of a phone', async (width) => {
    await open(page, '/termos');
    if (width >= 768) return;
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  });
});

test('A11-01, A11-06: what a listener without a plan sees', async ({ page, watch }) => {
  watch.allow(/403|404/);
  await newPerson(page);
  for (const path of ['/library', '/favorites', '/dashboard', '/minhas-gravacoes', '/search', '/#planos']) {
    await open(page, path);
    await inspect(page, path);
  }
  await inspect(page, 'result of a payment that nobody knows of', async () => {
    await open(page, '/payment/success?session_id=nada');
    await expect(page.getByText('Atualizando sua conta...')).toBeVisible();
  });
  for (const tab of ['Dados Pessoais', 'Segurança', 'Assinatura']) {
    await inspect(page, `profile, ${tab}`, async () => {
      await open(page, '/profile');
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    });
  }
  await inspect(page, 'password that does not match', async () => {
    await open(page, '/profile');
    await page.getByRole('tab', { name: 'Segurança' }).click();
    await page.getByLabel('Nova senha', { exact: true }).fill('123');
    await page.getByLabel('Confirmar nova senha').fill('1234567');
    await expect(page.getByText('As senhas não coincidem')).toBeVisible();
  });
  await inspect(page, 'dialog of deleting the account', async () => {
    await open(page, '/profile');
    await page.getByRole('button', { name: 'Excluir minha conta' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await inspect(page, 'account menu', async (width) => {
    await open(page, '/termos');
    if (width < 768) return;
    await page.getByRole('button', { name: 'Menu da conta' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  });
  const checkout = await page.request.post('/functions/create-checkout', {
    data: { price_id: 'price_mensal' },
  });
  const { url } = (await checkout.json()) as { url: string };
  await open(page, new URL(url).pathname);
  await inspect(page, 'simulated checkout');
});

test('A11-01, A11-06: the library of a subscriber', async ({ page, watch }) => {
  watch.allow(/404/);
  await enter(page, demoAccounts.subscriber);
  for (const path of [
    '/library',
    '/category/trilhas',
    '/category/trilhas/all',
    '/category/efeitos-sonoros',
    '/category/trilhas?q=zzzz',
    '/category/nada',
    '/search?q=natal',
    '/search?q=zzzz',
    '/package/nada',
  ]) {
    await open(page, path);
    await inspect(page, path);
  }
  await inspect(page, 'search box of the rail', async () => {
    await open(page, '/library');
    await page
      .getByRole('navigation', { name: 'Navegação da biblioteca' })
      .getByRole('button', { name: 'Buscar' })
      .click();
    await expect(page.getByPlaceholder('Buscar trilhas, vinhetas, efeitos...')).toBeFocused();
  });
  await inspect(page, 'list of packages', async () => {
    await open(page, '/category/pacotes-vinhetas');
    const list = page.getByRole('radio', { name: /lista/i }).or(page.getByRole('button', { name: /lista/i }));
    await list.click();
  });
});

test('A11-01, A11-06: the mini player', async ({ page }) => {
  await newPerson(page, { plan: true });
  await inspect(page, 'mini player', async () => {
    await open(page, '/category/efeitos-sonoros');
    await page.getByRole('button', { name: 'Tocar Cabine do DJ' }).click();
    await expect(page.getByRole('region', { name: 'Player de áudio' })).toBeVisible();
    await page.keyboard.press('m');
  });
});

test('A11-01, A11-06: packages and requests of a subscriber', async ({ page }) => {
  await newPerson(page, { plan: true });
  const path = await openPackage(page, 'trilhas', 'Brasil de Todos os Ritmos');
  await inspect(page, 'package page');
  await inspect(page, 'package page with sound and a toast', async () => {
    await open(page, path);
    await page.getByRole('button', { name: 'Favoritar Baião da Sanfona.mp3' }).click();
    await expect(page.getByText(/^(Favoritado!|Removido)$/)).toBeVisible();
    await page.getByRole('listitem').getByRole('button', { name: 'Tocar Baião da Sanfona.mp3' }).click();
    await expect(page.getByRole('listitem').getByRole('button', { name: /^Pausar/ })).toBeVisible();
  });
  await inspect(page, 'help of the keyboard', async (width) => {
    await open(page, path);
    if (width < 640) return;
    await page.getByRole('button', { name: 'Atalhos de teclado' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await inspect(page, 'dialog of a recording request with errors', async () => {
    await openPackage(page, 'pacotes-vinhetas', 'Vinheta de Natal');
    await page.getByRole('button', { name: 'SOLICITAR GRAVAÇÃO' }).click();
    await page.getByRole('button', { name: 'Confirmar (25 créditos)' }).click();
    await expect(page.getByText('Informe o nome da rádio.')).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await inspect(page, 'package of vinhetas');
  for (const address of ['/favorites', '/dashboard', '/profile']) {
    await open(page, address);
    await inspect(page, address);
  }
  await page.getByRole('tab', { name: 'Assinatura' }).click();
  const portal = await page.request.post('/functions/customer-portal', { data: {} });
  const { url } = (await portal.json()) as { url: string };
  await open(page, new URL(url).pathname);
  await inspect(page, 'simulated portal');
});

/** Every second page of the panel, from the first or the second on: two tests share them. */
async function adminPages(page: Page, half: 0 | 1): Promise<string[]> {
  await enter(page, demoAccounts.admin);
  await open(page, '/admin');
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const paths = new Set(['/admin', ...links.filter((path) => /^\/(admin|edit-home)/.test(path))]);
  expect(paths.size, 'the panel leads to the other pages').toBeGreaterThan(8);
  return [...paths].filter((_, at) => at % 2 === half);
}

for (const half of [0, 1] as const) {
  test(`A11-01, A11-06: the administrators’ pages, half ${half + 1}`, async ({ page }) => {
    for (const path of await adminPages(page, half)) {
      await open(page, path);
      await inspect(page, path);
    }
  });
}

test('A11-01, A11-06: dialogs and menus of the administrators', async ({ page }) => {
  await enter(page, demoAccounts.admin);
  await inspect(page, 'bell', async () => {
    await open(page, '/termos');
    await page.getByRole('button', { name: /notificaç/i }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  });
  for (const [path, opener] of [
    ['/admin/manage-packages', /Novo Pacote|Criar Novo Pacote|Criar Pacote/],
    ['/admin/manage-users', /^Revogar/],
  ] as const) {
    await inspect(page, `dialog of ${path}`, async () => {
      await open(page, path);
      await page
        .getByRole('main')
        .getByRole('button', { name: opener })
        .or(page.getByRole('main').getByRole('link', { name: opener }))
        .first()
        .click();
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    });
  }
});

test('A11-03: a dialog keeps the focus, closes by Escape and gives the focus back', async ({ page }) => {
  await newPerson(page);
  await open(page, '/profile');
  const opener = page.getByRole('button', { name: 'Excluir minha conta' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Excluir conta' });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(':focus'), 'the focus goes in').toHaveCount(1);
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

/** Presses Tab until the element has focus; every element on the way must show its focus. */
async function tabTo(page: Page, name: RegExp, most = 40): Promise<void> {
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element) return null;
      const shown = (one: Element, pseudo?: string) => getComputedStyle(one, pseudo).outlineStyle !== 'none';
      const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return { label: label.trim(), isShown: shown(element) || shown(element, '::after') };
    });
    if (!at) continue;
    expect.soft(at.isShown, `focus is seen on “${at.label.slice(0, 40)}”`).toBe(true);
    if (name.test(at.label)) return;
  }
  throw new Error(`no stop named ${name}`);
}

test('A11-01, NAV-21: bar, rail and a package page by keyboard alone', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  await open(page, '/category/trilhas');
  await tabTo(page, /^Pular para o conteúdo$/);
  await tabTo(page, /^Menu da conta$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeFocused();
  for (const stop of [/^Início$/, /^Biblioteca$/, /^Favoritos$/, /^Buscar$/, /^Minha Conta$/]) {
    await tabTo(page, stop, 3);
  }
  await tabTo(page, /^Brasil de Todos os Ritmos/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/package\//);
  await alive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brasil de Todos os Ritmos');
  await page.getByRole('link', { name: 'Voltar' }).focus();
  await tabTo(page, /^Favorit/);
  await tabTo(page, /^BAIXAR TODAS$/);
  await tabTo(page, /^Tocar Samba de Roda Alegre/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Pausar Samba de Roda/ }).first()).toBeFocused();
  await tabTo(page, /^Tocar Baião da Sanfona/);
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: 'Baião da Sanfona.mp3' });
  await expect(row.getByRole('button', { name: /^Pausar/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: /^Tocar/ })).toBeVisible();
});

test('A11-07: who wants less movement gets it', async ({ page }) => {
  await open(page, '/');
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter((one) => one.playState === 'running')
        .map((one) => (one.effect as KeyframeEffect).target?.outerHTML.slice(0, 120)),
    );
  await expect.poll(moving, 'nothing moves on its own').toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
});
