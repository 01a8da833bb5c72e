import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Opens a page and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

/** Waits until React has hydrated the page and run its effects. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    if (!main || !Object.keys(main).some((key) => key.startsWith('__reactProps'))) return false;
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'));
    const root = (document as unknown as Record<string, HydrationRoot>)[key ?? ''];
    return root?.stateNode.current.memoizedState.isDehydrated === false;
  });
  // Effects run in a task after hydration.
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  });
}

/** The part of React's root that tells whether hydration is pending. */
interface HydrationRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
}

/** Widths at which every page is checked, in CSS pixels. */
const widths = [1280, 360];
const height = 800;

/** Width at which nothing may scroll sideways (A11-06). */
const narrowest = 320;

/**
 * Checks a page at both widths and in both themes: no axe violations, one h1 and one main landmark, a language, and no
 * sideways scrolling at 320 pixels (A11-01, A11-06). All axe rules run in the dark theme, only colour rules in the
 * light one. @param prepare brings the page into the checked state at each width: opens a menu, a dialog
 */
export async function inspect(
  page: Page,
  name: string,
  prepare: (width: number) => Promise<void> = async () => {},
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await prepare(width);
    await settle(page);
    await findNothing(page, `${name}, ${width} px`);
    await page.emulateMedia({ colorScheme: 'light' });
    await settle(page);
    await findNothing(page, `${name}, ${width} px, light`, ['color-contrast']);
    await page.emulateMedia({ colorScheme: 'dark' });
  }
  await inspectStructure(page, name);
  await page.setViewportSize({ width: narrowest, height });
  // Components that measure themselves follow a new width with a delay.
  await expect
    .configure({ soft: true })
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth),
      `${name}: nothing is wider than ${narrowest} px`,
    )
    .toBeLessThanOrEqual(narrowest);
}

async function inspectStructure(page: Page, name: string): Promise<void> {
  const found = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
    title: document.title !== '',
  }));
  expect.soft(found, name).toEqual({ lang: 'pt-BR', headings: 1, mains: 1, title: true });
}

/** Waits for animations to finish, except endless ones (spinners, level bars). */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(
      (one) =>
        one.playState !== 'running' ||
        // Scroll-driven animations never finish.
        one.timeline !== document.timeline ||
        one.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
    ),
  );
}

async function findNothing(page: Page, name: string, only?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const more = { 'label-content-name-mismatch': { enabled: true } };
  axe.options(
    only
      ? { runOnly: { type: 'rule', values: only }, resultTypes: ['violations'] }
      : { rules: more, resultTypes: ['violations'] },
  );
  const { violations } = await axe.analyze();
  const found = violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')} · ${node.html.slice(0, 160)}`),
  );
  expect.soft(found, name).toEqual([]);
}
