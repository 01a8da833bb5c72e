import type { Page } from '@playwright/test';
import { totpOf } from '../totp.ts';
import { demoAccounts, demoPassword, expect, test } from './fixtures.ts';
import { findNothing, open } from './inspect.ts';
import { ownSite } from './own-site.ts';
import { signIn } from './people.ts';

/** Passkeys need a host name; an own site, because its administrator gets a second step. */
const site = ownSite({}, 'localhost');

/** A virtual authenticator that always verifies its user. */
async function withDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function withPassword(page: Page): Promise<void> {
  await open(page, '/auth?next=/dashboard');
  await page.getByLabel('E-mail').fill(demoAccounts.admin);
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(/\/auth\/confirmar/);
}

test('B.11: an app, recovery codes and a passkey are set up and sign in; other devices are ended', async ({
  page,
  browser,
  watch,
}) => {
  watch.allow(/4(00|01|22)/);
  await withDevice(page);
  const elsewhere = await browser.newPage({ baseURL: site, locale: 'pt-BR' });
  await signIn(elsewhere, demoAccounts.admin);
  await signIn(page, demoAccounts.admin);
  await open(page, '/admin');
  await page.getByRole('link', { name: 'Ativar em dois minutos' }).click();
  await page.waitForURL(/aba=seguranca/);

  const devices = page.getByRole('list', { name: 'Aparelhos conectados' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: /^Encerrar/ }).click();
  await expect(devices.getByRole('listitem')).toHaveText([/Este aparelho/]);
  await elsewhere.goto('/dashboard');
  await elsewhere.waitForURL(/\/auth\?/);

  await page.getByRole('button', { name: 'Usar aplicativo de códigos' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Senha atual').fill('errada-1');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog).toContainText('Senha atual incorreta');
  await dialog.getByLabel('Senha atual').fill(demoPassword);
  // Enter does nothing while the button is busy.
  await expect(dialog.getByRole('button', { name: 'Continuar' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'Código QR para o aplicativo' })).toBeVisible();
  await findNothing(page, 'code to scan');
  const secret = /([A-Z2-7]{4} ){3,}[A-Z2-7]+/.exec(await dialog.innerText())![0];
  await dialog.getByLabel('Código de 6 dígitos').fill(totpOf(secret));
  await page.keyboard.press('Enter');
  const codes = dialog.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const code = await codes.first().innerText();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Baixar' }).click();
  expect((await saving).suggestedFilename()).toBe('codigos-de-recuperacao.txt');
  await dialog.getByRole('button', { name: 'Guardei os códigos' }).click();

  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await dialog.getByLabel('Nome da chave').fill('Notebook do estúdio');
  await dialog.getByLabel('Senha atual').fill(demoPassword);
  await dialog.getByLabel('Código').fill(totpOf(secret));
  await page.keyboard.press('Enter');
  const ways = page.getByRole('list', { name: 'Formas de confirmar' });
  await expect(ways).toContainText('Notebook do estúdio');
  await expect(ways.getByRole('listitem')).toHaveCount(3);
  await findNothing(page, 'ways to confirm');

  await page.context().clearCookies();
  await withPassword(page);
  await findNothing(page, 'second step');
  await page.getByLabel('Código').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Código incorreto. Confira o aplicativo e tente de novo.')).toBeVisible();
  await page.getByLabel('Código').fill(code);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/dashboard');

  await page.context().clearCookies();
  await withPassword(page);
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/dashboard');

  await page.context().clearCookies();
  await open(page, '/auth?next=/dashboard');
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/dashboard');
  await open(page, '/profile?aba=seguranca');
  await expect(ways).toContainText(/usada (agora|há)/);

  await page.getByRole('button', { name: 'Remover a chave Notebook do estúdio' }).click();
  await dialog.getByLabel('Senha atual').fill(demoPassword);
  await dialog.getByLabel('Código').fill(totpOf(secret));
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect(ways.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Desativar o aplicativo de códigos' }).click();
  await dialog.getByLabel('Senha atual').fill(demoPassword);
  await dialog.getByLabel('Código').fill(totpOf(secret));
  await dialog.getByRole('button', { name: 'Desativar' }).click();
  await expect(ways).toHaveCount(0);
  await elsewhere.close();
});
