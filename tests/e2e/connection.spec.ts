import { demoAccounts, expect, test } from './fixtures.ts';
import { enter } from './people.ts';
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
  // The scripts of the linked pages are prefetched.
  const scripts = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  for (const name of ['profile', 'favorites', 'library', 'landing'])
    await expect
      .poll(async () => (await scripts()).filter((path) => path.includes(`/${name}-`)).length)
      .toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Favoritos' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /Erro/ })).toBeVisible();
  await sounding(page);
  await page.getByRole('link', { name: 'Minha Conta' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sem conexão' })).toBeVisible();
  await sounding(page);
  await expect(mini(page)).toBeVisible();
  expect(failed.filter((path) => path.endsWith('.js'))).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Minha Conta' })).toBeVisible();
  await sounding(page);
  await mini(page).getByRole('button', { name: 'Pausar' }).click();
  await expect.poll(async () => (await sound(page)).paused).toBe(true);
});
