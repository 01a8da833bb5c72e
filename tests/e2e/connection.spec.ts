import type { Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { alive, open } from './inspect.ts';
import { enter, notices } from './people.ts';
import { mini, playCard, rhythms, sound, sounding } from './playing.ts';

test('without a connection what sounds goes on, can be paused, and the page comes back by itself', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));
  await enter(page, demoAccounts.subscriber);
  await playCard(page, rhythms);
  for (const name of ['profile', 'favorites', 'library', 'landing'])
    await expect.poll(() => scriptsToCome(page, name), `${name} is prefetched`).toEqual([]);
  expect(await scriptsToCome(page, 'panel'), 'what nothing here links to is not').not.toEqual([]);

  await context.setOffline(true);
  const account = page.getByRole('button', { name: 'Menu da conta' });
  await account.click();
  await expect(notices(page)).toContainText('O menu não abriu');
  await page.getByRole('link', { name: 'Favoritos' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /Erro/ })).toBeVisible();
  await sounding(page);
  await page.getByRole('link', { name: 'Minha Conta' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sem conexão' })).toBeVisible();
  await sounding(page);
  await expect(mini(page)).toBeVisible();
  expect(failed.filter((path) => path.endsWith('.js') && !/account-menu/.test(path))).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Minha Conta' })).toBeVisible();
  await sounding(page);
  await account.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await mini(page).getByRole('button', { name: 'Pausar' }).click();
  await expect.poll(async () => (await sound(page)).paused).toBe(true);
});

test('a request that a later one replaced is no error of the page', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  await open(page, '/library');
  // The `watch` of every test fails it when the page reports an error.
  await page.evaluate(async () => {
    const seen = new Promise((resolve) => addEventListener('unhandledrejection', resolve, { once: true }));
    const control = new AbortController();
    void fetch('/healthz', { signal: control.signal });
    control.abort();
    await seen;
  });
  // What nobody prevents is reported a task later.
  await alive(page);
});

interface RouterManifest {
  routes: Record<string, { module: string; imports?: string[] }>;
}

/** The scripts of a page, and those that they import, which the browser has not fetched yet. */
const scriptsToCome = (page: Page, name: string): Promise<string[]> =>
  page.evaluate((end) => {
    const { routes } = (window as unknown as { __reactRouterManifest: RouterManifest }).__reactRouterManifest;
    const [, route] = Object.entries(routes).find(([id]) => id.endsWith(`/${end}`)) ?? [];
    const fetched = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname);
    return [route?.module ?? end, ...(route?.imports ?? [])].filter((path) => !fetched.includes(path));
  }, name);
