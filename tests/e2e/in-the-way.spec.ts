import type { Locator, Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { inspectBars, open } from './inspect.ts';
import { enter } from './people.ts';
import { openPackage, playCard, rhythms } from './playing.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Gives the focus to the first stops of a page, and names those that the mini player then still lies over. */
const coveredByPlayer = (page: Page, most: number) =>
  page.evaluate(async (limit) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isUnder = (one: Element) => {
      const [a, b] = [document.querySelector('[data-player]'), one].map((each) =>
        each?.getBoundingClientRect(),
      );
      return a && b && a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
    };
    const stops = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select, textarea)',
    );
    const seen = [...stops].filter((one) => one.tabIndex >= 0 && one.getClientRects().length > 0);
    const found: string[] = [];
    for (const stop of seen.slice(0, limit)) {
      stop.focus();
      // It is looked at in the next frame, and moved in one after that.
      for (let step = 0; step < 8 && isUnder(stop); step++) await frame();
      if (document.activeElement === stop && isUnder(stop))
        found.push(stop.getAttribute('aria-label') ?? stop.textContent ?? stop.id);
    }
    return document.querySelector('[data-player]') ? found : ['the player is gone'];
  }, most);

/** Whether two things overlap. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return false;
  return a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y;
}

test('A-106: on each page the mini player gives way to the focus, to a menu and to a dialog', async ({
  page,
}) => {
  await enter(page, demoAccounts.subscriber);
  // Low enough that there is always something where the card stands.
  await page.setViewportSize({ width: 1024, height: 560 });
  await playCard(page, rhythms);
  // By its mark: an open dialog hides it from the roles.
  const card = page.locator('[data-player]');
  for (const address of ['/library', '/search?q=brasil&ver=faixas', '/favorites', '/profile', '/dashboard']) {
    await open(page, address);
    await expect.soft(card, address).toBeVisible();
    expect.soft(await coveredByPlayer(page, 30), address).toEqual([]);
  }
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await expect.poll(() => overlap(page.getByRole('menu'), card), 'over the menu').toBe(false);
  await page.keyboard.press('Escape');
  // Beside the dialog there is room for the card.
  await page.setViewportSize({ width: 1280, height: 560 });
  await open(page, '/profile');
  await page.getByRole('button', { name: 'Excluir minha conta' }).click();
  await expect.poll(() => overlap(page.getByRole('dialog'), card), 'over the dialog').toBe(false);
  await page.keyboard.press('Escape');
  await inspectBars(page, '/profile with the mini player', [{ width: 360, height: 800 }]);
});

test('a message lies over nothing of the row that it speaks of', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: /^Favoritar / })
    .first();
  const row = heart.locator('xpath=ancestor::*[contains(@class, "group")][1]');
  const message = page.locator('[data-toast]').first();
  const look = async (where: string) => {
    await heart.click();
    await expect(message).toBeVisible();
    expect.soft(await overlap(message, row), where).toBe(false);
    await message.getByRole('button', { name: 'Fechar aviso' }).click();
    await expect(page.locator('[data-toast]')).toHaveCount(0);
  };
  // At the window's lower edge, where messages come on a wide screen.
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/search?q=brasil&ver=faixas');
  const { y, height } = (await row.boundingBox())!;
  await page.setViewportSize({ width: 1280, height: Math.round(y + height + 30) });
  await look('wide');
  // Under the head, where they come on a phone.
  await page.setViewportSize({ width: 360, height: 480 });
  await row.evaluate((one) => window.scrollBy(0, one.getBoundingClientRect().top - 66));
  await look('phone');
});

test('beside a dialog a message with a long name stays in the window', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPackage(page, rhythms);
  await page.getByRole('button', { name: 'BAIXAR TODAS' }).click();
  const message = page.locator('[data-toast]').filter({ hasText: 'Brasil_de_Todos_os_Ritmos.zip' });
  // It stays while it is pointed at.
  await message.hover();
  await page.getByRole('button', { name: 'Adicionar a um projeto' }).first().press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(message).toBeInViewport({ ratio: 1 });
});
