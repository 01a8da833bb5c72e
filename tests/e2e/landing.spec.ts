import type { Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { open } from './inspect.ts';
import { enter, enterAt } from './people.ts';

const plan = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });
const desk = (page: Page) => page.getByRole('region', { name: 'Ouça agora' });

/** Mocks create-checkout; returns the requests. */
async function answerCheckout(page: Page, answer: { status: number; body: object; after?: Promise<void> }) {
  const asked: unknown[] = [];
  await page.route('**/functions/create-checkout', async (route) => {
    asked.push(route.request().postDataJSON());
    await answer.after;
    await route.fulfill({ status: answer.status, json: answer.body });
  });
  return asked;
}

test('LND-01: a visitor finds every section and landmark', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  for (const id of ['recursos', 'planos', 'faq']) await expect(page.locator(`#${id}`)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(3);
  const chat = page.getByRole('link', { name: 'Fale no WhatsApp' });
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/55\d+\?text=/);
  await expect(chat).toHaveAttribute('rel', /noopener/);
  await expect(page.locator('a[href^="tel:+55"]').first()).toBeVisible();
});

test('PLY-14: the sounds of the first screen play, one at a time over all tabs, and say so', async ({
  page,
  context,
}) => {
  await open(page, '/');
  const sounds = desk(page).getByRole('button', { name: /^Ouvir / });
  await expect(sounds).toHaveCount(3);
  const first = await sounds.first().getAttribute('aria-label');
  await sounds.first().click();
  await expect(desk(page).getByRole('button', { name: first!.replace('Ouvir', 'Pausar') })).toBeVisible();
  await expect(page.getByRole('slider')).toHaveCount(1);
  await sounds.nth(1).click();
  await expect(desk(page).getByRole('button', { name: /^Pausar / })).toHaveCount(1);
  const other = await context.newPage();
  await open(other, '/');
  await desk(other)
    .getByRole('button', { name: /^Ouvir / })
    .first()
    .click();
  await expect(desk(page).getByRole('button', { name: /^Pausar / })).toHaveCount(0);
});

test('packages are seen, and heard without an account', async ({ page }) => {
  await open(page, '/');
  const packs = page.getByRole('region', { name: 'Escolha uma capa e ouça' }).getByRole('listitem');
  await expect(packs.filter({ hasText: 'Transições e Impactos' })).toContainText('Efeito');
  await packs
    .first()
    .getByRole('button', { name: /^Ouvir / })
    .click();
  await expect(packs.first().getByRole('button', { name: /^Pausar / })).toBeVisible();
  await packs.nth(1).getByRole('button').click();
  await expect(packs.getByRole('button', { name: /^Pausar / })).toHaveCount(1);
});

test('samples clicked before the scripts have come play, one at a time, and go on', async ({ page }) => {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      Object.assign(window, { heard: this });
      return play.call(this);
    };
  });
  const heard = () =>
    page.evaluate(() => {
      const { heard } = window as { heard?: HTMLMediaElement };
      return heard && !heard.paused ? heard.currentTime : 0;
    });
  const letCome = await holdBack(page, '**/assets/entry.client-*.js');
  await page.goto('/');
  const sounds = desk(page).getByRole('button', { name: /^Ouvir / });
  await sounds.first().click();
  await expect.poll(heard).toBeGreaterThan(0.2);
  await sounds.first().click();
  await expect.poll(heard).toBe(0);
  await sounds.first().click();
  await sounds.nth(1).click();
  await expect.poll(heard).toBeGreaterThan(0.2);
  const title = (await sounds.nth(1).getAttribute('aria-label'))!.replace('Ouvir', 'Pausar');
  letCome();
  await expect(desk(page).getByRole('button', { name: /^Pausar / })).toHaveAccessibleName(title);
  expect(await heard()).toBeGreaterThan(0.2);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('a touch on a sample loads the sound before the scripts', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    let before = -1;
    await page.route('**/sample/*', async (route) => {
      before = scripts.length;
      await route.fallback();
    });
    await page.goto('/');
    await desk(page)
      .getByRole('button', { name: /^Ouvir / })
      .first()
      .tap();
    await expect(desk(page).getByRole('button', { name: /^Pausar / })).toHaveCount(1);
    expect(before).toBe(0);
    expect(scripts.length).toBeGreaterThan(3);
  });
});

