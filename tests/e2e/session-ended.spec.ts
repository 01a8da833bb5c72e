import type { Page } from '@playwright/test';
import { demoAccounts, demoPassword, expect, test } from './fixtures.ts';
import { open } from './inspect.ts';
import { enterAt, newPerson, notices, openPackage, type Person } from './people.ts';

test.describe.configure({ mode: 'parallel' });
test.beforeEach(({ watch }) => watch.allow(/40[13]/));

const told = (page: Page) => page.getByRole('dialog', { name: 'Sua sessão terminou' });

/** Ends the session on the server without telling any tab. */
const endSession = async (page: Page): Promise<void> => {
  expect((await page.request.post('/auth/sair', { headers: { Accept: 'application/json' } })).ok()).toBe(
    true,
  );
};

async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Signs in by the notice, in the tab that it opens and closes. */
async function signInAgain(page: Page, person: Person): Promise<void> {
  await expect(told(page)).toBeVisible();
  const opening = page.waitForEvent('popup');
  await told(page).getByRole('link', { name: 'Entrar de novo' }).click();
  const beside = await opening;
  const closed = beside.waitForEvent('close');
  await fillSignIn(beside, person);
  await closed;
  await expect(told(page)).toBeHidden();
}

test('A-27: a recording that is asked for after the session has ended is asked for after signing in again', async ({
  page,
}) => {
  const person = await newPerson(page, { plan: true });
  await openPackage(page, 'pacotes-vinhetas', 'Vinheta de Natal');
  await page.getByRole('button', { name: 'SOLICITAR GRAVAÇÃO' }).click();
  const dialog = page.getByRole('dialog', { name: 'Solicitar Gravação' });
  await dialog.getByLabel('Nome da Rádio').fill('Rádio "São João" FM');
  await dialog.getByLabel('WhatsApp').fill('(11) 99999-0000');
  await endSession(page);
  await dialog.getByRole('button', { name: /^Confirmar/ }).click();
  await signInAgain(page, person);
  await expect(notices(page)).toContainText('Sua gravação será entregue em até 24 horas úteis.');
  await open(page, '/minhas-gravacoes');
  await expect(page.getByRole('main').getByText('Rádio "São João" FM')).toHaveCount(1);
});

test('A-27: a form keeps its text, is put off, sends itself after signing in again, and is gone once somebody else has signed in', async ({
  page,
  context,
}) => {
  const person = await newPerson(page);
  await open(page, '/profile');
  const name = page.getByLabel('Nome de exibição');
  const save = page.getByRole('button', { name: 'Salvar alterações' });
  await name.fill('Ana Souza');
  await endSession(page);
  await save.click();
  await told(page).getByRole('button', { name: 'Agora não' }).click();
  await expect(name).toHaveValue('Ana Souza');
  await save.click();
  await expect(told(page)).toContainText('o envio segue sozinho');
  await signInAgain(page, person);
  await expect(notices(page), 'without another click').toContainText('Perfil atualizado!');
  await expect(name).toHaveValue('Ana Souza');
  await open(page, '/profile');
  await expect(name).toHaveValue('Ana Souza');

  const other = await context.newPage();
  const again = page.waitForEvent('load');
  await enterAt(other, demoAccounts.listener, '/dashboard');
  await again;
  await expect(page.getByRole('main').getByText(demoAccounts.listener)).toBeVisible();
});

test('A-27: administrators’ dialogs keep their text', async ({ page, watch }) => {
  // The tab of the sign-in closes while it still fetches what its page needs.
  watch.allow(/422|manifest patches/);
  await enterAt(page, demoAccounts.admin, '/admin/categories');
  await page.getByRole('button', { name: 'Nova categoria' }).click();
  const dialog = page.getByRole('dialog', { name: 'Criar categoria' });
  await dialog.getByLabel('Nome').fill('trilhas brasileiras');
  await dialog.getByLabel('Descrição').fill('Escrita durante a noite toda');
  await endSession(page);
  await dialog.getByRole('button', { name: 'Criar categoria' }).click();
  await signInAgain(page, { email: demoAccounts.admin, password: demoPassword });
  await dialog.getByRole('button', { name: 'Criar categoria' }).click();
  await expect(dialog, 'the answer of who is signed in').toContainText('Já existe');
  await expect(dialog.getByLabel('Nome')).toHaveValue('trilhas brasileiras');
  await expect(dialog.getByLabel('Descrição')).toHaveValue('Escrita durante a noite toda');
});

test('A-27, AUT-19: a walk after the session has ended leads to the sign-in and on, and the way back not to it', async ({
  page,
}) => {
  const person = await newPerson(page, { plan: true });
  await open(page, '/profile');
  await open(page, '/category/trilhas');
  await endSession(page);
  await page.getByRole('combobox').first().fill('jornal');
  await page.waitForURL(/\/auth\?next=/);
  await fillSignIn(page, person);
  await page.waitForURL(
    (url) => url.pathname === '/category/trilhas' && url.searchParams.get('q') === 'jornal',
  );
  await expect(page.getByRole('combobox').first()).toHaveValue('jornal');
  await page.goBack();
  await expect(page).toHaveURL(/\/profile/);
});

test('DEN-01, DEN-02, A-108: who lacks the role reads Acesso Restrito and gets back to where he was', async ({
  page,
  context,
}) => {
  await enterAt(page, demoAccounts.listener, '/dashboard');
  await page.goto('/admin/audit');
  await expect(page.getByRole('heading', { level: 1, name: 'Acesso Restrito' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver Planos de Assinatura' })).toHaveAttribute(
    'href',
    '/#planos',
  );
  await page.getByRole('link', { name: 'Voltar', exact: true }).click();
  await page.waitForURL('**/dashboard');

  const fresh = await context.newPage();
  await fresh.goto('/admin/audit');
  await fresh.getByRole('link', { name: 'Voltar', exact: true }).click();
  await fresh.waitForURL((url) => url.pathname === '/');

  await page.context().clearCookies();
  await page.goto('/termos');
  await page.goto('/admin/audit');
  await fillSignIn(page, { email: demoAccounts.listener, password: demoPassword });
  await expect(page.getByRole('heading', { level: 1, name: 'Acesso Restrito' })).toBeVisible();
  await page.getByRole('link', { name: 'Voltar', exact: true }).click();
  await page.waitForURL('**/termos');
});
