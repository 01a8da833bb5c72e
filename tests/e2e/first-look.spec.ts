import { gzipSync } from 'node:zlib';
import type { Locator } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { open } from './inspect.ts';
import { enter, newPerson } from './people.ts';
import { rhythms, sounding } from './playing.ts';

test.describe.configure({ mode: 'parallel' });

/** Effective opacity: the element's times that of its ancestors. */
const visibility = (element: Locator): Promise<number> =>
  element.evaluate((start) => {
    let seen = 1;
    for (let at: Element | null = start; at; at = at.parentElement)
      seen *= Number(getComputedStyle(at).opacity);
    return seen;
  });

test('CRD-03: with a mouse, play and heart come when the pointer is over the card', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  await open(page, `/category/${rhythms.slug}`);
  const card = page.getByRole('article').filter({ hasText: rhythms.title });
  const play = card.getByRole('button', { name: `Tocar ${rhythms.title}` });
  const heart = card.getByRole('button', { name: /^Favoritar/ });
  await page.getByRole('heading', { level: 1 }).hover();
  for (const button of [play, heart]) await expect.poll(() => visibility(button)).toBe(0);
  await card.hover();
  for (const button of [play, heart]) await expect.poll(() => visibility(button)).toBe(1);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 700 } });

  test('CRD-04: by touch, play and heart are there at once, and play by a tap', async ({ page }) => {
    await enter(page, demoAccounts.subscriber);
    await open(page, `/category/${rhythms.slug}`);
    const card = page.getByRole('article').filter({ hasText: rhythms.title });
    const play = card.getByRole('button', { name: `Tocar ${rhythms.title}` });
    for (const button of [play, card.getByRole('button', { name: /^Favoritar/ })])
      expect(await visibility(button)).toBe(1);
    await play.tap();
    await sounding(page);
  });

  test('a page stays where it is while it comes to life', async ({ page }) => {
    await page.setViewportSize({ width: 412, height: 823 });
    await page.addInitScript(() => {
      let moved = 0;
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) moved += (shift as PerformanceEntry & { value: number }).value;
        document.documentElement.dataset.moved = String(moved);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await enter(page, demoAccounts.subscriber);
    const stays = async (path: string) => {
      await open(page, path);
      await page.waitForLoadState('networkidle');
      const moved = await page.evaluate(() => document.documentElement.dataset.moved);
      expect(Number(moved ?? 0), path).toBeLessThan(0.01);
    };
    await stays('/library');
    await stays(`/category/${rhythms.slug}`);
    const card = page.getByRole('main').locator('a[href^="/package/"]').first();
    await stays((await card.getAttribute('href'))!);
  });
});

test('a row that is not drawn yet has the height that it will have', async ({ page }) => {
  await newPerson(page, { plan: true });
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: '.mp3' }).first();
  const isAsReserved = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    const [reserved, drawn] = await row.evaluate((item: HTMLElement) => {
      const { contentVisibility, containIntrinsicSize } = getComputedStyle(item);
      const heightIf = (visibility: string) => {
        item.style.contentVisibility = visibility;
        return item.getBoundingClientRect().height;
      };
      // Without `auto`, or it would remember the height that it had.
      item.style.containIntrinsicSize = containIntrinsicSize.replaceAll('auto ', '');
      const heights = [heightIf('hidden'), heightIf('visible')] as const;
      item.removeAttribute('style');
      return contentVisibility === 'auto' ? heights : [0, 0];
    });
    expect(drawn, `${page.url()} at ${width} px`).toBeGreaterThan(0);
    expect(Math.abs(reserved - drawn), `${page.url()} at ${width} px: ${reserved}, ${drawn}`).toBeLessThan(4);
  };
  await open(page, `/category/${rhythms.slug}`);
  await page.getByRole('link', { name: rhythms.title }).first().click();
  await row.waitFor();
  for (const width of [360, 768, 1280]) await isAsReserved(width);
  const saved = page.waitForResponse('**/functions/favorites');
  await row.getByRole('button', { name: /^Favoritar/ }).click();
  await saved;
  await open(page, '/favorites');
  for (const width of [360, 768, 1280]) await isAsReserved(width);
});

test('A11-08: the first load of the library is under 250 kB of script', async ({ page }) => {
  // Addresses, and bodies afterwards: a page that is left may never end the ones under way.
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(response.url());
  });
  await enter(page, demoAccounts.subscriber);
  await open(page, '/library');
  await page.waitForLoadState('networkidle');
  const bodies = await Promise.all(
    [...scripts].map(async (address) => (await page.request.get(address)).body()),
  );
  const sizes = bodies.map((script) => gzipSync(script).length);
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
});