test('a sample that cannot be played says so, and the next one plays', async ({ page, watch }) => {
  watch.allow(/sample/);
  await open(page, '/');
  const sounds = desk(page).getByRole('button', { name: /^Ouvir / });
  await page.route('**/sample/*', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await sounds.first().click();
  await expect(desk(page).getByText('Não tocou')).toBeVisible();
  await sounds.nth(1).click();
  await expect(desk(page).getByRole('button', { name: /^Pausar / })).toHaveCount(1);
});

test('LND-15: a visitor who subscribes is asked to sign in and comes back to the plans', async ({ page }) => {
  await open(page, '/');
  await plan(page, 'Plano Anual').getByRole('button', { name: 'Assinar Agora' }).click();
  await expect(page.getByText('Login necessário')).toBeVisible();
  await expect(page.getByText('Faça login para assinar um plano.')).toBeVisible();
  await page.waitForURL((url) => url.pathname === '/auth' && url.searchParams.get('next') === '/#planos');
});

test('LND-16, LND-17: while a purchase begins all plans wait; it opens in a new tab', async ({
  page,
  context,
}) => {
  await enterAt(page, demoAccounts.listener, '/profile');
  await open(page, '/#planos');
  let go = () => {};
  const after = new Promise<void>((resolve) => {
    go = resolve;
  });
  const asked = await answerCheckout(page, {
    status: 200,
    body: { url: new URL('/termos', page.url()).href },
    after,
  });
  const opened = context.waitForEvent('page');
  await plan(page, 'Plano Semestral').getByRole('button', { name: 'Assinar Agora' }).click();
  const buttons = page.getByRole('article').getByRole('button');
  await expect(plan(page, 'Plano Semestral').getByRole('button')).toHaveText('Processando...');
  for (const button of await buttons.all()) await expect(button).toBeDisabled();
  go();
  const tab = await opened;
  await tab.waitForURL('**/termos');
  await expect(page.getByRole('button', { name: 'Assinar Agora' })).toHaveCount(3);
  for (const button of await buttons.all()) await expect(button).toBeEnabled();
  expect(asked).toEqual([{ price_id: 'price_semestral' }]);
});

test('LND-18: when the browser opens no tab, the purchase goes on in this one', async ({ page }) => {
  await enterAt(page, demoAccounts.listener, '/profile');
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await open(page, '/#planos');
  await answerCheckout(page, { status: 200, body: { url: new URL('/termos', page.url()).href } });
  await plan(page, 'Plano Mensal').getByRole('button', { name: 'Assinar Agora' }).click();
  await page.waitForURL('**/termos');
});

test('LND-19: a purchase that cannot begin says so and gives the buttons back', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/create-checkout/);
  await enterAt(page, demoAccounts.listener, '/profile');
  await open(page, '/#planos');
  await answerCheckout(page, { status: 500, body: {} });
  await plan(page, 'Plano Anual').getByRole('button', { name: 'Assinar Agora' }).click();
  await expect(
    page.getByText('Não foi possível iniciar o processo de pagamento. Tente novamente.'),
  ).toBeVisible();
  await expect(page.getByText('Erro', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Assinar Agora' })).toHaveCount(3);
  expect(context.pages()).toHaveLength(1);
});

test('PAY-07: a subscriber is offered to manage the subscription instead', async ({ page }) => {
  await enterAt(page, demoAccounts.subscriber, '/library');
  await open(page, '/#planos');
  await expect(page.getByRole('button', { name: 'Gerenciar assinatura' })).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Assinar Agora' })).toHaveCount(0);
});

test('A-84, A-105: terms, privacy and licence can be read from the foot', async ({ page }) => {
  await open(page, '/');
  for (const [link, heading] of [
    ['Termos de uso', 'Termos de uso'],
    ['Privacidade', 'Privacidade'],
    ['Licença de uso do áudio', 'Licença de uso do áudio'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await expect(
    page.getByText('A versão em vigor no momento de cada download fica registrada com ele.'),
  ).toBeVisible();
  await expect(page.getByText(/Versão \d+/)).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 780 } });

  test('LND-15: the menu, the questions, the samples and a purchase work', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL(/#faq$/);
    const question = page.locator('#faq details').nth(1);
    await page.keyboard.press('Escape');
    await question.locator('summary').click();
    await expect(question.locator('p')).toBeVisible();
    await expect(page.locator('audio[controls]').first()).toHaveAttribute('src', /^\/sample\//);
    await plan(page, 'Plano Anual').getByRole('button', { name: 'Assinar Agora' }).click();
    await page.waitForURL((url) => url.pathname === '/auth' && url.searchParams.get('next') === '/#planos');
    await expect(page.getByText('Login necessário: faça login para assinar um plano.')).toBeVisible();
  });

  test('LND-17: who has an account reaches the payment', async ({ page }) => {
    await enter(page, demoAccounts.listener);
    await page.goto('/');
    await plan(page, 'Plano Mensal').getByRole('button', { name: 'Assinar Agora' }).click();
    await page.waitForURL('**/checkout-simulado/**');
  });
});

test('a visitor who only reads loads neither script nor style sheet', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) asked.push(request.url());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
  await page.mouse.move(200, 200);
  await expect.poll(() => asked.filter((address) => address.includes('.css'))).toHaveLength(1);
  await expect.poll(() => asked.filter((address) => address.endsWith('.js')).length).toBeGreaterThan(0);
});

for (const [colorScheme, width] of [
  ['dark', 1280],
  ['light', 360],
] as const) {
  test(`the style sheet changes nothing of a page that came with its own part: ${colorScheme}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 780 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const goOn = await holdBack(page, '**/assets/*.js');
    await page.goto('/');
    // Before its first frame a page has not laid out its lower sections, nor begun what follows the scrolling.
    await page.waitForFunction(
      () =>
        document.fonts.status === 'loaded' &&
        document.getAnimations().every(({ pending }) => !pending) &&
        Array.from(document.querySelectorAll('.lay-out-late'), (one) => getComputedStyle(one)).every(
          ({ contentVisibility }) => contentVisibility === 'visible',
        ),
    );
    const before = await page.evaluateHandle(() => {
      const lookOf = (element: Element) => {
        const style = getComputedStyle(element);
        return Array.from(style, (name) => style.getPropertyValue(name)).join();
      };
      const known = Array.from(document.querySelectorAll('body, body *'), (element) => ({
        element,
        look: lookOf(element),
      }));
      return { known, lookOf };
    });
    await page.evaluate(() => dispatchEvent(new Event('click')));
    await page.waitForFunction(() =>
      [...document.styleSheets].some(({ href, cssRules }) => href?.includes('.css') && cssRules.length > 0),
    );
    const changed = await before.evaluate(({ known, lookOf }) =>
      known
        .filter(({ element, look }) => lookOf(element) !== look)
        .map(({ element }) => `${element.tagName} ${element.className}`),
    );
    expect(changed).toEqual([]);
    goOn();
  });
}
