import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../chromium.ts';
import { type Figure, most, percentile } from './report.ts';
import { type Site, signIn } from './site.ts';

/** Tracks heard, one by one, at the pace of a person who listens to each for a moment. */
const heard = 60;
/** Rows before the list is opened anew: it is shorter than that. */
const atOnce = 30;
const pace = 1000;
/** Timeout in milliseconds for a sound. */
const patience = 20_000;

/** Reports each first sound after a key: the milliseconds since the key was pressed. */
async function reportSounds(page: Page): Promise<EventEmitter> {
  const sounds = new EventEmitter();
  await page.exposeFunction('reportSound', (milliseconds: number) => sounds.emit('sound', milliseconds));
  await page.addInitScript(() => {
    let pressed: number | null = null;
    window.addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true });
    const report = () => {
      const { reportSound } = globalThis as { reportSound?: (milliseconds: number) => void };
      if (pressed !== null) reportSound?.(performance.now() - pressed);
      pressed = null;
    };
    document.addEventListener('playing', report, { capture: true });
  });
  return sounds;
}

/** Milliseconds from each press of ↓ to the audio element's `playing`. */
async function listenThrough(page: Page, url: string): Promise<number[]> {
  const samples: number[] = [];
  const sounds = await reportSounds(page);
  const press = async (key: string): Promise<number> => {
    const sound = once(sounds, 'sound', { signal: AbortSignal.timeout(patience) });
    await page.keyboard.press(key);
    const [milliseconds] = (await sound) as [number];
    return milliseconds;
  };
  while (samples.length < heard) {
    await page.goto(`${url}/search?ver=faixas`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Mesa de escuta' }).click();
    await page.getByRole('dialog').getByRole('option', { selected: true }).waitFor();
    // Opened at what was heard last; both ends play.
    await press('End');
    await press('Home');
    for (let row = 0; row < atOnce; row++) {
      await pause(pace);
      samples.push(await press('ArrowDown'));
    }
  }
  return samples;
}

/** Sixty tracks by key at the listening desk, in a real browser on this machine. */
export async function benchDesk(site: Site): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: findChromium() || undefined,
    args: ['--no-sandbox', '--disable-background-networking', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    for (const pair of (await signIn(site)).split('; ')) {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      await context.addCookies([{ name, value, url: site.url }]);
    }
    const samples = await listenThrough(await context.newPage(), site.url);
    const how = `Chromium, ${samples.length} tracks by ↓, one a second`;
    return [
      most('key to sound at the desk, median', percentile(samples, 0.5), 'ms', 100, how),
      most('key to sound at the desk, p95', percentile(samples, 0.95), 'ms', 150, how),
    ];
  } finally {
    await browser.close();
  }
}
