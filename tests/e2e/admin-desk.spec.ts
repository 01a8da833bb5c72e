import type { Page } from '@playwright/test';
import { demoAccounts, demoAudio, expect, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { alive, open } from './inspect.ts';
import { enter, newPerson } from './people.ts';

test.describe.configure({ mode: 'parallel' });

async function anotherBrowser(page: Page): Promise<Page> {
  await page.goto('/termos');
  const baseURL = new URL(page.url()).origin;
  const context = await page.context().browser()!.newContext({ baseURL, locale: 'pt-BR' });
  return context.newPage();
}

/** Orders a recording by call as a subscriber; returns the radio's name. */
async function orderRecording(theirs: Page): Promise<string> {
  const radioName = `Rádio ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`;
  const listed = await (await theirs.request.get('/category/pacotes-vinhetas')).text();
  const packageId = /\/package\/([\w-]+)/.exec(listed)![1];
  const answer = await theirs.request.post('/functions/create-recording-request', {
    data: { packageId, radioName, whatsapp: '(11) 98765-4321' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return radioName;
}

const credits = async (theirs: Page): Promise<number> => {
  await open(theirs, '/library');
  const shown = theirs.getByRole('link', { name: /crédito/ }).first();
  return Number(/\d+/.exec((await shown.textContent())!)![0]);
};

test('ADM-05, ADM-06, ADM-07: the panel leads everywhere, says who and how, and lets one go', async ({
  page,
  watch,
}) => {
  watch.allow(/401/);
  await enter(page, demoAccounts.admin);
  await open(page, '/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Painel de Controle' })).toBeVisible();
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links).toEqual(
    expect.arrayContaining([
      '/edit-home',
      '/admin/manage-packages',
      '/admin/manage-users',
      '/admin/upload-category-images',
      '/admin/storage',
      '/admin/recording-requests',
      '/admin/ceo-settings',
      '/admin/edit-plans',
      '/profile',
    ]),
  );
  const status = page.locator('dl').filter({ hasText: 'Permissão' });
  await expect(status).toContainText('Ana Administradora');
  await expect(status).toContainText('Administrador');
  await expect(status).toContainText('Produção');
  const before = await page.context().cookies();
  await page.getByRole('main').getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByText('Você foi desconectado com sucesso.')).toBeVisible();
  await page.context().addCookies(before);
  expect(await (await page.request.get('/api/auth/get-session')).json(), 'the old cookie').toBeNull();
});

test('ADM-08, ADM-09: a new request rings the bell at once, in Portuguese; beyond 99 it says 99+', async ({
  page,
}) => {
  const theirs = await anotherBrowser(page);
  await newPerson(theirs, { plan: true });
  await enter(page, demoAccounts.admin);
  await open(page, '/admin');
  const bell = page.getByRole('button', { name: /^Notificações/ });
  await expect(bell).toHaveAccessibleName(/não lidas/);
  const radioName = await orderRecording(theirs);
  // Without a reload: the news arrives over the stream.
  await bell.click();
  const news = page.getByRole('menuitem').filter({ hasText: radioName });
  await expect(news).toBeVisible();
  await expect(news.locator('time')).toHaveText(/^(agora|há \d+ (segundo|minuto)s?)/);
  await expect(news.getByText('Não lida:')).toHaveCount(1);
  await news.click();
  await page.waitForURL('**/admin/recording-requests*');
  await expect(page.getByRole('listitem').getByText(radioName, { exact: true })).toBeVisible();
  await bell.click();
  await expect(news.getByText('Não lida:')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.route('**/functions/notifications', async (route) => {
    const answer = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...answer, unread: 120 } });
  });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/bell-/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.reload();
  await alive(page);
  await bell.click();
  release();
  await expect(page.getByRole('menu'), 'a click before the code has come').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell).toHaveText('99+');
  await theirs.context().close();
});

