import type { Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { idle, open } from './inspect.ts';
import { enter, newPerson } from './people.ts';
import { bar, mini, openPackage, rhythms, sound, sounding } from './playing.ts';

test.describe.configure({ mode: 'parallel' });

const desk = (page: Page) => page.getByRole('dialog', { name: 'Mesa de escuta' });
/** The current row; it must have the focus. */
const row = (page: Page) => desk(page).getByRole('option', { selected: true });
const key = (page: Page, name: string) => page.keyboard.press(name);

/** What a screen reader says of the current row. */
const spoken = (page: Page) => row(page).locator('.sr-only').innerText();
const button = (page: Page) => page.getByRole('button', { name: 'Mesa de escuta' });

async function openDesk(page: Page): Promise<void> {
  await button(page).click();
  await expect(desk(page)).toBeVisible();
  await expect(row(page)).toBeFocused();
}

test('sounds are heard, marked and saved with nothing but keys', async ({ page }) => {
  // Also gives the focus back at once, without a frame for each level of the page.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await newPerson(page, { plan: true });
  await open(page, '/search?ver=faixas&tipo=trilhas&ordem=longas');
  const field = page.getByLabel('Buscar pacotes');
  await field.press('m');
  await expect(field).toHaveValue('m');
  await field.fill('');
  await page.waitForURL((url) => !url.searchParams.get('q'));
  await field.blur();
  await expect(button(page)).toBeVisible();
  await key(page, 'm');
  await expect(row(page)).toBeFocused();
  await expect(row(page)).toHaveAccessibleName(/^.+\.mp3, (\d+ minutos? e )?\d+ segundos?, pacote .+$/);
  const first = await spoken(page);

  await key(page, 'Space');
  await sounding(page);
  const { source } = await sound(page);
  await key(page, 'ArrowDown');
  await expect(row(page)).toHaveAttribute('aria-posinset', '2');
  await expect(row(page)).toBeFocused();
  const second = await spoken(page);
  await sounding(page);
  expect((await sound(page)).source).not.toBe(source);
  await key(page, '5');
  await expect.poll(async () => (await sound(page)).time).toBeGreaterThan(10);
  await key(page, 'Space');
  await expect.poll(async () => (await sound(page)).paused).toBe(true);
  const { time } = await sound(page);
  await key(page, 'ArrowRight');
  await expect.poll(async () => (await sound(page)).time).toBeCloseTo(time + 2, 1);
  await key(page, 'Shift+ArrowRight');
  await expect.poll(async () => (await sound(page)).time, 'a peak of energy').toBeGreaterThan(time + 2);

  await key(page, 'Shift+Digit3');
  await expect(row(page)).toHaveAccessibleName(/, marca 3, pacote/);
  await key(page, 'f');
  await expect(row(page)).toHaveAccessibleName(/, marca 3, nos favoritos, pacote/);
  await key(page, 'z');
  await expect(row(page)).not.toHaveAccessibleName(/favoritos/);
  await expect(desk(page).getByText('Desfeito: o favorito de')).toBeVisible();
  await key(page, 'z');
  await expect(row(page)).not.toHaveAccessibleName(/marca/);
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/functions/track-marks') && answer.request().method() === 'PUT',
  );
  await key(page, 'Shift+Digit4');
  expect((await kept).status()).toBe(200);
  const downloading = page.waitForEvent('download');
  await key(page, 'd');
  await downloading;
  await key(page, 'p');
  await expect(page.getByRole('combobox', { name: 'Projeto' })).toBeFocused();
  await idle(page);
  await key(page, 'Escape');
  await expect(row(page)).toBeFocused();

  await key(page, '?');
  const help = page.getByRole('dialog', { name: 'Teclas da mesa de escuta' });
  await expect(help.locator(':focus')).toHaveCount(1);
  await idle(page);
  await key(page, 'Escape');
  await expect(row(page)).toBeFocused();
  await key(page, 'End');
  const last = await row(page).getAttribute('aria-posinset');
  expect(last).toBe(await row(page).getAttribute('aria-setsize'));
  await expect(row(page)).toBeInViewport({ ratio: 1 });
  await sounding(page);
  await key(page, 'Escape');
  await expect(desk(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  await expect(mini(page), 'the sound goes on').toBeVisible();

  await open(page, page.url());
  await openDesk(page);
  await key(page, 'Home');
  await expect(row(page)).toHaveAccessibleName(first);
  await key(page, 'ArrowDown');
  // Another journey may have published a track that now comes before it.
  const name = second.replace(', pacote ', ', marca 4, pacote ');
  await expect(desk(page).getByRole('option', { name, exact: true })).toBeVisible();

  await key(page, 'p');
  const project = page.getByRole('combobox', { name: 'Projeto' });
  await project.fill('Chuva');
  await project.press('Enter');
  await expect(row(page), 'the dialog has gone').toBeFocused();
  await key(page, 'z');
  await expect(desk(page).getByText('Desfeito: a adição ao projeto de')).toBeVisible();
  await expect(page.getByText('Desfeito', { exact: true }), 'the site says so, too').toBeVisible();
});

test('over a category the packages follow one another; over a package it goes on afterwards', async ({
  page,
}) => {
  await enter(page, demoAccounts.subscriber);
  await open(page, '/category/pacotes-vinhetas');
  await openDesk(page);
  const packages = new Set<string | undefined>();
  const rows = Number(await row(page).getAttribute('aria-setsize'));
  for (let at = 1; at < rows; at++) {
    packages.add((await spoken(page)).split('pacote ')[1]);
    await key(page, 'ArrowDown');
  }
  expect(packages.size).toBeGreaterThan(1);
  await key(page, 'd');
  await expect(desk(page).getByText('Vinhetas são só para ouvir')).toBeVisible();
  await expect(desk(page).getByRole('button', { name: /^Baixar/ }), 'A-18').toHaveCount(0);
  await key(page, 'm');
  await expect(desk(page)).toHaveCount(0);

  await openPackage(page, rhythms);
  await openDesk(page);
  await key(page, 'ArrowDown');
  await sounding(page);
  await key(page, 'Escape');
  await expect(bar(page).getByText('Faixa 2 de 3')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Próxima faixa' }).click();
  await expect(bar(page).getByText('Faixa 3 de 3')).toBeVisible();
});

test('Escape in a dialog that has just opened leaves the desk below it open', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  await open(page, '/search?q=brasil&ver=faixas');
  await openDesk(page);
  await page.evaluate(() => {
    const pressAtOnce = (event: FocusEvent) =>
      event.target?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      );
    document.addEventListener('focusin', pressAtOnce, { once: true });
  });
  await key(page, '?');
  const help = page.getByRole('dialog', { name: 'Teclas da mesa de escuta' });
  await expect(help.locator(':focus')).toHaveCount(1);
  await idle(page);
  await expect(page.locator('[data-desk]')).toBeVisible();
  await key(page, 'Escape');
  await expect(help).toHaveCount(0);
  await expect(row(page)).toBeFocused();
});

test('the next row is loaded before its key', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  await open(page, '/search?ver=faixas&tipo=trilhas&ordem=longas');
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'media') loaded.push(request.url());
  });
  await openDesk(page);
  await key(page, 'Space');
  await sounding(page);
  const first = (await sound(page)).source;
  await expect.poll(() => loaded.filter((url) => url !== first).length).toBeGreaterThan(0);
  const ahead = [...loaded];
  await key(page, 'ArrowDown');
  await sounding(page);
  expect(ahead).toContain((await sound(page)).source);
  await expect(page.locator('audio'), 'only one is heard').toHaveCount(1);
});

