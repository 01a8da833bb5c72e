import type { Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { alive, open } from './inspect.ts';
import { enter, openPackage } from './people.ts';

test.describe.configure({ mode: 'parallel' });
test.beforeEach(async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
});

const main = (page: Page) => page.getByRole('main');
const opener = (page: Page) => main(page).getByRole('button', { name: /^Filtros/ });
const column = (page: Page) => main(page).getByRole('region', { name: 'Filtros' });
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const choice = (page: Page, of: string, name: RegExp) => group(page, of).getByRole('checkbox', { name });
const counts = (page: Page) => main(page).getByRole('status').first();
const cards = (page: Page) => main(page).locator('article, li').getByRole('link');

/** On wide screens the filters stand beside the results; elsewhere a button opens them. */
async function openFilters(page: Page): Promise<void> {
  await expect(column(page)).toBeVisible();
  await expect(opener(page)).toBeHidden();
  await expect(group(page, 'Duração').first()).toBeVisible();
  await expect(choice(page, 'Duração', /^Até 15 s \d+ pacotes?$/)).toBeVisible();
}

/** The audio element's own state. */
const sound = (page: Page) =>
  page.evaluate(() => {
    const audio = document.querySelector('audio');
    return { time: audio?.currentTime ?? 0, volume: audio?.volume ?? 1, paused: audio?.paused ?? true };
  });

test('filters are clicked, counted, kept in the address, shared, taken back and cleared', async ({
  page,
  context,
}) => {
  await open(page, '/category/trilhas');
  const all = await counts(page).textContent();
  await openFilters(page);
  await expect(choice(page, 'Duração', /Até 15 s/)).toBeDisabled();

  await choice(page, 'Andamento', /^Rápida/).check();
  await expect(page).toHaveURL(/[?&]andamento=rapida/);
  await expect(counts(page)).not.toHaveText(all!);
  const fast = await counts(page).textContent();
  await choice(page, 'Andamento', /^Média/).check();
  await expect(page).toHaveURL(/andamento=media&andamento=rapida/);
  await expect(counts(page)).not.toHaveText(fast!);
  await choice(page, 'Intensidade', /^Média/).check();
  await expect(main(page).getByRole('button', { name: /^Remover filtro/ })).toHaveCount(3);
  await group(page, 'Gênero')
    .getByRole('checkbox', { name: /^samba/ })
    .check();
  await expect(page).toHaveURL(/tag=samba/);
  await expect(counts(page)).toHaveText(/^1 pacote/);
  const shared = page.url();

  const other = await context.newPage();
  await open(other, shared);
  await expect(counts(other)).toHaveText(/^1 pacote/);
  await expect(main(other).getByRole('button', { name: 'Remover filtro samba' })).toBeVisible();
  await other.close();

  await page.reload();
  await alive(page);
  await expect(counts(page)).toHaveText(/^1 pacote/);
  await page.goBack();
  await expect(page).not.toHaveURL(/tag=/);
  await expect(main(page).getByRole('button', { name: 'Remover filtro samba' })).toBeHidden();
  await main(page).getByRole('button', { name: 'Remover filtro Andamento: média' }).click();
  await expect(counts(page)).toHaveText(fast!);
  await main(page).getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(page).toHaveURL(/\/category\/trilhas\/?\??$/);
  await expect(counts(page)).toHaveText(all!);
  await expect(column(page)).toBeFocused();
});

test('two quick clicks both count, also while the list is on its way', async ({ page }) => {
  await open(page, '/category/trilhas');
  await openFilters(page);
  const letGo = await holdBack(page, '**/category/trilhas.data*');
  const all = await counts(page).textContent();
  await choice(page, 'Andamento', /^Lenta/).click();
  await choice(page, 'Andamento', /^Rápida/).click();
  await expect(counts(page), 'the list is on its way').toHaveText(all!);
  letGo();
  await expect(page).toHaveURL(/andamento=lenta&andamento=rapida/);
  await expect(counts(page)).not.toHaveText(all!);
});

test('CAT-06: filters that leave nothing say so and lead out; tempo is no filter of effects', async ({
  page,
}) => {
  await open(page, '/category/efeitos-sonoros?duracao=mais-de-3min&andamento=lenta');
  await expect(page.getByRole('heading', { name: 'Nenhum pacote disponível' })).toBeVisible();
  await openFilters(page);
  await expect(group(page, 'Andamento')).toBeHidden();
  await main(page).getByRole('button', { name: 'Limpar filtros' }).last().click();
  await expect(page.getByRole('heading', { name: 'Nenhum pacote disponível' })).toBeHidden();
  await expect(cards(page).first()).toBeVisible();
});

