import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { s3Missing, startSwift } from '../swift.ts';
import { demoAccounts, expect, test } from './fixtures.ts';
import { ownSite } from './own-site.ts';
import { enter, openPackage } from './people.ts';

test.skip(s3Missing !== null, s3Missing ?? '');

/** Set when the server is up, before the site starts. */
const settings: Record<string, string> = {};
let swift: Awaited<ReturnType<typeof startSwift>>;
test.beforeAll(async () => {
  swift = await startSwift();
  Object.assign(settings, swift.settings);
});
ownSite(settings);
test.afterAll(() => swift?.remove());

test('SEC-03: with the files in a bucket a track is heard, sought in and downloaded straight from there', async ({
  page,
  watch,
}) => {
  watch.allow(new RegExp(`foreign call: ${swift.origin}/sonoteca/audio/`));
  const answers: { url: URL; status: number; type: string }[] = [];
  page.on('response', (response) => {
    const url = new URL(response.url());
    const isSound = url.pathname.includes('/audio/');
    if (isSound) answers.push({ url, status: response.status(), type: response.request().resourceType() });
  });
  await enter(page, demoAccounts.subscriber);
  await openPackage(page, 'trilhas', 'Brasil de Todos os Ritmos');
  const track = page.getByRole('listitem').filter({ hasText: 'Baião da Sanfona.mp3' });
  const button = track.getByRole('button', { name: /^Tocar/ });
  await button.hover();
  await button.click();
  const time = () => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
  await expect.poll(time, 'sound comes out').toBeGreaterThan(0.2);
  await page.evaluate(() => {
    const audio = document.querySelector('audio')!;
    audio.currentTime = audio.duration / 2;
  });
  const half = await page.evaluate(() => document.querySelector('audio')!.duration / 2);
  await expect.poll(time, 'it goes on from there').toBeGreaterThan(half + 0.2);

  const ours = answers.filter(({ url }) => url.origin !== swift.origin);
  expect(ours.length).toBeGreaterThan(0);
  expect(new Set(ours.map(({ status }) => status)), 'no byte of sound came from the site').toEqual(
    new Set([302]),
  );
  const theirs = answers.filter(({ url, type }) => url.origin === swift.origin && type === 'media');
  expect(new Set(theirs.map(({ status }) => status))).toEqual(new Set([206]));

  const downloading = page.waitForEvent('download');
  await track.getByRole('button', { name: /^Baixar/ }).click();
  const download = await downloading;
  expect(new URL(download.url()).origin).toBe(swift.origin);
  expect(download.suggestedFilename(), 'DWN-01: the file keeps its name').toBe('Baião da Sanfona.mp3');
  const hash = createHash('sha256').update(readFileSync(await download.path()));
  expect(download.url(), 'DWN-03: the bytes that its key names').toContain(hash.digest('hex'));

  await page.goto('/library');
  const cover = page.locator('img[src^="/media/covers/"]').first();
  await expect(cover, 'pictures come through the site').toBeVisible();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
