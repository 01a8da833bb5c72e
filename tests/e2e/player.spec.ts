import type { Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { alive, open } from './inspect.ts';
import { enter } from './people.ts';
import { mini, openPackage, playCard, rhythms, single, sound, sounding, wave } from './playing.ts';

test.describe.configure({ mode: 'parallel' });
test.beforeEach(async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
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
  await expect.poll(async () => (await sound(page)).paused).toBe(true);
  await page.evaluate(() => {
    document.querySelector('audio')!.currentTime = 20;
  });
  await page
    .getByRole('main')
    .getByRole('button', { name: `Tocar ${rhythms.title}` })
    .click();
  await expect(mini(page).getByRole('button', { name: 'Pausar' })).toBeVisible();
  const again = await sound(page);
  expect(again.paused).toBe(false);
  expect(again.time, 'from where it was').toBeGreaterThanOrEqual(20);
});

test('PLY-02: a spinner until sound can start, and play cannot be pressed meanwhile', async ({
  page,
  context,
}) => {
  const letGo = await holdBack(context, '**/functions/audio-proxy');
  await open(page, `/category/${rhythms.slug}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Tocar ${rhythms.title}` })
    .click();
  const play = mini(page).getByRole('button', { name: /^(Tocar|Pausar)$/ });
  await expect(play).toBeDisabled();
  await expect(play).toHaveAttribute('aria-busy', 'true');
  await expect(wave(page)).toHaveAttribute('aria-valuetext', /^0:00 de \d:\d\d$/);
  letGo();
  await sounding(page);
  await expect(play).toBeEnabled();
  // After a seek WebKit may play on while it says that it has no data.
  await page.evaluate(() => {
    const audio = document.querySelector('audio')!;
    Object.defineProperty(audio, 'readyState', { value: HTMLMediaElement.HAVE_CURRENT_DATA });
    audio.dispatchEvent(new Event('waiting'));
  });
  const { time } = await sound(page);
  await expect.poll(async () => (await sound(page)).time).toBeGreaterThan(time + 0.5);
  expect(await play.isEnabled()).toBe(true);
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
  await expect.poll(() => sound(page)).toMatchObject({ paused: true });
  await page.reload();
  await alive(page);
  await expect(mini(page)).toHaveCount(0);
});

test('PLY-04, PLY-06, MIN-06: one vinheta: no previous, no next, no download, and it stops at its end', async ({
  page,
}) => {
  await playCard(page, single);
  await expect(mini(page).getByRole('button', { name: 'Próxima faixa' })).toBeDisabled();
  await expect(mini(page).getByRole('button', { name: 'Faixa anterior' })).toBeDisabled();
  await expect(mini(page).getByRole('button', { name: 'Baixar música' })).toHaveCount(0);
  await expect(mini(page).getByRole('button', { name: 'Tocar' })).toBeVisible();
  await expect.poll(async () => (await sound(page)).paused).toBe(true);
});

test('PLY-05: when a track ends the next one starts, and after the last the first', async ({ page }) => {
  await playCard(page, rhythms);
  const leapToTheEnd = () =>
    page.evaluate(() => {
      const audio = document.querySelector('audio')!;
      audio.currentTime = audio.duration - 0.2;
    });
  for (const next of ['Baião da Sanfona.mp3', 'Sertanejo na Estrada.mp3', 'Samba de Roda Alegre.mp3']) {
    await leapToTheEnd();
    await expect(mini(page).getByText(next)).toBeVisible();
    await sounding(page);
  }
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
  await mini(page).getByRole('button', { name: 'Desligar o som' }).click();
  await page.reload();
  await expect(mini(page).getByRole('button', { name: 'Ligar o som' })).toBeVisible();
});

test('PLY-10, PLY-11, PLY-17: the position takes clicks, drags and keys, and never leaves 0 to 100 percent', async ({
  page,
}) => {
  await playCard(page, rhythms);
  const box = (await wave(page).boundingBox())!;
  const { duration } = await sound(page);
  await page.mouse.click(box.x + box.width / 2, box.y + 8);
  const ahead = async () => (await sound(page)).time - duration / 2;
  // Sooner than playback alone could reach it.
  const soon = { message: 'near the middle', timeout: 15_000 };
  await expect.poll(async () => Math.floor((await ahead()) / 20), soon).toBe(0);
  await page.mouse.move(box.x + box.width / 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 300, box.y + 8, { steps: 5 });
  await expect.poll(async () => duration - (await sound(page)).time).toBeLessThan(0.5);
  await page.mouse.move(box.x - 300, box.y + 8, { steps: 5 });
  await expect.poll(async () => (await sound(page)).time).toBeLessThan(10);
  await page.mouse.up();
  await expect(mini(page).getByText('Samba de Roda Alegre.mp3')).toBeVisible();
  await sounding(page);
  // Paused, so that only keys move it.
  await mini(page).getByRole('button', { name: 'Pausar' }).click();
  await expect.poll(async () => (await sound(page)).paused).toBe(true);
  await wave(page).focus();
  await page.keyboard.press('Home');
  await expect(wave(page)).toHaveAttribute('aria-valuetext', '0:00 de 0:54');
  await page.keyboard.press('ArrowRight');
  await expect(wave(page)).toHaveAttribute('aria-valuetext', '0:05 de 0:54');
});

test('PLY-14: one sound at a time, over all tabs, also after one of them slept', async ({
  page,
  context,
}) => {
  await playCard(page, rhythms);
  const other = await context.newPage();
  // A tab's clock stands still while its computer sleeps.
  await other.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() - 3_600_000;
  });
  const isSilent = async (tab: Page) => {
    await expect(mini(tab).getByRole('button', { name: 'Tocar' })).toBeVisible();
    await expect.poll(async () => (await sound(tab)).paused).toBe(true);
  };
  await playCard(other, rhythms);
  await isSilent(page);
  await mini(page).getByRole('button', { name: 'Tocar' }).click();
  await sounding(page);
  await isSilent(other);
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
  const shown = () =>
    page.evaluate(() => {
      const { title, artist, artwork } = navigator.mediaSession.metadata!;
      return { title, artist, covers: artwork.length, state: navigator.mediaSession.playbackState };
    });
  await expect.poll(shown).toEqual({
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
  // On a list of tracks M opens the listening desk.
  await page.keyboard.press('Shift+M');
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

test('PLY-16: with N the row of the next track comes into sight and takes the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  await openPackage(page, rhythms);
  const row = (name: string) =>
    page.getByRole('listitem').getByRole('button', { name: new RegExp(`^(Tocar|Pausar) ${name}`) });
  await row('Samba de Roda').click();
  await sounding(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.keyboard.press('n');
  await expect(row('Baião da Sanfona')).toBeFocused();
  await expect(row('Baião da Sanfona')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('p');
  await expect(row('Samba de Roda')).toBeFocused();
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
  // From now on the first address is refused, and the cache has nothing of it.
  await context.route(first, (route) => route.fulfill({ status: 403 }));
  await page.evaluate(() => document.querySelector('audio')!.load());
  await expect(mini(page).getByRole('button', { name: 'Pausar' })).toBeEnabled();
  await expect.poll(async () => (await sound(page)).source).not.toBe(first);
  await sounding(page);
  expect((await sound(page)).time).toBeGreaterThan(2.5);
  expect(given.length).toBeGreaterThan(1);
});
