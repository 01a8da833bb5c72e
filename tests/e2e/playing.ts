import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { open } from './inspect.ts';

/** Demo packages: three long tracks, one vinheta. */
export const rhythms = { slug: 'trilhas', title: 'Brasil de Todos os Ritmos' };
export const single = { slug: 'pacotes-vinhetas', title: 'Vinheta de Natal' };

export const mini = (page: Page) => page.getByRole('region', { name: /player/i });
export const bar = (page: Page) => page.getByRole('region', { name: 'Reprodução' });
export const wave = (page: Page) => mini(page).getByRole('slider', { name: 'Posição na faixa' });

/** The audio element's own state. */
export const sound = (page: Page) =>
  page.evaluate(() => {
    const audio = document.querySelector('audio');
    return {
      paused: audio?.paused ?? true,
      time: audio?.currentTime ?? 0,
      duration: audio?.duration ?? 0,
      volume: audio?.volume ?? 1,
      muted: audio?.muted ?? false,
      source: audio?.currentSrc ?? '',
    };
  });

/** Waits until playback advances. */
export async function sounding(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const { paused, time } = await sound(page);
        return !paused && time > 0.05;
      },
      // Polled often, because some sounds last half a second.
      { message: 'sound comes out', intervals: [100] },
    )
    .toBe(true);
}

export async function playCard(page: Page, { slug, title }: { slug: string; title: string }): Promise<void> {
  await open(page, `/category/${slug}`);
  const button = page.getByRole('main').getByRole('button', { name: `Tocar ${title}`, exact: true });
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await button.click();
  await expect(mini(page)).toBeVisible();
  await sounding(page);
}

export async function openPackage(
  page: Page,
  { slug, title }: { slug: string; title: string },
): Promise<void> {
  await open(page, `/category/${slug}`);
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).first().click();
  await page.waitForURL(/\/package\//);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Lets due timers run; a call of our own is queued behind their requests. */
export async function letTimersRun(page: Page): Promise<void> {
  await page.clock.runFor(10_000);
  await page.evaluate(() => fetch('/healthz'));
}
