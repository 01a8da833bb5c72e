import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page, type Request } from '@playwright/test';
import { findChromium } from '../chromium.ts';
import { type Figure, most, percentile } from './report.ts';
import { type Site, signIn } from './site.ts';

const runs = 50;
/** Timeout in milliseconds for anything that a person waits for. */
const patience = 20_000;

/** Awaits a page's own action; Playwright sets no timeout for that. */
const within = <Value>(what: string, awaited: Promise<Value>): Promise<Value> =>
  Promise.race([
    awaited,
    pause(patience, undefined, { ref: false }).then(() => {
      throw new Error(`${what}: not within ${patience} ms`);
    }),
  ]);

/** A finished request with this in its path. */
const fetched = (page: Page, part: string): Promise<Request> =>
  page.waitForEvent('requestfinished', {
    predicate: (request) => new URL(request.url()).pathname.includes(part),
    timeout: patience,
  });

/** Kilobytes of script that a page loads first, compressed, and in how many files. */
async function scriptsOf(page: Page, url: string): Promise<{ kilobytes: number; files: number }> {
  const weights: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') {
      weights.push(
        response
          .request()
          .sizes()
          .then((sizes) => sizes.responseBodySize),
      );
    }
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0);
  return { kilobytes: bytes / 1024, files: weights.length };
}

/** Milliseconds from a click on play to the audio element's `playing`, per run. */
async function clickToSound(page: Page, preloaded: boolean): Promise<number[]> {
  const samples: number[] = [];
  for (let run = 0; run < runs; run++) {
    // Away from all buttons, so that nothing else is prefetched.
    await page.mouse.move(0, 0);
    await page.reload({ waitUntil: 'networkidle' });
    const button = page.getByRole('button', { name: /^Tocar / }).nth(run % 3);
    await button.scrollIntoViewIfNeeded();
    if (preloaded) {
      await Promise.all([fetched(page, '/audio/'), button.hover()]);
    }
    const sounding = button.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          let begun = 0;
          document.addEventListener('playing', () => resolve(performance.now() - begun), {
            capture: true,
            once: true,
          });
          begun = performance.now();
          (element as HTMLElement).click();
        }),
    );
    samples.push(await within(`sound, run ${run}`, sounding));
  }
  return samples;
}

/**
 * Milliseconds from a click on a link, or without one from going back, until a page with another heading is painted.
 * @param where.path how its address begins @param where.top its scroll place
 */
const untilPainted = (page: Page, where: { path: string; top: number }, link?: string): Promise<number> =>
  page.evaluate(
    ({ path, top, link }) =>
      new Promise<number>((resolve) => {
        const before = document.querySelector('h1');
        const begun = performance.now();
        const look = () => {
          const heading = document.querySelector('h1');
          const isThere = heading !== null && heading !== before && location.pathname.startsWith(path);
          // A timer of a frame runs once the frame is painted.
          if (isThere && Math.abs(scrollY - top) < 2) setTimeout(() => resolve(performance.now() - begun));
          else requestAnimationFrame(look);
        };
        if (link) document.querySelector<HTMLElement>(`main a[href="${link}"]`)?.click();
        else history.back();
        requestAnimationFrame(look);
      }),
    { ...where, link },
  );

/** How far the list is scrolled before a card is clicked, in pixels. */
const scrolled = 120;

/** Milliseconds from a card with a prefetched page to the package's page, and from there back to the list's place. */
async function cardAndBack(page: Page, url: string): Promise<{ opened: number[]; back: number[] }> {
  const opened: number[] = [];
  const back: number[] = [];
  for (let run = 0; run < runs; run++) {
    await page.mouse.move(0, 0);
    await page.goto(`${url}/category/trilhas`, { waitUntil: 'networkidle' });
    await page.evaluate((top) => scrollTo(0, top), scrolled);
    const card = page.locator('main a[href^="/package/"]').nth(run % 3);
    await Promise.all([fetched(page, '.data'), card.hover()]);
    const [link, top] = [(await card.getAttribute('href')) ?? '', await page.evaluate(() => scrollY)];
    const opening = untilPainted(page, { path: '/package/', top: 0 }, link);
    opened.push(await within(`the package page, run ${run}`, opening));
    // Whoever goes back has looked at the page, which by then is whole.
    await page.locator('#relacionados').waitFor({ timeout: patience });
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const returning = untilPainted(page, { path: '/category/', top });
    back.push(await within(`back at the list, run ${run}`, returning));
  }
  return { opened, back };
}

/** What a person waits for, in a real browser on this machine. */
export async function benchBrowser(site: Site): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: findChromium() || undefined,
    args: ['--no-sandbox', '--disable-background-networking', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const landing = await scriptsOf(await browser.newPage(), `${site.url}/`);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    for (const pair of (await signIn(site)).split('; ')) {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      await context.addCookies([{ name, value, url: site.url }]);
    }
    const library = await scriptsOf(await context.newPage(), `${site.url}/library`);
    const page = await context.newPage();
    await page.goto(`${site.url}/category/trilhas`);
    await page.locator('main a[href^="/package/"]').first().click();
    await page.waitForURL(/\/package\//);
    const cold = await clickToSound(page, false);
    // On a package's page hovering fetches nothing more of the first tracks, which come with it.
    await page.goto(`${site.url}/category/trilhas`);
    const warm = await clickToSound(page, true);
    const { opened, back } = await cardAndBack(page, site.url);
    const how = `Chromium, ${runs} runs`;
    return [
      most('script of the landing page', landing.kilobytes, 'KB', 30, 'before it is used'),
      most(
        'script of the library',
        library.kilobytes,
        'KB',
        110,
        `first load, as sent, in ${library.files} files`,
      ),
      most('click to sound, hovered: median', percentile(warm, 0.5), 'ms', 20, how),
      most('click to sound, not hovered: median', percentile(cold, 0.5), 'ms', 45, how),
      most('click to sound, not hovered: p95', percentile(cold, 0.95), 'ms', 80, how),
      most('card click to package page: p95', percentile(opened, 0.95), 'ms', 80, how),
      most('back to the list at its place: median', percentile(back, 0.5), 'ms', 50, how),
    ];
  } finally {
    await browser.close();
  }
}
