import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../chromium.ts';
import { type Figure, percentile } from './report.ts';
import { type Site, signIn } from './site.ts';

const runs = 50;

/** Kilobytes of script that a page loads first, compressed as sent. */
async function scriptWeight(page: Page, url: string): Promise<number> {
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
  return (await Promise.all(weights)).reduce((sum, bytes) => sum + bytes, 0) / 1024;
}

/** Milliseconds from a click on play to the audio element's `playing`, for each of the runs. */
async function clickToSound(page: Page, preloaded: boolean): Promise<number[]> {
  const samples: number[] = [];
  for (let run = 0; run < runs; run++) {
    await page.reload({ waitUntil: 'networkidle' });
    const button = page.getByRole('button', { name: /^Tocar / }).nth(run % 3);
    await button.scrollIntoViewIfNeeded();
    if (preloaded) {
      await button.hover();
      await page.waitForLoadState('networkidle');
    }
    samples.push(
      await button.evaluate(
        (element) =>
          new Promise<number>((resolve) => {
            let begun = 0;
            document.addEventListener('playing', () => resolve(performance.now() - begun), {
              capture: true,
              once: true,
            });
            window.addEventListener('sonoteca:playing', () => resolve(performance.now() - begun), {
              once: true,
            });
            begun = performance.now();
            (element as HTMLElement).click();
          }),
      ),
    );
  }
  return samples;
}

/** Milliseconds from a click on a card to the painted package page. */
async function cardToPackage(page: Page, url: string): Promise<number[]> {
  const samples: number[] = [];
  for (let run = 0; run < runs; run++) {
    await page.goto(`${url}/category/trilhas`, { waitUntil: 'networkidle' });
    const card = page.locator('a[href^="/package/"]').nth(run % 3);
    await card.hover();
    await page.waitForLoadState('networkidle');
    samples.push(
      await card.evaluate(
        (element) =>
          new Promise<number>((resolve) => {
            const before = document.querySelector('h1');
            const begun = performance.now();
            const look = () => {
              const heading = document.querySelector('h1');
              if (location.pathname.startsWith('/package/') && heading && heading !== before) {
                requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
              } else requestAnimationFrame(look);
            };
            (element as HTMLElement).click();
            look();
          }),
      ),
    );
  }
  return samples;
}

/** What a person waits for, in a real browser on this machine. */
export async function benchBrowser(site: Site): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: findChromium() || undefined,
    args: ['--no-sandbox', '--disable-background-networking', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const landing = await scriptWeight(await browser.newPage(), `${site.url}/`);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const [name, value] = (await signIn(site)).split(/=(.*)/s);
    await context.addCookies([{ name: name!, value: value!, url: site.url }]);
    const library = await scriptWeight(await context.newPage(), `${site.url}/library`);
    const page = await context.newPage();
    await page.goto(`${site.url}/category/trilhas`);
    await page.locator('a[href^="/package/"]').first().click();
    await page.waitForURL(/\/package\//);
    const cold = await clickToSound(page, false);
    const warm = await clickToSound(page, true);
    const opened = await cardToPackage(page, site.url);
    const how = `Chromium, ${runs} runs, 95th percentile`;
    return [
      {
        name: 'script of the landing page',
        value: landing,
        unit: 'KB',
        bound: 120,
        sense: 'most',
        how: 'first load, as sent',
      },
      {
        name: 'script of the library',
        value: library,
        unit: 'KB',
        bound: 160,
        sense: 'most',
        how: 'first load, as sent',
      },
      {
        name: 'click to sound, preloaded',
        value: percentile(warm, 0.95),
        unit: 'ms',
        bound: 100,
        sense: 'most',
        how,
      },
      {
        name: 'click to sound, not preloaded',
        value: percentile(cold, 0.95),
        unit: 'ms',
        bound: 250,
        sense: 'most',
        how,
      },
      {
        name: 'card click to package page',
        value: percentile(opened, 0.95),
        unit: 'ms',
        bound: 80,
        sense: 'most',
        how,
      },
    ];
  } finally {
    await browser.close();
  }
}
