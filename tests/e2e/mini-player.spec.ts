import { demoAccounts, expect, test } from './fixtures.ts';
import { alive } from './inspect.ts';
import { enter } from './people.ts';
import { mini, playCard, rhythms, sound, sounding, wave } from './playing.ts';

test.describe.configure({ mode: 'parallel' });
test.beforeEach(async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
});

test('MIN-02, MIN-03, MIN-07, MIN-09: the card is 320 by 120, moves, and stays inside the window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(() => {
    const first = window as { firstPlace?: { x: number; y: number } };
    new MutationObserver(() => {
      const box = document.querySelector('[data-player]')?.getBoundingClientRect();
      if (box) first.firstPlace ??= { x: box.x, y: box.y };
    }).observe(document, { childList: true, subtree: true });
  });
  await playCard(page, rhythms);
  const at = () => mini(page).boundingBox();
  const first = await page.evaluate(() => (window as { firstPlace?: unknown }).firstPlace);
  expect(first, 'first in the middle').toEqual({ x: 480, y: 340 });
  await expect
    .poll(at, 'A-106: then at the lower edge')
    .toEqual({ x: 480, y: 800 - 120 - 16, width: 320, height: 120 });
  const drag = async (from: { x: number; y: number }, x: number, y: number) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 8 });
    await page.mouse.up();
  };
  const link = (await mini(page).getByRole('link').boundingBox())!;
  await drag({ x: link.x + 80, y: link.y + 12 }, 5000, 5000);
  await expect.poll(at).toMatchObject({ x: 1280 - 320 - 8, y: 800 - 120 - 8 });
  expect(page.url()).toContain('/category/');
  await page.setViewportSize({ width: 900, height: 500 });
  await expect.poll(at).toMatchObject({ x: 900 - 320 - 8, y: 500 - 120 - 8 });
  await mini(page).getByRole('button', { name: /mover/i }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expect.poll(at).toMatchObject({ x: 900 - 320 - 24, y: 500 - 120 - 24 });
  await page.reload();
  await alive(page);
  await expect(mini(page)).toBeVisible();
  await expect.poll(at).toMatchObject({ x: 900 - 320 - 24, y: 500 - 120 - 24 });
  await mini(page).getByRole('button', { name: 'Tocar' }).click();
  await sounding(page);
  await mini(page).getByRole('link').click();
  await page.waitForURL(/\/package\//);
  expect((await sound(page)).paused).toBe(false);
  await expect(mini(page)).toHaveCount(0);
});

test('A-106: at the next action it leaves the middle, stays low after a reload, and covers nothing with the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 620 });
  await playCard(page, rhythms);
  // It gives way to what has the focus, wherever that is.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('Shift');
  const at = () => mini(page).boundingBox();
  await expect.poll(at, { timeout: 1500 }).toMatchObject({ x: 480, y: 620 - 120 - 16 });
  await page.reload();
  await alive(page);
  await expect.poll(at).toMatchObject({ x: 480, y: 620 - 120 - 16 });
  await page.getByRole('link', { name: 'Minha Conta' }).click();
  await page.waitForURL('**/profile');
  const covered = () =>
    page.evaluate(() => {
      const card = document.querySelector('[data-player]');
      const focused = document.activeElement;
      if (!card || !focused || focused === document.body || card.contains(focused)) return null;
      const [a, b] = [card.getBoundingClientRect(), focused.getBoundingClientRect()];
      const isOver = a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
      return isOver ? focused.outerHTML.slice(0, 120) : null;
    });
  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press('Tab');
    await expect.poll(covered, `stop ${stop}`).toBeNull();
  }
});

test('MIN-05, MIN-10: everything is on the card, and a title of 120 characters does not leave it', async ({
  page,
  context,
}) => {
  const title = 'Vinhetas e trilhas de um programa com nome comprido '.repeat(3).slice(0, 120);
  await context.route('**/package/*/queue', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), packageTitle: title } });
  });
  await playCard(page, rhythms);
  for (const name of [
    'Faixa anterior',
    'Pausar',
    'Próxima faixa',
    'Baixar música',
    'Minimizar player',
    'Fechar player',
  ]) {
    await expect(mini(page).getByRole('button', { name })).toBeVisible();
  }
  await expect(mini(page).getByTitle('Baixar música')).toBeVisible();
  await expect(wave(page)).toBeVisible();
  await expect(mini(page).getByRole('slider', { name: 'Volume' })).toBeVisible();
  await expect(mini(page).getByText('0:54')).toBeVisible();
  await expect(mini(page).getByRole('link')).toHaveAttribute('href', /^\/package\//);
  await expect(mini(page).getByText(title.trim())).toBeVisible();
  const outside = await mini(page).evaluate((card) => {
    const edge = card.getBoundingClientRect();
    return [...card.querySelectorAll('button, a, a span, [role="slider"]')].filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left < edge.left || right > edge.right || top < edge.top || bottom > edge.bottom;
    }).length;
  });
  expect(outside).toBe(0);
});

test('MIN-04, MIN-05: on a phone it is docked, covers no control, and has no volume', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await playCard(page, rhythms);
  const docked = async () => {
    const { x, y, width, height } = (await mini(page).boundingBox())!;
    return { x, width, foot: Math.round(y + height) };
  };
  await expect.poll(docked).toEqual({ x: 0, width: 375, foot: 700 });
  await expect(mini(page).getByRole('slider', { name: 'Volume' })).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const covered = () =>
    page.evaluate(() => {
      const player = document.querySelector('section[aria-label="Player de áudio"]')!;
      const top = player.getBoundingClientRect().top;
      return [...document.querySelectorAll('main a, main button, nav a, nav button')].filter((element) => {
        const { bottom, width } = element.getBoundingClientRect();
        return width > 0 && bottom > top + 1;
      }).length;
    });
  await expect.poll(covered).toBe(0);
});

test('DWN-01, DWN-11: the mini player hands out the file, and says when it cannot', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/500/);
  await playCard(page, rhythms);
  const downloading = page.waitForEvent('download');
  await mini(page).getByRole('button', { name: 'Baixar música' }).click();
  await expect(page.getByText('Download iniciado')).toBeVisible();
  await expect(page.getByText('Samba de Roda Alegre.mp3 será baixado.')).toBeVisible();
  expect((await downloading).suggestedFilename()).toBe('Samba de Roda Alegre.mp3');
  expect((await sound(page)).paused).toBe(false);
  await context.route('**/audio/*download=true*', (route) => route.fulfill({ status: 500 }));
  await mini(page).getByRole('button', { name: 'Baixar música' }).click();
  await expect(page.getByText('Erro no download')).toBeVisible();
  await expect(page.getByText('Não foi possível baixar o arquivo.')).toBeVisible();
});
