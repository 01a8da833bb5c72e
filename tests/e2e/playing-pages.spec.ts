import type { Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { open } from './inspect.ts';
import { enter } from './people.ts';
import { bar, letTimersRun, mini, openPackage, rhythms, sound, sounding } from './playing.ts';

test.describe.configure({ mode: 'parallel' });
test.beforeEach(async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
});

test('CAT-24: heads are fetched ahead, none is a whole file, and leaving cancels it', async ({ page }) => {
  const ranges: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/audio/')) ranges.push(request.headers().range);
  });
  await page.clock.install();
  await open(page, `/category/${rhythms.slug}`);
  await expect.poll(() => ranges.length).toBeGreaterThan(3);
  await page.getByRole('link', { name: 'Biblioteca' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Biblioteca' })).toBeVisible();
  await page.evaluate(() => fetch('/healthz'));
  const before = ranges.length;
  await letTimersRun(page);
  expect(ranges.length).toBe(before);
  expect(new Set(ranges)).toEqual(new Set(['bytes=0-65535']));
  expect(ranges.length).toBeLessThanOrEqual(25);
});

async function pathOfRhythms(page: Page): Promise<string> {
  const shelf = await (await page.request.get(`/category/${rhythms.slug}`)).text();
  return new RegExp(`(/package/[\\w-]+)"[^>]*>${rhythms.title}`).exec(shelf)![1]!;
}

test('PLY-13: a package’s page fetches the beginnings of its first tracks ahead, with no pointer near', async ({
  page,
}) => {
  const heads = new Set<string>();
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith('/audio/') && answer.request().headers().range === 'bytes=0-65535')
      heads.add(pathname);
  });
  await open(page, await pathOfRhythms(page));
  await expect.poll(() => heads.size).toBe(3);
});

test('PLY-13: what was fetched ahead starts without a question to the site', async ({ page }) => {
  // `npm run bench` measures how soon it is heard ('click to sound, preloaded').
  const path = await pathOfRhythms(page);
  const queue = (await (await page.request.get(`${path}/queue`)).json()) as { tracks: { id: string }[] };
  const trackId = queue.tracks[0]!.id;
  const head = page.waitForResponse(
    (answer) => answer.url().includes(`/audio/${trackId}`) && answer.status() === 206,
  );
  await open(page, `/category/${rhythms.slug}`);
  const button = page.getByRole('main').getByRole('button', { name: `Tocar ${rhythms.title}`, exact: true });
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await (await head).finished();
  const questions: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/functions/audio-proxy')) questions.push(request.postData() ?? '');
  });
  await button.click();
  await sounding(page);
  expect(questions.filter((question) => question.includes(trackId))).toEqual([]);
});

test('CAT-25: nothing is fetched ahead when data is to be saved', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const heads: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/audio/')) heads.push(request.url());
  });
  await page.clock.install();
  await open(page, `/category/${rhythms.slug}`);
  await letTimersRun(page);
  expect(heads).toEqual([]);
});

test('PKG-12, PKG-13: ?track= starts that track; an unknown one starts nothing', async ({ page }) => {
  await openPackage(page, rhythms);
  const path = new URL(page.url()).pathname;
  const queue = (await (await page.request.get(`${path}/queue`)).json()) as {
    tracks: { id: string; name: string }[];
  };
  const track = queue.tracks[1]!;
  // As by a link: a page that the browser itself opens may be refused its sound.
  await page.evaluate((to) => location.assign(to), `${path}?track=${track.id}`);
  await page.waitForURL(/track=/);
  await sounding(page);
  await expect(bar(page).getByText(track.name)).toBeVisible();
  await expect(mini(page)).toHaveCount(0);
  await open(page, `${path}?track=nada`);
  await expect(page.getByRole('heading', { level: 1, name: rhythms.title })).toBeVisible();
});

test('PKG-14, PKG-15, PKG-16, MIN-01: rows play and pause; leaving while playing keeps the sound, while paused nothing shows', async ({
  page,
}) => {
  await openPackage(page, rhythms);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await row('Samba de Roda')
    .getByRole('button', { name: /^Tocar/ })
    .click();
  await sounding(page);
  await row('Baião')
    .getByRole('button', { name: /^Tocar/ })
    .click();
  await expect(row('Baião').getByRole('button', { name: /^Pausar/ })).toBeVisible();
  await sounding(page);
  await expect(mini(page)).toHaveCount(0);

  await page.evaluate(() => {
    const audio = document.querySelector('audio')!;
    Object.assign(window, { gaps: 0 });
    audio.addEventListener('pause', () => {
      (window as unknown as { gaps: number }).gaps++;
    });
  });
  const { time } = await sound(page);
  await page.getByRole('link', { name: 'Biblioteca' }).first().click();
  await page.waitForURL('**/library');
  await expect(mini(page).getByText('Baião da Sanfona.mp3')).toBeVisible();
  await expect.poll(async () => (await sound(page)).time).toBeGreaterThan(time + 0.5);
  expect(await page.evaluate(() => (window as unknown as { gaps: number }).gaps)).toBe(0);

  await mini(page).getByRole('link').click();
  await page.waitForURL(/\/package\//);
  await row('Baião')
    .getByRole('button', { name: /^Pausar/ })
    .click();
  await page.getByRole('link', { name: 'Biblioteca' }).first().click();
  await page.waitForURL('**/library');
  await expect(mini(page)).toHaveCount(0);
});
