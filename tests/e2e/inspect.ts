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

/** A width in CSS pixels and a theme in which a page is checked. */
interface Look {
  width: number;
  colorScheme: 'dark' | 'light';
}

/** Every state is seen at both widths and in both themes; which width has which theme alternates. */
const turns: readonly Look[][] = [
  [
    { width: 1280, colorScheme: 'dark' },
    { width: 360, colorScheme: 'light' },
  ],
  [
    { width: 1280, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark' },
  ],
];
const height = 800;

/** Width at which nothing may scroll sideways (A11-06). */
const narrowest = 320;

/** The same name has the same turn, so that a finding comes again when its test runs alone. */
const turnOf = (name: string): readonly Look[] =>
  turns[[...name].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % turns.length] ?? [];

/**
 * Checks a page at both widths and in both themes: no axe violations, one h1 and one main landmark, a language, and no
 * sideways scrolling at 320 pixels (A11-01, A11-06). @param prepare brings the page into the checked state at each
 * width: opens a menu, a dialog; false when the state does not exist at this width
 */
export async function inspect(
  page: Page,
  name: string,
  prepare: (width: number) => Promise<unknown> = async () => {},
): Promise<void> {
  for (const { width, colorScheme } of turnOf(name)) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    if ((await prepare(width)) === false) continue;
    await settle(page);
    await findNothing(page, `${name}, ${width} px, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
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
async function settle(page: Page): Promise<void> {
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

async function findNothing(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ rules: { 'label-content-name-mismatch': { enabled: true } }, resultTypes: ['violations'] })
    .analyze();
  const found = violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')} · ${node.html.slice(0, 160)}`),
  );
  expect.soft(found, name).toEqual([]);
}
