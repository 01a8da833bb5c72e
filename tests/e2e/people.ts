import { type Cookie, expect, type Page, test } from '@playwright/test';
import { demoPassword, mailTo } from './fixtures.ts';
import { open } from './inspect.ts';

/** An account for one test, so that tests do not affect each other. */
export interface Person {
  email: string;
  password: string;
}

let count = 0;

export const newAddress = (): string => {
  count += 1;
  return `radio-${process.pid}-${Date.now()}-${count}@exemplo.com.br`;
};

/** Signs in by call. */
export async function signIn(page: Page, email: string, password: string = demoPassword): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
  expect(answer.status(), `sign-in of ${email}`).toBe(200);
}

/** Cookies by test file, which uses one site, and e-mail. Signing in takes a quarter of a second. */
const sessions = new Map<string, Cookie[]>();

/** Enters with the session of an earlier test, or signs in by call: for tests about something else. */
export async function enter(page: Page, email: string, password: string = demoPassword): Promise<void> {
  const key = `${test.info().file} ${email}`;
  const known = sessions.get(key);
  if (known) {
    await page.context().addCookies(known);
    const session = await page.request.get('/api/auth/get-session');
    if (session.ok() && (await session.json()) !== null) return;
  }
  await signIn(page, email, password);
  sessions.set(key, await page.context().cookies());
}

/** Signs in by call and opens a hydrated page. */
export async function enterAt(page: Page, email: string, path: string): Promise<void> {
  await enter(page, email);
  await open(page, path);
}

/** A new, confirmed account, signed in; with `plan`, with the annual plan. */
export async function newPerson(page: Page, { plan = false } = {}): Promise<Person> {
  const person = { email: newAddress(), password: 'no-ar-às-2h' };
  const signUp = await page.request.post('/api/auth/sign-up/email', { data: person });
  expect(signUp.status(), 'sign-up').toBe(200);
  const mail = await mailTo(person.email, /confirm/i);
  const link = mail.links.find((one) => one.includes('/email-confirmed?token='))!;
  expect((await page.request.get(link)).status(), 'confirmation').toBe(200);
  await enter(page, person.email, person.password);
  if (plan) await subscribe(page);
  return person;
}

async function subscribe(page: Page): Promise<void> {
  const checkout = await page.request.post('/functions/create-checkout', {
    data: { price_id: 'price_anual' },
  });
  const { url } = (await checkout.json()) as { url: string };
  const paid = await page.request.post(url, { form: { intent: 'card' } });
  expect(paid.status(), 'payment').toBe(200);
  await expect
    .poll(async () => {
      const answer = await page.request.post('/functions/check-subscription', { data: {} });
      return ((await answer.json()) as { subscribed: boolean }).subscribed;
    })
    .toBe(true);
}

/** Opens a package of the demo catalogue by its card, and returns its path. */
export async function openPackage(page: Page, slug: string, title: string): Promise<string> {
  await open(page, `/category/${slug}`);
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
  await page.waitForURL(/\/package\//);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return new URL(page.url()).pathname;
}

/** The region that shows notices: a page may hold the same words elsewhere, such as in a history. */
export const notices = (page: Page) => page.getByRole('region', { name: /^Avisos/ });
