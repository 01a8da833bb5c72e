import { join } from 'node:path';
import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect } from './fixtures.ts';

declare global {
  interface Window {
    axe: Pick<typeof axe, 'run'>;
  }
}

/** Opens a page and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

/** Waits until React has hydrated the page, run its effects and shown what follows the first paint. */
export async function alive(page: Page): Promise<void> {
  // A visitor's page loads its scripts when it is used.
  await page.evaluate(() => dispatchEvent(new Event('click')));
  const root = await page.waitForFunction(() => {
    const main = document.querySelector('main');
    if (!main || !Object.keys(main).some((key) => key.startsWith('__reactProps'))) return null;
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'));
    const found = (document as unknown as Record<string, ReactRoot>)[key ?? ''];
    return found?.stateNode.current.memoizedState.isDehydrated === false ? found : null;
  });
  // Effects run in a task after hydration.
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  });
  // What is below the fold follows two frames after them (useIsPainted). Asked once a frame, also of a stopped clock.
  await page.waitForFunction(({ root, frames }) => ++frames.seen > 2 && root?.stateNode.pendingLanes === 0, {
    root,
    frames: { seen: 0 },
  });
}

/**
 * Waits until nothing waits for the main thread: a dialog that has the focus listens for Escape only after two more
 * rounds of effects, and until then the dialog below it does.
 */
export const idle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve())));

/** The part of React's root that tells whether hydration or rendering is pending. */
interface ReactRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } }; pendingLanes: number };
}

/** `npm run look` takes pictures of what is inspected, for people to judge; the rules are left to the tests. */
const lookFolder = process.env.LOOK_FOLDER;
const lookWidths = [1920, 1280, 768, 360];

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

/** A window of 1280×800 at 200 %, and one of 1280×1024 at 400 %. */
const enlarged = { width: 640, height: 400 };
const enlargedMost = { width: 320, height: 256 };

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
  if (lookFolder) return takePictures(page, name, prepare);
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

/** What somebody comes for to a page with a list. */
const firstThings: Record<string, string> = {
  '/category/trilhas of the subscriber': 'main article img',
  '/admin/manage-packages of the administrator': 'main li img',
};

/**
 * Checks the bars of an open page: nothing focused is under them, also enlarged; at 400 % they leave it most of the height;
 * bar, page and title have one left edge. On a phone, what a page with a list is opened for begins within 380 pixels.
 */
export async function inspectBars(
  page: Page,
  name: string,
  sizes = [{ width: 1920, height }, { width: 1280, height }, { width: 360, height }, enlarged],
): Promise<void> {
  if (lookFolder) return;
  for (const size of sizes) {
    await page.setViewportSize(size);
    const first = firstThings[name];
    if (first && size.width === 360)
      expect.soft((await page.locator(first).first().boundingBox())?.y, name).toBeLessThan(380);
    // Bars that measure themselves follow a new size with a delay.
    const soon = expect.configure({ soft: true });
    await soon.poll(() => coveredStops(page), `${name}, ${size.width} px: focused, and covered`).toEqual([]);
    await soon.poll(() => edgesOf(page), `${name}, ${size.width} px: one left edge`).toHaveLength(1);
  }
  await page.setViewportSize(enlargedMost);
  await expect
    .configure({ soft: true })
    .poll(() => roomFor(page), `${name}: part of the height that bars leave at 400 %`)
    .toBeGreaterThanOrEqual(0.6);
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

const rules: RunOptions = {
  rules: { 'label-content-name-mismatch': { enabled: true } },
  resultTypes: ['violations'],
};

/** Fails the test softly for each violation that axe finds in a page and its frames. */
export async function findNothing(page: Page, name: string): Promise<void> {
  // Once for each document: its half a megabyte takes as long to read as the rules take to run.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  const found = await page.evaluate(async (options) => {
    const { violations }: AxeResults = await window.axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} · ${node.html.slice(0, 160)}`),
    );
  }, rules);
  expect.soft(found, name).toEqual([]);
}

/** Gives the focus to every stop of the page or of its open dialog or menu; none may come to rest under a bar. */
function coveredStops(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const stops =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]:not([tabindex="-1"])';
    const dialog = document.querySelector('[role="dialog"], [role="menu"]');
    const isBar = (one: Element) => ['fixed', 'sticky'].includes(getComputedStyle(one).position);
    const barOver = (stop: Element, x: number, y: number) => {
      for (let at = document.elementFromPoint(x, y); at && !at.contains(stop); at = at.parentElement)
        if (isBar(at) && !at.closest('[data-toasts]'))
          return `under ${at.getAttribute('data-bar') ?? at.className.slice(0, 60)}`;
      return null;
    };
    const found: string[] = [];
    for (const stop of (dialog ?? document).querySelectorAll<HTMLElement>(stops)) {
      stop.focus();
      const { left, right, top, bottom, width, height } = stop.getBoundingClientRect();
      // Hidden from the eye.
      if (document.activeElement !== stop || width < 2 || height < 2) continue;
      const x = (left + right) / 2;
      const over = [top + 2, (top + bottom) / 2, bottom - 2].map((y) =>
        y < 0 || y > innerHeight ? 'out of sight' : barOver(stop, x, y),
      );
      if (over.every(Boolean)) {
        const name = stop.getAttribute('aria-label') ?? stop.textContent ?? '';
        found.push(`${name.trim().slice(0, 40) || stop.id}: ${over[1]}`);
      }
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
    return found;
  });
}

/** The left edges of the bar, of the page and of its title. */
function edgesOf(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const places = [...document.querySelectorAll('[data-bar="head"] > .page-edge, main > .page-edge')];
    const titles = [...document.querySelectorAll('main > .page-edge > div > header > div > h1')];
    const lefts = [...places, ...titles].map(
      (one) => one.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(one).paddingLeft),
    );
    return [...new Set(lefts.length > 0 ? lefts.map(Math.round) : [0])];
  });
}

/** The part of the window's height that bars leave to a page. */
function roomFor(page: Page): Promise<number> {
  return page.evaluate(() => {
    window.scrollTo(0, 400);
    const isBar = (y: number) => {
      for (let at = document.elementFromPoint(innerWidth / 2, y); at; at = at.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(at).position))
          return !at.matches('[role="dialog"], [data-toasts], [data-radix-popper-content-wrapper]');
      return false;
    };
    const rows = Array.from({ length: innerHeight }, (_, y) => y);
    return rows.filter((y) => !isBar(y)).length / rows.length;
  });
}

/** Every width and theme of a state, as files that tools/look.ts lays out. */
async function takePictures(
  page: Page,
  name: string,
  prepare: (width: number) => Promise<unknown>,
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of lookWidths) {
      await page.setViewportSize({ width, height: 900 });
      if ((await prepare(width)) === false) continue;
      await settle(page);
      const file = `${encodeURIComponent(name)}@${width}-${colorScheme}.jpg`;
      const tall = await page.evaluate(() => Math.min(document.documentElement.scrollHeight, 2400));
      await page.screenshot({
        path: join(lookFolder ?? '', file),
        type: 'jpeg',
        quality: 70,
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.max(tall, 900) },
      });
    }
  }
}
