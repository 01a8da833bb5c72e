import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';

export { expect };

/** Password of the demo accounts, set in playwright.config.ts. */
export const demoPassword = 'senha-de-teste';

/** The folder of the demo audio. */
export const demoAudio = new URL('../../demo/audio/', import.meta.url).pathname;

export const demoAccounts = {
  admin: 'admin@sonoteca.local',
  subscriber: 'assinante@sonoteca.local',
  listener: 'ouvinte@sonoteca.local',
} as const;

/** Watches every page of a test for errors. */
interface Watch {
  /** Allows matching console errors and failed responses for the rest of the test. */
  allow(pattern: RegExp): void;
}

/** Fails a test on an unexpected console error, page error, server failure or call to another host. */
export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ context, baseURL }, use) => {
      const allowed: RegExp[] = [];
      const found: string[] = [];
      const note = (text: string) => {
        if (!allowed.some((pattern) => pattern.test(text))) found.push(text);
      };
      context.on('console', (message) => {
        if (message.type() === 'error') note(`console: ${message.text()} ${message.location().url}`);
      });
      context.on('weberror', (error) => note(`page error: ${error.error().message}`));
      context.on('response', (response) => {
        if (response.status() >= 500) note(`answer ${response.status()}: ${response.url()}`);
      });
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http') && url.origin !== baseURL) note(`foreign call: ${request.url()}`);
      });
      await use({ allow: (pattern) => allowed.push(pattern) });
      expect(found, 'nothing goes wrong in the background').toEqual([]);
      // The browser closes now: a handler that still waits for the site would fail the test.
      for (const routed of [context, ...context.pages()])
        await routed.unrouteAll({ behavior: 'ignoreErrors' });
    },
    { auto: true },
  ],
});

/** A mail of the site without mail server. */
export interface KeptMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  links: string[];
}

/** Waits for the newest mail to an address with a matching subject. */
export async function mailTo(address: string, subject: RegExp): Promise<KeptMail> {
  const folder = join(process.env.E2E_DATA_DIR!, 'mail');
  let found: KeptMail | undefined;
  await expect
    .poll(() => {
      found = readMails(folder).find((mail) => mail.to === address && subject.test(mail.subject));
      return found?.subject;
    }, `a mail to ${address} about ${subject}`)
    .toBeDefined();
  return found!;
}

function readMails(folder: string): KeptMail[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names
    .sort()
    .reverse()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as KeptMail);
}
