import type { Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { open } from './inspect.ts';
import { as, type Role, visited } from './pages.ts';
import { enter, newAddress, newPerson, openPackage } from './people.ts';
import { rhythms } from './playing.ts';

test.describe.configure({ mode: 'parallel' });

interface Walking {
  __reactRouterDataRouter: { navigate(to: string): Promise<void> };
}
const walkTo = (page: Page, to: string) =>
  page.evaluate((path) => (window as unknown as Walking).__reactRouterDataRouter.navigate(path), to);

const focused = (page: Page) => page.locator(':focus');

/** Presses a control by keyboard alone. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const control = page.getByRole('button', { name }).or(page.getByRole('link', { name })).first();
  await control.focus();
  await page.keyboard.press('Enter');
}

for (const role of Object.keys(visited) as Role[]) {
  test(`what the ${role} walks to begins at its title, which is announced`, async ({ page, watch }) => {
    watch.allow(/40[034]|410/);
    await as[role](page);
    const paths = new Set(visited[role].map((address) => address.replace(/\?.*/, '')));
    await open(page, '/termos');
    for (const path of [...paths, '/privacidade']) {
      const from = await page.title();
      await walkTo(page, path);
      if (path === '/privacidade') await expect.soft(page).toHaveTitle(/rivacidade/);
      else await expect.soft(page, path).not.toHaveTitle(from);
      const title = page.locator(path.includes('#') ? 'h2:focus' : 'main h1:focus');
      await expect.soft(title, path).toHaveCount(1);
      const said = page.locator('body > [role="status"]').filter({ hasText: await page.title() });
      await expect.soft(said, `${path} is announced`).not.toHaveCount(0);
    }
  });
}

test('an error at the field that has the focus is announced; after the sign-up all names agree', async ({
  page,
}) => {
  await open(page, '/auth?modo=cadastro');
  const password = page.getByLabel('Senha', { exact: true });
  // Only a change inside a region that was there before is announced.
  await page
    .locator('form div', { has: password })
    .last()
    .locator('[aria-live="polite"]')
    .evaluate((region) => region.setAttribute('data-known', ''));
  await page.getByLabel('E-mail').fill(newAddress());
  await password.fill('123');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-known]')).toHaveText('A senha deve ter no mínimo 6 caracteres.');
  await expect(password).toBeFocused();
  await password.fill('no-ar-às-2h');
  await page.keyboard.press('Enter');
  await page.waitForURL('/auth?aviso=conta-criada');
  await expect(page).toHaveTitle('Entrar · Sonoteca');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Entrar na sua conta');
  await expect(page.getByText('Enviamos um link de confirmação')).toBeVisible();
});

test('after BAIXAR TODAS the focus is on it again', async ({ page }) => {
  await newPerson(page, { plan: true });
  await openPackage(page, rhythms.slug, rhythms.title);
  const saved = page.waitForEvent('download');
  await press(page, 'BAIXAR TODAS');
  await saved;
  await expect(focused(page)).toHaveText('BAIXAR TODAS');
});

test('a removed favourite leaves the focus on the next one, the last one on what follows', async ({
  page,
}) => {
  await newPerson(page, { plan: true });
  await openPackage(page, rhythms.slug, rhythms.title);
  for (const track of ['Baião da Sanfona.mp3', 'Samba de Roda Alegre.mp3'])
    await page.getByRole('button', { name: `Favoritar ${track}` }).click();
  await walkTo(page, '/favorites');
  const remove = page.getByRole('button', { name: /^Remover .* dos favoritos$/ });
  await expect(remove).toHaveCount(2);
  await remove.first().focus();
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(1);
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nenhuma favorita ainda')).toBeVisible();
  await expect(focused(page)).toHaveCount(1);
});

test('Escape in a dialog of the address gives the focus back to its link', async ({ page }) => {
  await enter(page, demoAccounts.admin);
  await open(page, '/admin/manage-packages');
  await press(page, 'Jornal da Hora');
  const dialog = page.getByRole('dialog', { name: 'Editar Pacote' });
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Jornal da Hora' })).toBeFocused();
});

test('Tirar da lista goes on to the next file; Enter in a field does what the main button says', async ({
  page,
}) => {
  await enter(page, demoAccounts.admin);
  await open(page, '/admin/create-package');
  const file = (name: string) => ({ name, mimeType: 'audio/mpeg', buffer: Buffer.from(name) });
  await page.locator('input[type="file"][multiple]').setInputFiles([file('um.mp3'), file('dois.mp3')]);
  await press(page, 'Tirar da lista: um.mp3');
  await expect(page.getByRole('button', { name: 'Tirar da lista: dois.mp3' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Tirar da lista/ })).toHaveCount(0);
  await expect(focused(page)).toHaveCount(1);
  await page.getByLabel('Título').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('O nome do pacote é obrigatório').first()).toBeVisible();
  await expect(page.getByLabel('Título')).toBeFocused();
});

test('a delivered recording leaves the focus in the list of requests', async ({ page, browser, baseURL }) => {
  const theirs = await browser.newPage({ baseURL });
  await newPerson(theirs, { plan: true });
  const listed = await (await theirs.request.get('/category/pacotes-vinhetas')).text();
  const radioName = `Rádio Foco ${Date.now().toString(36)}`;
  const asked = await theirs.request.post('/functions/create-recording-request', {
    data: { packageId: /\/package\/([\w-]+)/.exec(listed)![1], radioName, whatsapp: '(11) 98765-4321' },
  });
  expect(asked.ok(), await asked.text()).toBe(true);
  await enter(page, demoAccounts.admin);
  await open(page, '/admin/recording-requests');
  const chooser = page.waitForEvent('filechooser');
  await press(page, `Entregar áudio da ${radioName}`);
  await (await chooser).setFiles('demo/audio/vinheta-feliz-natal.mp3');
  await expect(page.getByText('A gravação foi entregue e marcada como concluída.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Entregar áudio da ${radioName}` })).toHaveCount(0);
  await expect(page.getByRole('main').locator('li :focus')).toHaveCount(1);
});
