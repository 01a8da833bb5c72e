import type { Page, Request } from '@playwright/test';

/** Timeout in milliseconds for anything that a person waits for. */
export const patience = 20_000;

const open = new WeakMap<Page, Set<Request>>();

/** Records what a page requests, for the message of a timeout. */
export function watch(page: Page): Page {
  const requests = new Set<Request>();
  open.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  return page;
}

/** Matches requests with this in their path. */
export const isFor = (part: string) => (request: Request) => new URL(request.url()).pathname.includes(part);

/** Awaits a value; on timeout throws an error that describes the page. */
export async function within<Value>(page: Page, what: string, awaited: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      void describe(page).then((state) => reject(new Error(`${what}: not within ${patience} ms\n${state}`)));
    }, patience);
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function describe(page: Page): Promise<string> {
  const requests = [...(open.get(page) ?? [])].map((request) => `${request.method()} ${request.url()}`);
  const dumb = new Promise<string>((resolve) => setTimeout(resolve, 5000, 'the page does not answer'));
  const state = await Promise.race([page.evaluate(readState), dumb]).catch(String);
  return JSON.stringify({ requests, state }, null, 2);
}

function readState() {
  const audio = document.querySelector('audio');
  const main = document.querySelector('main');
  return {
    address: location.href,
    heading: document.querySelector('h1')?.textContent,
    isHydrated: Object.keys(main ?? {}).some((key) => key.startsWith('__reactProps')),
    focus: document.activeElement?.outerHTML.slice(0, 200),
    busy: Array.from(document.querySelectorAll('[aria-busy="true"]'), (element) =>
      element.getAttribute('aria-label'),
    ),
    said: Array.from(document.querySelectorAll('[role="status"], [role="alert"]'), (one) => one.textContent),
    audio: audio && {
      source: audio.currentSrc,
      readyState: audio.readyState,
      networkState: audio.networkState,
      paused: audio.paused,
      seeking: audio.seeking,
      time: audio.currentTime,
      error: audio.error?.message,
    },
  };
}
