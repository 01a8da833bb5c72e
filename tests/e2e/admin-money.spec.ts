import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { demoAccounts, expect, mailTo, test } from './fixtures.ts';
import { alive, inspect, open } from './inspect.ts';
import { enter, newPerson, type Person } from './people.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A new annual subscriber in a separate browser, and the administrator in the test's page. */
async function subscriberAndAdmin(page: Page): Promise<{ person: Person; theirs: Page }> {
  const context = await page
    .context()
    .browser()!
    .newContext({ baseURL: new URL(page.url()).origin });
  const theirs = await context.newPage();
  const person = await newPerson(theirs, { plan: true });
  await enter(page, demoAccounts.admin);
  return { person, theirs };
}

const list = (person: Person) => `/admin/manage-users?q=${encodeURIComponent(person.email)}`;

/** Chooses an item in the menu of the only person in the list. */
async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const statusOf = async (theirs: Page) => (await theirs.request.get('/library')).status();

test('Reembolsar e encerrar: asks first, gives the money back and closes the library', async ({ page }) => {
  await page.goto('/');
  const { person, theirs } = await subscriberAndAdmin(page);
  expect(await statusOf(theirs)).toBe(200);
  await mailTo(person.email, /Sua assinatura está ativa/);
  await open(page, list(person));
  const row = page.getByRole('row', { name: new RegExp(person.email) });
  await expect(row).toContainText('R$ 210,00');

  await choose(page, 'Reembolsar e encerrar');
  const dialog = page.getByRole('dialog', { name: 'Reembolsar e encerrar' });
  await expect(dialog).toContainText('R$ 210,00');
  await expect(dialog).toContainText('Dentro da garantia de 7 dias');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Mais ações/ })).toBeFocused();
  expect(await statusOf(theirs), 'cancelling changes nothing').toBe(200);

  await choose(page, 'Reembolsar e encerrar');
  await dialog.getByLabel('Motivo').fill('Pediu dentro dos sete dias');
  await dialog.getByRole('button', { name: 'Reembolsar e encerrar' }).click();
  await expect(page.getByText('Reembolso feito')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect.poll(() => statusOf(theirs), 'the library closes').toBe(403);
  const mail = await mailTo(person.email, /Seu reembolso foi feito/);
  expect(mail.text).toContain('R$ 210,00');

  await open(page, list(person));
  await expect(row).toContainText('Inativo');
  await expect(row).toContainText('reembolsados em');
  await page.getByRole('button', { name: /^Mais ações/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Reembolsar e encerrar' })).toBeDisabled();
  await page.keyboard.press('Escape');

  await open(page, '/admin/audit');
  await expect(page.getByRole('main')).toContainText('Pediu dentro dos sete dias');
  await theirs.context().close();
});

async function askToRevoke(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('menuitem', { name: 'Revogar acesso' }).click();
}

test('USR-04, USR-05: revoking asks first; then the next call of the old session is refused', async ({
  page,
}) => {
  await page.goto('/');
  const { person, theirs } = await subscriberAndAdmin(page);
  await open(page, list(person));
  await askToRevoke(page);
  const dialog = page.getByRole('dialog', { name: 'Revogar Acesso' });
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toBeHidden();
  expect(await statusOf(theirs), 'cancelling changes nothing').toBe(200);
  await askToRevoke(page);
  await dialog.getByLabel('Motivo').fill('Conta partilhada');
  await dialog.getByRole('button', { name: 'Revogar' }).click();
  await expect(page.getByText('Acesso revogado')).toBeVisible();
  expect(await statusOf(theirs)).toBe(403);
  await expect(page.getByRole('row', { name: new RegExp(person.email) })).toContainText('Inativo');
  await theirs.context().close();
});

test('USR-07: a revocation that does not come through is said, and changes nothing', async ({
  page,
  watch,
}) => {
  watch.allow(/500|503|Failed to load|net::/);
  await page.goto('/');
  const { person, theirs } = await subscriberAndAdmin(page);
  await open(page, list(person));
  await page.route('**/admin/manage-users*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await askToRevoke(page);
  const dialog = page.getByRole('dialog', { name: 'Revogar Acesso' });
  await dialog.getByLabel('Motivo').fill('Conta partilhada');
  await dialog.getByRole('button', { name: 'Revogar' }).click();
  await expect(page.getByText('Erro ao revogar acesso')).toBeVisible();
  expect(await statusOf(theirs)).toBe(200);
  await theirs.context().close();
});

test('credits are given by hand, with a reason, and stand in the bar', async ({ page }) => {
  await page.goto('/');
  const { person, theirs } = await subscriberAndAdmin(page);
  await open(page, list(person));
  await choose(page, 'Conceder créditos');
  const dialog = page.getByRole('dialog', { name: 'Conceder créditos' });
  await dialog.getByLabel('Créditos').fill('30');
  await dialog.getByLabel('Motivo').fill('Presente de aniversário');
  await dialog.getByRole('button', { name: 'Conceder' }).click();
  await expect(page.getByText('Créditos concedidos')).toBeVisible();
  await open(theirs, '/library');
  await expect(theirs.getByText('130').first()).toBeVisible();

  await choose(page, 'Sincronizar com o provedor');
  await expect(page.getByText('Sincronização pedida')).toBeVisible();
  await theirs.context().close();
});

test('the revenue page counts what was paid, and its file opens in a spreadsheet', async ({ page }) => {
  await page.goto('/');
  const { theirs } = await subscriberAndAdmin(page);
  await open(page, '/admin');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Receita Assinantes/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receita' })).toBeVisible();
  await alive(page);
  const months = page.getByRole('table', { name: 'Receita por mês' });
  await expect(months.getByRole('row')).toHaveCount(13);
  await expect(months.getByRole('row').nth(1)).toContainText('até agora');
  await expect(page.getByRole('table', { name: 'Assinantes por plano' })).toContainText('Plano Anual');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Exportar CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^receita-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile((await file.path())!, 'utf8');
  expect(text.startsWith('\ufeffMês;Assinantes;')).toBe(true);
  expect(text.trim().split('\r\n')).toHaveLength(13);
  await theirs.context().close();
});

test('A11-01, A11-06: the dialogs of money', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('/');
  const { person, theirs } = await subscriberAndAdmin(page);
  for (const item of ['Reembolsar e encerrar', 'Conceder créditos']) {
    await inspect(page, `dialog ${item}`, async () => {
      await open(page, list(person));
      await choose(page, item);
      await expect(page.getByRole('dialog', { name: item })).toBeVisible();
    });
  }
  await inspect(page, 'menu of a person', async () => {
    await open(page, list(person));
    await page.getByRole('button', { name: /^Mais ações/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  });
  await theirs.context().close();
});