test('REQ-01, REQ-02, REQ-05: a request is seen, moved on and has an end', async ({ page, watch }) => {
  watch.allow(/500|ERR_FAILED/);
  const theirs = await anotherBrowser(page);
  const person = await newPerson(theirs, { plan: true });
  const radioName = await orderRecording(theirs);
  await enter(page, demoAccounts.admin);
  await open(page, '/admin/recording-requests');
  const line = page.getByRole('listitem').filter({ hasText: radioName });
  const step = (name: string) => line.getByRole('button', { name: `${name} a gravação da ${radioName}` });
  for (const text of ['Pendente', '25 créditos', person.email, '+55 (11) 98765-4321'])
    await expect(line).toContainText(text);
  await expect(line).toContainText(/faltam \d+ (h|dias)/);
  await expect(line).toContainText(/pedida em \d{2}\/\d{2}\/\d{4}/);
  await expect(line.getByRole('link', { name: /98765-4321/ })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/5511987654321\\?text=.*${encodeURIComponent(radioName)}`),
  );
  await page.route('**/recording-requests.data*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'x' }) : route.continue(),
  );
  await step('Iniciar').click();
  await expect(page.getByText('Não foi possível atualizar o status.')).toBeVisible();
  await page.unroute('**/recording-requests.data*');
  await step('Iniciar').click();
  await expect(page.getByText('A solicitação foi marcada como em andamento.')).toBeVisible();
  await expect(line).toContainText('Em Andamento');
  await expect(step('Iniciar'), 'in_progress goes on to completed only').toHaveCount(0);
  await step('Concluir').click();
  await expect(page.getByText('A solicitação foi marcada como concluída.')).toBeVisible();
  await expect(line).toContainText('Concluída');
  await expect(line.getByRole('button'), 'completed offers nothing').toHaveCount(0);

  await page.route('**/recording-requests.data*', (route) => route.fulfill({ status: 500, body: 'x' }));
  await page.getByLabel('Filtrar por status').selectOption('completed');
  await expect(page.getByText('Não foi possível carregar as solicitações.').first()).toBeVisible();
  await page.unroute('**/recording-requests.data*');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(line).toContainText('Concluída');
  await theirs.context().close();
});

test('CRE-17: a delivered recording is heard where it is listed', async ({ page }) => {
  const theirs = await anotherBrowser(page);
  await newPerson(theirs, { plan: true });
  const radioName = await orderRecording(theirs);
  await enter(page, demoAccounts.admin);
  await open(page, '/admin/recording-requests');
  const line = page.getByRole('listitem').filter({ hasText: radioName });
  await line
    .getByLabel(`Áudio da gravação da ${radioName}`)
    .setInputFiles(`${demoAudio}trilha-lounge-madrugada.mp3`);
  await expect(line).toContainText('Concluída');
  await open(theirs, '/minhas-gravacoes');
  const button = (name: string) => theirs.getByRole('button', { name: `${name} a gravação de ${radioName}` });
  const asked = theirs.waitForRequest(/\/recordings\/.*\/file\?ouvir$/);
  await button('Ouvir').click();
  expect((await asked).headers().range, 'it is not waited for as a whole').toBe('bytes=0-');
  await expect(button('Pausar')).toHaveAttribute('data-state', 'playing');
  await button('Pausar').click();
  await expect(button('Ouvir')).toBeVisible();
  await theirs.route(/\/recordings\/[^/]*\/file\?ouvir/, (route) => route.fulfill({ status: 503 }));
  await theirs.reload();
  await button('Ouvir').click();
  await expect(theirs.getByText('Não foi possível tocar a gravação.')).toBeVisible();
  await theirs.context().close();
});

test('A-102: cancelling asks first and gives the credits back', async ({ page }) => {
  const theirs = await anotherBrowser(page);
  await newPerson(theirs, { plan: true });
  const had = await credits(theirs);
  const radioName = await orderRecording(theirs);
  expect(await credits(theirs)).toBe(had - 25);
  await enter(page, demoAccounts.admin);
  await open(page, '/admin/recording-requests');
  const line = page.getByRole('listitem').filter({ hasText: radioName });
  const cancel = line.getByRole('button', { name: `Cancelar a gravação da ${radioName}` });
  const asked = page.getByRole('dialog', { name: 'Cancelar solicitação' });
  await cancel.click();
  await asked.getByRole('button', { name: 'Voltar' }).click();
  await expect(line).toContainText('Pendente');
  await cancel.click();
  await asked.getByRole('button', { name: 'Cancelar solicitação' }).click();
  await expect(line).toContainText('Cancelada');
  await expect(asked).toHaveCount(0);
  expect(await credits(theirs)).toBe(had);
  await theirs.context().close();
});

test('USR-01, USR-02, USR-06: as many rows as the heading says; administrators cannot be revoked', async ({
  page,
}) => {
  const theirs = await anotherBrowser(page);
  const person = await newPerson(theirs);
  await enter(page, demoAccounts.admin);
  await open(page, `/admin/manage-users?q=${encodeURIComponent(person.email)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Usuários Cadastrados (1)' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Usuários cadastrados' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Usuário',
    'E-mail',
    'Permissão',
    'Assinatura',
    'Cadastro',
    'Ações',
  ]);
  const rows = table.getByRole('row');
  await expect(rows).toHaveCount(2);
  const row = rows.nth(1);
  const today = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  for (const text of [person.email, 'Usuário', 'Sem assinatura', today])
    await expect(row).toContainText(text);
  await page.getByRole('main').getByRole('searchbox').fill(demoAccounts.admin);
  await expect(row).toContainText('Administrador');
  await row.getByRole('button', { name: /^Mais ações/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Conceder plano' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Revogar/ })).toHaveCount(0);
  await theirs.context().close();
});

test('STO-01, STO-04, STO-11, STO-12: figures, a cleanup that says how it went, and a failure', async ({
  page,
  watch,
}) => {
  watch.allow(/500/);
  await enter(page, demoAccounts.admin);
  await open(page, '/admin/storage');
  await expect(page.getByRole('heading', { level: 1, name: 'Gerenciamento de Storage' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Uso da cota de imagens' })).toBeVisible();
  await expect(page.getByText(/de 500,00 MB \([\d,]+%\)/)).toBeVisible();
  for (const bucket of ['Capas de pacotes', 'Fotos de perfil', 'Imagens do site', 'Áudios']) {
    const card = page.getByRole('listitem').filter({ hasText: bucket });
    await expect(card).toContainText(/[\d,]+ (B|KB|MB)/);
    await expect(card).toContainText(/\d+ arquivos?/);
  }
  await expect(page.getByText('Otimizações automáticas')).toBeVisible();
  await expect(page.getByText('Ação Necessária')).toHaveCount(0);
  await page.getByRole('button', { name: 'Atualizar' }).click();

  const clean = page.getByRole('button', { name: 'Limpar Arquivos Órfãos' });
  const letGo = await holdBack(page, '**/admin/storage.data*', 'POST');
  await clean.click();
  await expect(page.getByRole('button', { name: 'Limpando...' })).toBeDisabled();
  letGo();
  await expect(page.getByText('Nenhum arquivo órfão encontrado')).toBeVisible();
  await page.unroute('**/admin/storage.data*');
  await page.route('**/admin/storage.data*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'x' }) : route.continue(),
  );
  await clean.click();
  await expect(page.getByText('Erro na limpeza')).toBeVisible();
  await expect(page.getByText('Falha ao remover arquivos órfãos')).toBeVisible();
});

test('PKM-21, A-58: a favourite whose package was deleted says so and can be removed', async ({ page }) => {
  const theirs = await anotherBrowser(page);
  await newPerson(theirs, { plan: true });
  const title = `Some ${Date.now().toString(36)}`;
  await enter(page, demoAccounts.admin);
  await open(page, '/admin/manage-packages?editar=novo');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Título').fill(title);
  await dialog.getByLabel('Categoria').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Criar Pacote' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: title }).click();
  await page.waitForURL(/editar=/);
  const id = new URL(page.url()).searchParams.get('editar');
  await open(theirs, `/package/${id}`);
  const kept = theirs.waitForResponse('**/functions/favorites');
  await theirs.getByRole('main').getByRole('button', { name: 'Favoritar Pacote' }).first().click();
  await kept;
  await open(theirs, '/favorites');
  await expect(theirs.getByText(title)).toBeVisible();
  await open(page, `/admin/manage-packages?excluir=${id}`);
  await expect(dialog).toContainText('1 pessoa tem o pacote');
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Pacote excluído', { exact: true })).toBeVisible();

  await open(theirs, '/favorites');
  const gone = theirs.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await expect(gone).toContainText('Indisponível');
  await expect(gone.getByRole('button', { name: /^Tocar/ })).toHaveCount(0);
  const taken = theirs.waitForResponse('**/functions/favorites');
  await gone.getByRole('button', { name: /favorit/i }).click();
  await expect(gone).toHaveCount(0);
  await taken;
  await theirs.reload();
  await alive(theirs);
  await expect(theirs.getByText(title)).toHaveCount(0);
  await theirs.context().close();
});
