import type { Page } from '@playwright/test';
import { matchPath } from 'react-router';
import siteMap from '../../src/routes.ts';
import { demoAccounts, expect, test } from './fixtures.ts';
import { alive, inspect, inspectBars, open } from './inspect.ts';
import { as, pagesOf, type Role, reached, visited } from './pages.ts';
import { enter, newPerson, openPackage } from './people.ts';
import { mini, playCard, rhythms } from './playing.ts';

test.describe.configure({ mode: 'parallel', timeout: 300_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('A11-01: every page of the site map is checked', () => {
  const addresses = Object.values(visited).flat();
  const checked = (page: string) =>
    page in reached || addresses.some((address) => matchPath(page, new URL(address, 'http://site').pathname));
  expect(pagesOf(siteMap).filter((page) => !checked(page))).toEqual([]);
});

/** Few enough that the tests share out well among the workers. */
const atOnce = 6;
for (const role of Object.keys(visited) as Role[]) {
  const addresses = visited[role];
  for (let from = 0; from < addresses.length; from += atOnce) {
    test(`A11-01, A11-06: what the ${role} sees, ${from / atOnce + 1}`, async ({ page, watch }) => {
      watch.allow(/40[034]|410/);
      await as[role](page);
      for (const address of addresses.slice(from, from + atOnce)) {
        await inspect(page, `${address} of the ${role}`, async (width) => {
          // One visit for both widths, so that the change of width is checked too.
          if (width > 360) await open(page, address);
        });
        await inspectBars(page, `${address} of the ${role}`);
      }
    });
  }
}

test('A11-01, A11-06: menus and errors of a visitor', async ({ page }) => {
  await inspect(page, '/auth with errors', async () => {
    await open(page, '/auth');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByText('Informe o e-mail.').first()).toBeVisible();
  });
  await inspect(page, 'menu of a phone', async (width) => {
    if (width >= 768) return false;
    await open(page, '/termos');
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  });
});

test('A11-01, A11-06: menus and dialogs of a listener, and a purchase', async ({ page, watch }) => {
  watch.allow(/403|404/);
  await newPerson(page);
  await inspect(page, 'result of a payment that nobody knows of', async () => {
    await open(page, '/payment/success?session_id=nada');
    await expect(page.getByText('Atualizando sua conta...')).toBeVisible();
  });
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
    if (width < 768) return false;
    await open(page, '/termos');
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

test('A11-01, A11-06: search, list, filters and mini player of a subscriber', async ({ page, watch }) => {
  watch.allow(/404/);
  await enter(page, demoAccounts.subscriber);
  await inspect(page, 'search box of the rail', async () => {
    await open(page, '/library');
    await page
      .getByRole('navigation', { name: 'Navegação da biblioteca' })
      .getByRole('button', { name: 'Buscar' })
      .click();
    await expect(page.getByRole('combobox', { name: 'Buscar', exact: true })).toBeFocused();
  });
  await inspect(page, 'list of packages', async (width) => {
    await open(page, '/category/pacotes-vinhetas');
    const view = page.getByRole('group', { name: 'Forma da lista' });
    // A phone has room for the other one only: the list was chosen before.
    if (width < 768) await expect(view.getByRole('button')).toHaveAccessibleName('Cartões');
    else await view.getByRole('button', { name: 'Lista' }).click();
  });
  await inspect(page, 'filters open', async (width) => {
    await open(page, '/category/trilhas?andamento=lenta&tag=samba');
    // From 1280 pixels on they stand beside the results.
    const opener = page.getByRole('main').getByRole('button', { name: /^Filtros/ });
    if (width < 1280) await opener.click();
    const lengths = page.getByRole('group', { name: 'Duração', exact: true });
    await expect(lengths.getByRole('checkbox', { name: /^Até 15 s \d+ pacotes?$/ })).toBeVisible();
  });
  await inspect(page, 'listening desk', async () => {
    await open(page, '/search?q=brasil&ver=faixas');
    await page.getByRole('button', { name: 'Mesa de escuta' }).click();
    await expect(page.getByRole('dialog', { name: 'Mesa de escuta' })).toBeVisible();
    await page.keyboard.press('Shift+Digit3');
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await playCard(page, rhythms);
  await inspect(page, 'category with the mini player');
  await mini(page).getByRole('button', { name: 'Minimizar player' }).click();
  await inspect(page, 'category with the minimised player');
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
    if (width < 640) return false;
    await open(page, path);
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
  const portal = await page.request.post('/functions/customer-portal', { data: {} });
  const { url } = (await portal.json()) as { url: string };
  await open(page, new URL(url).pathname);
  await inspect(page, 'simulated portal');
});

test('A11-01, A11-06: dialogs and menus of the administrators', async ({ page }) => {
  await enter(page, demoAccounts.admin);
  await inspect(page, 'bell', async () => {
    await open(page, '/termos');
    await page.getByRole('button', { name: /notificaç/i }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  });
  await inspect(page, 'dialog of /admin/manage-users', async () => {
    await open(page, '/admin/manage-users');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Mais ações/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Conceder plano' }).click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
  });
  await inspect(page, 'editor of a package', async () => {
    await open(page, '/admin/manage-packages');
    await page.getByRole('link', { name: 'Jornal da Hora' }).click();
    await expect(page.getByRole('dialog').getByRole('list', { name: 'Faixas do pacote' })).toBeVisible();
  });
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
  await tabTo(page, /^Pular os filtros$/);
  await page.keyboard.press('Enter');
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
        // What follows the scrolling does not move on its own.
        .filter((one) => one.playState === 'running' && one.timeline === document.timeline)
        .map((one) => (one.effect as KeyframeEffect).target?.outerHTML.slice(0, 120)),
    );
  await expect.poll(moving, 'nothing moves on its own').toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
});