test('SRC-02: the search is filtered, with a term and without, and the rest of the list too', async ({
  page,
}) => {
  await open(page, '/search');
  await openFilters(page);
  await choice(page, 'Duração', /^Até 15 s/).check();
  const count = async () =>
    Number.parseInt(
      await main(page)
        .getByText(/^\d+ resultado\(s\) encontrado\(s\)$/)
        .innerText(),
      10,
    );
  const all = await count();
  await page.getByLabel('Buscar pacotes').fill('natal');
  await expect(page).toHaveURL(/q=natal/);
  await expect(page).toHaveURL(/duracao=ate-15s/);
  // Other journeys publish packages with this word, too: how many are found is not this one's.
  await expect.poll(count).toBeLessThan(all);
  await expect(cards(page).filter({ hasText: 'Vinheta de Natal' })).toBeVisible();
  await open(page, '/search?q=natal&duracao=mais-de-3min');
  await expect(page.getByRole('heading', { name: 'Nenhum resultado encontrado' })).toBeVisible();
});

test('on a phone the filters are a sheet with the way to what is left', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await open(page, '/category/trilhas');
  await opener(page).click();
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  await sheet.getByRole('checkbox', { name: /^Rápida/ }).check();
  await expect(sheet.getByRole('button', { name: /^Ver 3 pacotes$/ })).toBeVisible();
  await sheet.getByRole('button', { name: /^Ver 3 pacotes$/ }).click();
  await expect(sheet).toBeHidden();
  await expect(counts(page)).toHaveText(/^3 pacotes/);
  await expect(opener(page)).toHaveText(/1/);
});

test('by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 780 });
  await open(page, '/category/trilhas');
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(choice(page, 'Andamento', /Lenta/)).toBeEnabled();
  await choice(page, 'Andamento', /Lenta/).focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/andamento=lenta/);
  await expect(choice(page, 'Andamento', /Lenta/)).toBeFocused();
  await expect(choice(page, 'Andamento', /Lenta/)).toBeChecked();
});

test('every track says its measures; a click in its waveform plays from there', async ({ page }) => {
  await openPackage(page, 'trilhas', 'Brasil de Todos os Ritmos');
  const row = main(page).getByRole('listitem').filter({ hasText: 'Samba de Roda Alegre.mp3' });
  await expect(row).toContainText('104 BPM');
  await expect(row).toContainText('−15,4 LUFS');
  await expect(row).toContainText('pico −2,0 dBTP');
  const second = main(page).getByRole('listitem').filter({ hasText: 'Baião da Sanfona.mp3' });
  await second.locator('button[aria-hidden]').click();
  await expect.poll(async () => (await sound(page)).time, 'plays from the middle').toBeGreaterThan(20);
  await openPackage(page, 'efeitos-sonoros', 'Ambientes de Mistério');
  await expect(main(page).getByText(/LUFS/).first()).toBeVisible();
  await expect(main(page).getByText(/BPM/)).toBeHidden();
});

test("'Nivelar volume' turns loud tracks down, is remembered, and leaves the listener's volume alone", async ({
  page,
}) => {
  await openPackage(page, 'trilhas', 'Brasil de Todos os Ritmos');
  await main(page)
    .getByRole('button', { name: /^Tocar Baião/ })
    .last()
    .click();
  await expect.poll(async () => (await sound(page)).paused).toBe(false);
  expect((await sound(page)).volume).toBe(1);
  const level = page.getByRole('button', { name: 'Nivelar volume' });
  await expect(level).toHaveAttribute('aria-pressed', 'false');
  await level.click();
  await expect(level).toHaveAttribute('aria-pressed', 'true');
  // −15,1 LUFS is 0,9 dB above −16
  await expect.poll(async () => (await sound(page)).volume).toBeCloseTo(10 ** (-0.9 / 20), 2);
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '100 %');
  await page.reload();
  await alive(page);
  await expect(level).toHaveAttribute('aria-pressed', 'true');
  await main(page)
    .getByRole('button', { name: /^Tocar Samba/ })
    .last()
    .click();
  await expect.poll(async () => (await sound(page)).volume).toBeCloseTo(10 ** (-0.6 / 20), 2);
  await level.click();
  await expect.poll(async () => (await sound(page)).volume).toBe(1);
});
