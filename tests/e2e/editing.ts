import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts } from './fixtures.ts';
import { enterAt } from './people.ts';

export const asAdmin = (page: Page, next: string) => enterAt(page, demoAccounts.admin, next);
export const save = (page: Page) => page.getByRole('button', { name: 'Salvar Alterações' }).click();
export const preview = (page: Page) => page.frameLocator('iframe[title^="Prévia"]');

export async function visitorSees(page: Page, path = '/'): Promise<string> {
  const answer = await fetch(new URL(path, page.url()));
  return answer.text();
}

export async function anotherAdmin(browser: Browser, site: string, next: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site, locale: 'pt-BR' })).newPage();
  await asAdmin(page, next);
  return page;
}

/** Logged by the browser when the trace recorder, bound by the page's CSP, reads a picture. */
export const recorder = /Connecting to 'blob:/;

export const picture = (background: string, size = 320) =>
  sharp({ create: { width: size, height: Math.round((size * 9) / 16), channels: 3, background } })
    .png()
    .toBuffer();
