import { By, Key } from 'selenium-webdriver';
import { startWebkit, webkitMissing } from '../webkit.ts';
import { demoAccounts, demoPassword, expect, test } from './fixtures.ts';
import { ownPort } from './ports.ts';

test.skip(webkitMissing !== null, webkitMissing ?? '');

let webkit: Awaited<ReturnType<typeof startWebkit>>;
test.beforeEach(async () => {
  webkit = await startWebkit(ownPort());
});
test.afterEach(() => webkit?.stop());

const at = (path: RegExp) => expect.poll(() => webkit.browser.getCurrentUrl()).toMatch(path);

const button = (name: string) => By.xpath(`//main//button[starts-with(normalize-space(), '${name}')]`);
const labelled = (name: string) => By.css(`main li button[aria-label^="${name}"]`);

/** Clicks what has come, in the middle of the window: the bars lie over its edges. */
async function click(place: By): Promise<void> {
  const { browser } = webkit;
  const press = async () => {
    const found = await browser.findElement(place);
    await browser.executeScript("arguments[0].scrollIntoView({ block: 'center' })", found);
    await found.click();
    return null;
  };
  await expect.poll(() => press().catch((error: Error) => error.message), String(place)).toBeNull();
}

async function signIn(baseURL: string | undefined, email: string): Promise<void> {
  const { browser } = webkit;
  await browser.get(`${baseURL}/auth`);
  await browser.findElement(By.css('input[type="email"]')).sendKeys(email);
  await browser.findElement(By.css('input[type="password"]')).sendKeys(demoPassword);
  await click(button('Entrar'));
  await at(/\/library$/);
}

test('LND-01: in WebKit every section is there, and a link leads to it', async ({ baseURL }) => {
  const { browser } = webkit;
  await browser.get(`${baseURL}/`);
  await browser.findElement(By.linkText('FAQ')).click();
  const hidden = () =>
    browser.executeScript<string[]>(() =>
      [...document.querySelectorAll('main section')]
        .filter((one) => !one.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
        .map((one) => one.id || one.textContent.slice(0, 40)),
    );
  await expect.poll(hidden, 'sections without content').toEqual([]);
  const open = async () => (await browser.findElements(By.css('#faq details[open]'))).length;
  const before = await open();
  await click(By.css('#faq details:not([open]) summary'));
  await expect.poll(open).toBe(before + 1);
});

test('LND-18: in WebKit a purchase opens the payment', async ({ baseURL }) => {
  const { browser } = webkit;
  await signIn(baseURL, demoAccounts.listener);
  await browser.get(`${baseURL}/#planos`);
  await click(button('Assinar Agora'));
  const tabs = async () => {
    const addresses: string[] = [];
    for (const tab of await browser.getAllWindowHandles()) {
      await browser.switchTo().window(tab);
      addresses.push(await browser.getCurrentUrl());
    }
    return addresses.join(' ');
  };
  await expect.poll(tabs).toContain('/checkout-simulado/');
});

test('PLY-01, PLY-18, CRE-02: in WebKit a subscriber hears, seeks and asks for a recording', async ({
  baseURL,
}) => {
  const { browser } = webkit;
  await signIn(baseURL, demoAccounts.subscriber);

  await browser.get(`${baseURL}/category/trilhas`);
  await click(By.linkText('Brasil de Todos os Ritmos'));
  await at(/\/package\//);
  await click(labelled('Tocar Baião'));
  const time = () =>
    browser.executeScript<number>(() => {
      const audio = document.querySelector('audio');
      return audio && !audio.paused ? audio.currentTime : 0;
    });
  await expect.poll(time, 'sound comes out').toBeGreaterThan(0.2);
  await browser.findElement(By.css('main [role="slider"]')).sendKeys(Key.ARROW_RIGHT, Key.ARROW_RIGHT);
  await expect.poll(time, 'it goes on from there').toBeGreaterThan(11);

  await browser.get(`${baseURL}/category/pacotes-vinhetas`);
  await click(By.linkText('Vinheta de Natal'));
  await at(/\/package\//);
  await click(button('SOLICITAR GRAVAÇÃO'));
  const seen = () =>
    browser.executeScript<boolean[]>(() =>
      Array.from(document.querySelectorAll('[role="dialog"] :is(label, input, button)'), (one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    );
  await expect
    .poll(async () => (await seen()).filter(Boolean).length, 'fields and buttons seen')
    .toBeGreaterThan(5);
  expect(await seen()).not.toContain(false);
});
