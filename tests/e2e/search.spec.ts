import type { Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { open } from './inspect.ts';
import { enter, newPerson } from './people.ts';

test.describe.configure({ mode: 'parallel' });

/** The row of one track; other journeys upload tracks whose names end alike. */
const row = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });
const views = (page: Page) => page.getByRole('navigation', { name: 'O que mostrar' });

test('a sound is found by words, heard, sought in, loved and downloaded', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  await open(page, '/search');
  await page.getByLabel('Buscar pacotes').fill('preciso de som de uma porta bateno');
  const door = row(page, 'Porta Batendo.mp3');
  await expect(door).toBeVisible();
  await expect(page.getByText('Procuramos por')).toBeVisible();
  await expect(page.getByText('Entendemos: Efeitos sonoros.')).toBeVisible();
  await door.getByRole('button', { name: 'Tocar Porta Batendo.mp3' }).click();
  await expect(door.getByRole('button', { name: 'Pausar Porta Batendo.mp3' })).toBeVisible();
  await expect(door.getByRole('slider')).toBeVisible();
  await door.getByRole('button', { name: 'Favoritar Porta Batendo.mp3' }).click();
  const downloading = page.waitForEvent('download');
  await door.getByRole('button', { name: 'Baixar Porta Batendo.mp3' }).click();
  expect((await downloading).suggestedFilename()).toBe('Porta Batendo.mp3');
});

test('tracks and packages, kind, order and filters stand in the address', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  await open(page, '/search?q=natal');
  await expect(views(page).getByRole('link', { name: /^Pacotes/ })).toHaveAttribute('aria-current', 'true');
  await views(page)
    .getByRole('link', { name: /^Faixas/ })
    .click();
  await expect(page).toHaveURL(/ver=faixas/);
  await expect(row(page, 'Sinos de Natal.mp3')).toBeVisible();
  await page.getByLabel('Tipo').selectOption({ label: 'Vinhetas' });
  await expect(page).toHaveURL(/tipo=pacotes-vinhetas/);
  await expect(row(page, 'Sinos de Natal.mp3')).toHaveCount(0);
  const jingle = row(page, 'Feliz Natal.mp3');
  await expect(jingle).toBeVisible();
  await expect(jingle.getByRole('button', { name: /^Baixar/ }), 'A-18').toHaveCount(0);
  await page.getByLabel('Ordem').selectOption('curtas');
  await expect(page).toHaveURL(/ordem=curtas/);
  await page.reload();
  await expect(jingle).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^natal 1 faixa$/ })).toBeVisible();
});

test('what was left out is told, and nothing is shown where there is nothing', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  await open(page, '/search?q=corvo+ornitorrinco');
  await expect(row(page, 'Corvo.mp3')).toBeVisible();
  await expect(page.getByText('Ficou de fora: “ornitorrinco”.')).toBeVisible();
  await open(page, '/search?q=som+de+ornitorrinco');
  await expect(page.getByRole('heading', { name: 'Nenhum resultado encontrado' })).toBeVisible();
});

test('A-10: without a plan a track leads to the plans', async ({ page }) => {
  await newPerson(page);
  await open(page, '/search?q=corvo&ver=faixas');
  const crow = row(page, 'Corvo.mp3');
  await expect(crow.getByRole('button', { name: /^Baixar/ })).toHaveCount(0);
  await crow.getByRole('button', { name: 'Tocar Corvo.mp3' }).click();
  await page.waitForURL((url) => url.pathname === '/' && url.hash === '#planos');
});

test('an administrator teaches the search a word', async ({ page }) => {
  await enter(page, demoAccounts.admin);
  await open(page, '/admin/busca');
  await page.getByLabel('Novo grupo').fill('corvo, grasnado xyz');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await expect(page.getByText('Sinônimos salvos')).toBeVisible();
  await open(page, '/search?q=grasnado+xyz');
  await expect(row(page, 'Corvo.mp3')).toBeVisible();
  await open(page, '/admin/busca?q=grasnado');
  await page.getByRole('button', { name: 'Excluir o grupo de corvo' }).click();
  await expect(page.getByText('Sinônimos excluídos')).toBeVisible();
});

const box = (page: Page) => page.getByRole('combobox', { name: 'Buscar na biblioteca' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

test('what one types is completed, by keys alone; own searches are kept and erased', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  await open(page, '/library');
  await box(page).focus();
  await page.keyboard.type('nat');
  await expect(option(page, /^Sinos de Natal/)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const active = page.getByRole('option', { name: 'natal', exact: true });
  await expect(active).toHaveAttribute('aria-selected', 'true');
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '');
  await page.keyboard.press('Escape');
  await expect(active).toHaveCount(0);
  await expect(box(page)).toHaveValue('nat');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?q=nat');
  await open(page, '/library');
  await box(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(option(page, 'nat')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(option(page, 'nat')).toHaveCount(0);
  await page.keyboard.type('sinos');
  await expect(option(page, /^Sinos de Natal/)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/package\/\w+\?track=/);
});

test('an answer that comes late or not at all is not shown for another text', async ({ page, watch }) => {
  watch.allow(/suggestions/);
  await enter(page, demoAccounts.subscriber);
  await open(page, '/library');
  const slow = Promise.withResolvers<void>();
  await page.route(/suggestions\?q=sin$/, async (route) => {
    await slow.promise;
    await route.continue().catch(() => {});
  });
  const first = page.waitForRequest(/suggestions\?q=sin$/);
  await box(page).fill('sin');
  await first;
  await box(page).fill('corv');
  await expect(option(page, /^Corvo/)).toBeVisible();
  slow.resolve();
  await expect(option(page, /^Sinos/)).toHaveCount(0);
  await page.route(/functions\/suggestions/, (route) => route.abort());
  await box(page).fill('porta');
  const told = page.getByText('Sem sugestões agora. Enter busca mesmo assim.');
  await expect(told, 'seen, and heard').toHaveCount(2);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?q=porta');
});

test('an administrator goes anywhere by the palette, others only where they may', async ({ page }) => {
  await enter(page, demoAccounts.admin);
  await open(page, '/admin/storage');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Página, pacote, faixa ou ação' });
  await expect(field).toBeFocused();
  await page.keyboard.type('rascunos');
  await expect(option(page, /^Rascunhos/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/rascunhos');
  await expect(field).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(option(page, 'Rascunhos').first()).toBeVisible();
  // Enter ahead of the answer takes what comes for this text.
  await page.keyboard.type('usuário maria@');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/manage-users?q=maria%40');
});

test('the palette offers nobody what is for administrators', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  await open(page, '/library');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Página, pacote, faixa ou ação' });
  await expect(field).toBeFocused();
  await page.keyboard.type('novo pacote');
  await expect(option(page, /^Buscar “novo pacote”/)).toBeVisible();
  await expect(option(page, /^Novo pacote/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
});
