import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts, expect, test } from './fixtures.ts';
import { open } from './inspect.ts';
import { enter, enterAt, newPerson, openPackage } from './people.ts';

/** Seconds within which a new administrator has published something. */
const bound = 180;
const demo = new URL('../../demo/audio/', import.meta.url).pathname;
const five = ['lounge-madrugada', 'samba-roda-alegre', 'natal-sinos', 'sertanejo-estrada', 'baiao-sanfona'];

async function anotherBrowser(page: Page): Promise<Page> {
  const context = await page
    .context()
    .browser()!
    .newContext({ baseURL: new URL(page.url()).origin });
  return context.newPage();
}

/** A new account, made an administrator on the users' page. */
async function newAdministrator(page: Page): Promise<Page> {
  await page.goto('/termos');
  const theirs = await anotherBrowser(page);
  const { email } = await newPerson(theirs);
  await enterAt(page, demoAccounts.admin, `/admin/manage-users?q=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('menuitem', { name: 'Tornar administrador' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tornar administrador' });
  await dialog.getByLabel('Motivo').fill('Começou hoje na equipe');
  await dialog.getByRole('button', { name: 'Promover' }).click();
  await expect(page.getByText('Permissão alterada')).toBeVisible();
  return theirs;
}

test('a new administrator makes a category and a package with cover and five audio files, publishes it, and a subscriber hears it, within three minutes', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const admin = await newAdministrator(page);
  const began = Date.now();
  const stamp = began.toString(36).toUpperCase();
  const dialog = admin.getByRole('dialog');
  const main = admin.getByRole('main');

  await open(admin, '/admin');
  await main.getByRole('link', { name: /^Categorias/ }).click();
  await main.getByRole('button', { name: 'Nova categoria' }).click();
  const category = `TRILHAS DA CASA ${stamp}`;
  await dialog.getByLabel('Nome').fill(category);
  await dialog.getByRole('button', { name: 'Criar categoria' }).click();
  await expect(admin.getByText('Categoria criada')).toBeVisible();

  await main.getByRole('link', { name: 'Voltar' }).click();
  await main.getByRole('link', { name: /^Gerenciar Pacotes/ }).click();
  await main.getByRole('link', { name: 'Novo Pacote' }).click();
  const title = `Primeira Semana ${stamp}`;
  await dialog.getByLabel('Título').fill(title);
  await dialog.getByLabel('Categoria').selectOption({ label: category });
  const cover = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#3b2a7a' } })
    .png()
    .toBuffer();
  await dialog
    .getByLabel('Arquivo da capa')
    .setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: cover });
  await expect(dialog.getByRole('img', { name: 'Prévia da capa' })).toBeVisible();
  await dialog.getByLabel('Arquivos de áudio').setInputFiles(five.map((name) => `${demo}trilha-${name}.mp3`));
  await dialog.getByRole('button', { name: 'Criar Pacote' }).click();
  await expect(admin.getByText('Pacote criado com sucesso!')).toBeVisible();
  const line = main.getByRole('listitem').filter({ hasText: title }).last();
  await expect(line).toContainText('5 faixas', { timeout: 120_000 });
  await expect(line).toContainText('Ativo');

  const listener = await anotherBrowser(page);
  await enter(listener, demoAccounts.subscriber);
  await openPackage(listener, 'trilhas', title);
  await expect(listener.getByRole('main').locator('img[src*="/media/covers/"]').first()).toBeVisible();
  const rows = listener
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: /^Tocar .+\.mp3$/ });
  await expect(rows).toHaveCount(5);
  await rows.first().click();
  await expect
    .poll(() => listener.evaluate(() => document.querySelector('audio')?.currentTime ?? 0))
    .toBeGreaterThan(0.5);

  const seconds = Math.round((Date.now() - began) / 1000);
  test.info().annotations.push({ type: 'seconds from the panel to the sound', description: String(seconds) });
  console.log(`from the panel to the sound: ${seconds} s`);
  expect(seconds).toBeLessThan(bound);
  await listener.context().close();
  await admin.context().close();
});
