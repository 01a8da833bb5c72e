import type { BrowserContext, Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { inspect, open } from './inspect.ts';
import { enter } from './people.ts';

/** Demo packages: three long tracks, one track, two short ones, vinhetas. */
const rhythms = { slug: 'trilhas', title: 'Brasil de Todos os Ritmos' };
const single = { slug: 'pacotes-vinhetas', title: 'Vinheta de Natal' };
const short = { slug: 'efeitos-sonoros', title: 'Ambientes de Mistério' };

test.describe.configure({ mode: 'parallel' });
test.beforeEach(async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
});

const mini = (page: Page) => page.getByRole('region', { name: /player/i });
const bar = (page: Page) => page.getByRole('region', { name: 'Reprodução' });
const wave = (page: Page) => mini(page).getByRole('slider', { name: 'Posição na faixa' });

/** What the audio element itself says. */
const sound = (page: Page) =>
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

/** Waits until sound comes out and moves. */
async function sounding(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { paused, time } = await sound(page);
      return !paused && time > 0.05;
    }, 'sound comes out')
    .toBe(true);
}

async function playCard(page: Page, { slug, title }: { slug: string; title: string }): Promise<void> {
  await open(page, `/category/${slug}`);
  const button = page.getByRole('main').getByRole('button', { name: `Tocar ${title}`, exact: true });
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await button.click();
  await expect(mini(page)).toBeVisible();
  await sounding(page);
}

async function openPackage(page: Page, { slug, title }: { slug: string; title: string }): Promise<void> {
  await open(page, `/category/${slug}`);
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).first().click();
  await page.waitForURL(/\/package\//);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Milliseconds that a command to the server is held back. */
const holdBack = (context: BrowserContext, address: string, milliseconds: number) =>
  context.route(address, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.continue();
  });