test('on a phone on its side the card needs no scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await enter(page, demoAccounts.subscriber);
  await open(page, '/search?ver=faixas');
  await button(page).click();
  const card = desk(page).getByRole('article');
  await expect(card).toBeInViewport({ ratio: 1 });
  await expect(card.getByRole('button', { name: 'Desfazer' })).toBeInViewport({ ratio: 1 });
  await expect(desk(page).getByRole('button', { name: 'Próxima faixa' })).toBeInViewport({ ratio: 1 });
});

test('on a phone cards are swiped, and turned by buttons', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, demoAccounts.subscriber);
  await open(page, '/search?ver=faixas');
  await button(page).click();
  const card = desk(page).getByRole('article');
  await expect(card).toBeFocused();
  const first = await card.getAttribute('aria-label');
  const box = (await card.boundingBox())!;
  await page.mouse.move(box.x + 250, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 20, { steps: 6 });
  await page.mouse.up();
  await expect(card).not.toHaveAccessibleName(first ?? '');
  await sounding(page);
  await desk(page).getByRole('button', { name: 'Faixa anterior' }).click();
  await expect(card).toHaveAccessibleName(first ?? '');
  await desk(page).getByRole('button', { name: 'Fechar a mesa' }).click();
  await expect(button(page)).toBeFocused();
});

test('a mark that the site refuses is taken back, and without shortcuts letters do nothing', async ({
  page,
  watch,
}) => {
  watch.allow(/track-marks/);
  await enter(page, demoAccounts.subscriber);
  await open(page, '/search?ver=faixas&tipo=efeitos-sonoros');
  await openDesk(page);
  await page.route('**/functions/track-marks', (route) => route.abort());
  await key(page, 'Shift+Digit5');
  await expect(page.getByText('A marca não foi salva')).toBeVisible();
  await expect(row(page)).not.toHaveAccessibleName(/marca/);
  await page.unrouteAll();
  await key(page, '?');
  const off = page.getByRole('switch', { name: 'Usar atalhos do teclado' });
  await off.click();
  await expect(off).not.toBeChecked();
  await idle(page);
  await key(page, 'Escape');
  await key(page, 'f');
  await key(page, 'ArrowDown');
  await key(page, 'ArrowUp');
  await expect(row(page)).not.toHaveAccessibleName(/favoritos/);
  await key(page, 'Escape');
  await key(page, 'm');
  await expect(desk(page)).toHaveCount(0);
});
