import { demoAccounts, expect, test } from './fixtures.ts';
import { enter } from './people.ts';

// With the usual autoplay policy: no sound before a click. Tracing evaluates in the page, which counts as a click.
test.use({
  trace: 'off',
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), '--autoplay-policy=document-user-activation-required'];
    await use({ ...launchOptions, args });
  },
});

test('PKG-12, A-48: a browser that refuses sound shows one clear play button', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  const listed = await page.request.get('/category/trilhas');
  const path = /\/package\/[\w-]+/.exec(await listed.text())![0];
  const answer = await page.request.get(`${path}/queue`);
  const { tracks } = (await answer.json()) as { tracks: { id: string; name: string }[] };
  const track = tracks.toSorted((a, b) => b.name.length - a.name.length)[0]!;
  await page.setViewportSize({ width: 360, height: 780 });

  // Waits without touching the page: every evaluation counts as a click.
  const tried = page.waitForEvent('requestfinished', (request) => request.resourceType() === 'media');
  await page.goto(`${path}?track=${track.id}`);
  await tried;
  const bar = page.getByRole('region', { name: 'Reprodução' });
  const play = bar.getByRole('button', { name: `Tocar ${track.name}`, exact: true });
  await expect(play).toHaveText(`Tocar ${track.name}`);
  await expect(play).not.toHaveAttribute('aria-busy', 'true');
  const [inner, outer] = await Promise.all([play.boundingBox(), bar.boundingBox()]);
  expect(inner!.x + inner!.width, 'a long name stays in the card').toBeLessThanOrEqual(
    outer!.x + outer!.width,
  );
  await play.click();
  await expect(bar.getByRole('button', { name: `Pausar ${track.name}` })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')!.currentTime))
    .toBeGreaterThan(0.05);
});