test('CAT-20, CAT-21, PLY-01: play on a card starts track 1 and shows the mini player; again pauses and goes on', async ({
  page,
}) => {
  await playCard(page, rhythms);
  await expect(mini(page).getByText('Samba de Roda Alegre.mp3')).toBeVisible();
  await expect(mini(page).getByRole('button', { name: 'Pausar' })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: `Pausar ${rhythms.title}` })
    .click();
  await expect(mini(page).getByRole('button', { name: 'Tocar' })).toBeVisible();
  const paused = await sound(page);
  expect(paused.paused).toBe(true);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Tocar ${rhythms.title}` })
    .click();
  await expect(mini(page).getByRole('button', { name: 'Pausar' })).toBeVisible();
  const again = await sound(page);
  expect(again.paused).toBe(false);
  expect(Math.abs(again.time - paused.time)).toBeLessThan(2);
});

test('PLY-02: a spinner until sound can start, and play cannot be pressed meanwhile', async ({
  page,
  context,
}) => {
  await holdBack(context, '**/functions/audio-proxy', 1500);
  await open(page, `/category/${rhythms.slug}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Tocar ${rhythms.title}` })
    .click();
  const play = mini(page).getByRole('button', { name: /^(Tocar|Pausar)$/ });
  await expect(play).toBeDisabled();
  await expect(play).toHaveAttribute('aria-busy', 'true');
  await expect(wave(page)).toHaveAttribute('aria-valuetext', /^0:00 de \d:\d\d$/);
  await sounding(page);
  await expect(play).toBeEnabled();
});

test('PLY-03, PLY-19, MIN-08: round both ends, minimise keeps the sound, close clears it', async ({
  page,
}) => {
  await playCard(page, rhythms);
  await mini(page).getByRole('button', { name: 'Faixa anterior' }).click();
  await expect(mini(page).getByText('Sertanejo na Estrada.mp3')).toBeVisible();
  await sounding(page);
  await mini(page).getByRole('button', { name: 'Próxima faixa' }).click();
  await expect(mini(page).getByText('Samba de Roda Alegre.mp3')).toBeVisible();
  await sounding(page);
  await mini(page).getByRole('button', { name: 'Minimizar player' }).click();
  expect((await sound(page)).paused).toBe(false);
  await mini(page).getByRole('button', { name: 'Expandir player' }).click();
  await mini(page).getByRole('button', { name: 'Fechar player' }).click();
  await expect(mini(page)).toHaveCount(0);
  expect(await sound(page)).toMatchObject({ paused: true });
  await page.reload();
  await expect(mini(page)).toHaveCount(0);
});

test('PLY-04, PLY-06, MIN-06: one vinheta: no previous, no next, no download, and it stops at its end', async ({
  page,
}) => {
  await playCard(page, single);
  await expect(mini(page).getByRole('button', { name: 'Próxima faixa' })).toBeDisabled();
  await expect(mini(page).getByRole('button', { name: 'Faixa anterior' })).toBeDisabled();
  await expect(mini(page).getByRole('button', { name: 'Baixar música' })).toHaveCount(0);
  await expect(mini(page).getByRole('button', { name: 'Tocar' })).toBeVisible({ timeout: 10_000 });
  expect((await sound(page)).paused).toBe(true);
});

test('PLY-05: when a track ends the next one starts, and after the last the first', async ({ page }) => {
  await playCard(page, short);
  await expect(mini(page).getByText('Corvo.mp3')).toBeVisible();
  await expect(mini(page).getByText('Porta Batendo.mp3')).toBeVisible();
});

test('PLY-07: a track that is gone says so, does not look like playing, and the next one plays', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/404/);
  let gone = true;
  await context.route('**/audio/*', (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()));
  const warned = page.waitForEvent('console', (message) => message.type() === 'warning');
  await open(page, `/category/${rhythms.slug}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Tocar ${rhythms.title}` })
    .click();
  await expect(mini(page).getByText('Não foi possível tocar esta faixa.')).toBeVisible();
  await expect(mini(page).getByRole('button', { name: 'Tocar' })).toBeEnabled();
  await warned;
  gone = false;
  await mini(page).getByRole('button', { name: 'Próxima faixa' }).click();
  await sounding(page);
});

test('PLY-08, PLY-09, A-47: volume, mute, queue and position stay over a reload, paused', async ({
  page,
}) => {
  await playCard(page, rhythms);
  const volume = mini(page).getByRole('slider', { name: 'Volume' });
  await expect(volume).toHaveAttribute('aria-valuenow', '1');
  await expect(volume).toHaveAttribute('aria-valuemin', '0');
  await expect(volume).toHaveAttribute('aria-valuemax', '1');
  await volume.focus();
  for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowLeft');
  await expect(volume).toHaveAttribute('aria-valuenow', '0.4');
  await wave(page).focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await expect.poll(async () => (await sound(page)).time).toBeGreaterThan(8);
  await page.reload();
  await expect(mini(page).getByText('Samba de Roda Alegre.mp3')).toBeVisible();
  await expect(mini(page).getByRole('button', { name: 'Tocar' })).toBeEnabled();
  await expect(volume).toHaveAttribute('aria-valuenow', '0.4');
  await mini(page).getByRole('button', { name: 'Tocar' }).click();
  await sounding(page);
  const { time, volume: loud } = await sound(page);
  expect(time).toBeGreaterThan(8);
  expect(loud).toBeCloseTo(0.4);
  await mini(page).getByRole('button', { name: 'Tirar o som' }).click();
  await page.reload();
  await expect(mini(page).getByRole('button', { name: 'Devolver o som' })).toBeVisible();
});

test('PLY-10, PLY-11, PLY-17: the position takes clicks, drags and keys, and never leaves 0 to 100 percent', async ({
  page,
}) => {
  await playCard(page, rhythms);
  const box = (await wave(page).boundingBox())!;
  const { duration } = await sound(page);
  await page.mouse.click(box.x + box.width / 2, box.y + 8);
  await expect.poll(async () => Math.abs((await sound(page)).time - duration / 2)).toBeLessThan(3);
  await page.mouse.move(box.x + box.width / 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 300, box.y + 8, { steps: 5 });
  await expect.poll(async () => duration - (await sound(page)).time).toBeLessThan(0.5);
  await page.mouse.move(box.x - 300, box.y + 8, { steps: 5 });
  await expect.poll(async () => (await sound(page)).time).toBeLessThan(2);
  await page.mouse.up();
  await expect(mini(page).getByText('Samba de Roda Alegre.mp3')).toBeVisible();
  await sounding(page);
  await wave(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(wave(page)).toHaveAttribute('aria-valuetext', /^0:0[5-9] de 0:54$/);
});

test('PLY-14: one sound at a time, over all tabs', async ({ page, context }) => {
  await playCard(page, rhythms);
  const other = await context.newPage();
  await playCard(other, short);
  await expect(mini(page).getByRole('button', { name: 'Tocar' })).toBeVisible();
  expect((await sound(page)).paused).toBe(true);
});

test('PLY-15: the operating system shows what plays and steers it', async ({ page }) => {
  await page.addInitScript(() => {
    const orders: Record<string, unknown> = {};
    const session = navigator.mediaSession;
    const keep = session.setActionHandler.bind(session);
    session.setActionHandler = (action, handler) => {
      orders[action] = handler;
      keep(action, handler);
    };
    Object.assign(window, { orders });
  });
  const press = (action: string, details: object = {}) =>
    page.evaluate(
      ([name, more]) => {
        const { orders } = window as unknown as { orders: Record<string, (details: object) => void> };
        orders[name as string]!(more as object);
      },
      [action, details],
    );
  await playCard(page, rhythms);
  const shown = await page.evaluate(() => {
    const { title, artist, artwork } = navigator.mediaSession.metadata!;
    return { title, artist, covers: artwork.length, state: navigator.mediaSession.playbackState };
  });
  expect(shown).toEqual({
    title: 'Samba de Roda Alegre.mp3',
    artist: rhythms.title,
    covers: 1,
    state: 'playing',
  });
  await press('nexttrack');
  await expect(mini(page).getByText('Baião da Sanfona.mp3')).toBeVisible();
  await sounding(page);
  await press('seekto', { seekTime: 20 });
  await expect.poll(async () => (await sound(page)).time).toBeGreaterThanOrEqual(20);
  await press('pause');
  await expect(mini(page).getByRole('button', { name: 'Tocar' })).toBeVisible();
  await press('play');
  await sounding(page);
  await press('previoustrack');
  await expect(mini(page).getByText('Samba de Roda Alegre.mp3')).toBeVisible();
  await press('stop');
  await expect(mini(page)).toHaveCount(0);
});

test('PLY-16: the keys of the player, never while typing or in a window', async ({ page }) => {
  await playCard(page, rhythms);
  const toggle = mini(page).getByRole('button', { name: /^(Tocar|Pausar)$/ });
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Space');
  await expect(toggle).toHaveAccessibleName('Tocar');
  await page.keyboard.press('k');
  await expect(toggle).toHaveAccessibleName('Pausar');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('l');
  await expect.poll(async () => (await sound(page)).time).toBeGreaterThan(14);
  await page.keyboard.press('j');
  await expect.poll(async () => (await sound(page)).time).toBeLessThan(14);
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await sound(page)).volume).toBeCloseTo(0.9);
  await page.keyboard.press('m');
  await expect.poll(async () => (await sound(page)).muted).toBe(true);
  await page.keyboard.press('n');
  await expect(mini(page).getByText('Baião da Sanfona.mp3')).toBeVisible();
  await page.keyboard.press('p');
  await expect(mini(page).getByText('Samba de Roda Alegre.mp3')).toBeVisible();

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Atalhos de teclado' });
  await expect(help.getByText('Tocar ou pausar')).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('/');
  const field = page.locator('input:focus');
  await field.pressSequentially('kmn j?');
  await expect(field).toHaveValue('kmn j?');
  await expect(mini(page).getByText('Samba de Roda Alegre.mp3')).toBeVisible();
});

test('PLY-18: an address that ended is replaced without a click', async ({ page, context, watch }) => {
  watch.allow(/403/);
  const given: string[] = [];
  await context.route('**/functions/audio-proxy', async (route) => {
    const answer = await route.fetch();
    const address = (await answer.json()) as { url: string; expiresAt: string };
    given.push(address.url);
    await route.fulfill({ response: answer, json: { ...address, expiresAt: new Date(Date.now() + 2500) } });
  });
  await playCard(page, rhythms);
  const first = (await sound(page)).source;
  await expect.poll(async () => (await sound(page)).time).toBeGreaterThan(3);
  // From now on the site would refuse the first address, and nothing of it is in the browser any more.
  await context.route(first, (route) => route.fulfill({ status: 403 }));
  await page.evaluate(() => document.querySelector('audio')!.load());
  await expect(mini(page).getByRole('button', { name: 'Pausar' })).toBeEnabled();
  await expect.poll(async () => (await sound(page)).source).not.toBe(first);
  await sounding(page);
  expect((await sound(page)).time).toBeGreaterThan(2.5);
  expect(given.length).toBeGreaterThan(1);
  // Addresses go on being renewed: the last answer is let through before the browser goes.
  await context.unrouteAll({ behavior: 'wait' });
});

test('MIN-02, MIN-03, MIN-07, MIN-09: the card is 320 by 120, moves, and stays inside the window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await playCard(page, rhythms);
  const at = async () => (await mini(page).boundingBox())!;
  expect(await at()).toEqual({ x: 480, y: 340, width: 320, height: 120 });
  const drag = async (from: { x: number; y: number }, x: number, y: number) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 8 });
    await page.mouse.up();
  };
  const link = (await mini(page).getByRole('link').boundingBox())!;
  await drag({ x: link.x + 80, y: link.y + 12 }, 5000, 5000);
  expect(await at()).toMatchObject({ x: 1280 - 320 - 8, y: 800 - 120 - 8 });
  expect(page.url()).toContain('/category/');
  await page.setViewportSize({ width: 900, height: 500 });
  expect(await at()).toMatchObject({ x: 900 - 320 - 8, y: 500 - 120 - 8 });
  await mini(page).getByRole('button', { name: /mover/i }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  expect(await at()).toMatchObject({ x: 900 - 320 - 24, y: 500 - 120 - 24 });
  await page.reload();
  await expect(mini(page)).toBeVisible();
  expect(await at()).toMatchObject({ x: 900 - 320 - 24, y: 500 - 120 - 24 });
  await mini(page).getByRole('button', { name: 'Tocar' }).click();
  await sounding(page);
  await mini(page).getByRole('link').click();
  await page.waitForURL(/\/package\//);
  expect((await sound(page)).paused).toBe(false);
  await expect(mini(page)).toHaveCount(0);
});

test('MIN-05, MIN-10: everything is on the card, and a title of 120 characters does not leave it', async ({
  page,
  context,
}) => {
  const title = 'Vinhetas e trilhas de um programa com nome comprido '.repeat(3).slice(0, 120);
  await context.route('**/package/*/queue', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), packageTitle: title } });
  });
  await playCard(page, rhythms);
  for (const name of [
    'Faixa anterior',
    'Pausar',
    'Próxima faixa',
    'Baixar música',
    'Minimizar player',
    'Fechar player',
  ]) {
    await expect(mini(page).getByRole('button', { name })).toBeVisible();
  }
  await expect(mini(page).getByTitle('Baixar música')).toBeVisible();
  await expect(wave(page)).toBeVisible();
  await expect(mini(page).getByRole('slider', { name: 'Volume' })).toBeVisible();
  await expect(mini(page).getByText('0:54')).toBeVisible();
  await expect(mini(page).getByRole('link')).toHaveAttribute('href', /^\/package\//);
  await expect(mini(page).getByText(title.trim())).toBeVisible();
  const outside = await mini(page).evaluate((card) => {
    const edge = card.getBoundingClientRect();
    return [...card.querySelectorAll('button, a, a span, [role="slider"]')].filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left < edge.left || right > edge.right || top < edge.top || bottom > edge.bottom;
    }).length;
  });
  expect(outside).toBe(0);
});

test('MIN-04, MIN-05: on a phone it is docked, covers no control, and has no volume', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await playCard(page, rhythms);
  const box = (await mini(page).boundingBox())!;
  expect(box).toMatchObject({ x: 0, width: 375 });
  expect(Math.round(box.y + box.height)).toBe(700);
  await expect(mini(page).getByRole('slider', { name: 'Volume' })).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const covered = await page.evaluate(() => {
    const player = document.querySelector('section[aria-label="Player de áudio"]')!;
    const top = player.getBoundingClientRect().top;
    return [...document.querySelectorAll('main a, main button, nav a, nav button')].filter((element) => {
      const { bottom, width } = element.getBoundingClientRect();
      return width > 0 && bottom > top + 1;
    }).length;
  });
  expect(covered).toBe(0);
});

test('DWN-01, DWN-11: the mini player hands out the file, and says when it cannot', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/500/);
  await playCard(page, rhythms);
  const downloading = page.waitForEvent('download');
  await mini(page).getByRole('button', { name: 'Baixar música' }).click();
  await expect(page.getByText('Download iniciado')).toBeVisible();
  await expect(page.getByText('Samba de Roda Alegre.mp3 será baixado.')).toBeVisible();
  expect((await downloading).suggestedFilename()).toBe('Samba de Roda Alegre.mp3');
  expect((await sound(page)).paused).toBe(false);
  await context.route('**/audio/*download=true*', (route) => route.fulfill({ status: 500 }));
  await mini(page).getByRole('button', { name: 'Baixar música' }).click();
  await expect(page.getByText('Erro no download')).toBeVisible();
  await expect(page.getByText('Não foi possível baixar o arquivo.')).toBeVisible();
});

test('CAT-24: heads are fetched ahead, none is a whole file, and leaving cancels it', async ({ page }) => {
  const ranges: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/audio/')) ranges.push(request.headers().range);
  });
  await open(page, `/category/${rhythms.slug}`);
  await expect.poll(() => ranges.length).toBeGreaterThan(3);
  await page.getByRole('link', { name: 'Biblioteca' }).first().click();
  await page.waitForURL('**/library');
  const before = ranges.length;
  await page.waitForTimeout(2500);
  expect(ranges.length).toBe(before);
  expect(new Set(ranges)).toEqual(new Set(['bytes=0-65535']));
  expect(ranges.length).toBeLessThanOrEqual(25);
});

test('CAT-25: nothing is fetched ahead when data is to be saved', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const heads: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/audio/')) heads.push(request.url());
  });
  await open(page, `/category/${rhythms.slug}`);
  await page.waitForTimeout(2500);
  expect(heads).toEqual([]);
});

test('PKG-12, PKG-13: ?track= starts that track; an unknown one starts nothing', async ({ page }) => {
  await openPackage(page, rhythms);
  const path = new URL(page.url()).pathname;
  const queue = (await (await page.request.get(`${path}/queue`)).json()) as {
    tracks: { id: string; name: string }[];
  };
  const track = queue.tracks[1]!;
  await page.goto(`${path}?track=${track.id}`);
  await sounding(page);
  await expect(bar(page).getByText(track.name)).toBeVisible();
  await expect(mini(page)).toHaveCount(0);
  await page.goto(`${path}?track=nada`);
  await expect(page.getByRole('heading', { level: 1, name: rhythms.title })).toBeVisible();
});

test('PKG-14, PKG-15, PKG-16, MIN-01: rows play and pause; leaving while playing keeps the sound, while paused nothing shows', async ({
  page,
}) => {
  await openPackage(page, rhythms);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await row('Samba de Roda')
    .getByRole('button', { name: /^Tocar/ })
    .click();
  await sounding(page);
  await row('Baião')
    .getByRole('button', { name: /^Tocar/ })
    .click();
  await expect(row('Baião').getByRole('button', { name: /^Pausar/ })).toBeVisible();
  await sounding(page);
  await expect(mini(page)).toHaveCount(0);

  await page.evaluate(() => {
    const audio = document.querySelector('audio')!;
    Object.assign(window, { gaps: 0 });
    audio.addEventListener('pause', () => {
      (window as unknown as { gaps: number }).gaps++;
    });
  });
  const { time } = await sound(page);
  await page.getByRole('link', { name: 'Biblioteca' }).first().click();
  await page.waitForURL('**/library');
  await expect(mini(page).getByText('Baião da Sanfona.mp3')).toBeVisible();
  await expect.poll(async () => (await sound(page)).time).toBeGreaterThan(time + 0.5);
  expect(await page.evaluate(() => (window as unknown as { gaps: number }).gaps)).toBe(0);

  await mini(page).getByRole('link').click();
  await page.waitForURL(/\/package\//);
  await row('Baião')
    .getByRole('button', { name: /^Pausar/ })
    .click();
  await page.getByRole('link', { name: 'Biblioteca' }).first().click();
  await page.waitForURL('**/library');
  await expect(mini(page)).toHaveCount(0);
});

test('A11-01, A11-06, PLY-17: axe finds nothing while something plays', async ({ page }) => {
  test.setTimeout(180_000);
  await playCard(page, rhythms);
  await inspect(page, 'category with the mini player');
  await mini(page).getByRole('button', { name: 'Minimizar player' }).click();
  await inspect(page, 'category with the minimised player');
  await page.setViewportSize({ width: 1280, height: 800 });
  await mini(page).getByRole('button', { name: 'Expandir player' }).click();
  await mini(page).getByRole('link').click();
  await page.waitForURL(/\/package\//);
  await inspect(page, 'package page that plays', async (width) => {
    if (width < 768) return;
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
