import type { Page } from '@playwright/test';
import { demoAccounts, demoAudio, expect, test } from './fixtures.ts';
import { alive, open } from './inspect.ts';
import { enter, enterAt } from './people.ts';

/** Long, because audio is measured meanwhile. */
test.describe.configure({ timeout: 180_000 });

const list = '/admin/manage-packages';
const stamp = Date.now().toString(36);

const dialog = (page: Page) => page.getByRole('dialog');
const line = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

async function create(page: Page, title: string, given: { tags?: string; order?: string } = {}) {
  await open(page, `${list}?editar=novo`);
  await dialog(page).getByLabel('Título').fill(title);
  await dialog(page).getByLabel('Categoria').selectOption({ index: 1 });
  if (given.tags) await dialog(page).getByLabel('Tags').fill(given.tags);
  if (given.order) await dialog(page).getByLabel('Ordem').fill(given.order);
  await dialog(page).getByRole('button', { name: 'Criar Pacote' }).click();
  await expect(page.getByText('Pacote criado com sucesso!').first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
}

test('audio goes on after the connection was lost and after a reload, in the order in which it was chosen', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/Failed to load resource|net::ERR/);
  await enterAt(page, demoAccounts.admin, list);
  const title = `Sem conexão ${stamp}`;
  await create(page, title);
  await page.getByRole('link', { name: title }).click();
  const tracks = dialog(page).getByRole('list', { name: 'Faixas do pacote' }).getByRole('listitem');
  const song = `${demoAudio}trilha-lounge-madrugada.mp3`;
  const effect = `${demoAudio}efeito-corvo.mp3`;
  // The second file is finished before the first.
  const isSecondThere = Promise.withResolvers<void>();
  await page.route('**/uploads/audio', async (route) => {
    if (route.request().postData()?.includes('lounge')) await isSecondThere.promise;
    await route.continue();
  });
  await context.setOffline(true);
  await dialog(page).getByLabel('Arquivos de áudio').setInputFiles([song, effect]);
  await expect(dialog(page).getByText('Sem conexão com a internet. O envio continua sozinho.')).toBeVisible();
  await context.setOffline(false);
  await expect(tracks).toHaveCount(1, { timeout: 90_000 });
  isSecondThere.resolve();
  await expect(dialog(page).getByText('Envio concluído')).toBeVisible({ timeout: 90_000 });
  const field = (at: number) => tracks.nth(at).getByRole('textbox', { name: /^Nome da faixa/ });
  await expect(field(0)).toHaveValue('trilha-lounge-madrugada.mp3');
  await expect(field(1)).toHaveValue('efeito-corvo.mp3');

  // A duplicate is reported, and discarded.
  await dialog(page).getByLabel('Arquivos de áudio').setInputFiles(effect);
  await expect(dialog(page).getByText(/já está no pacote, com o nome “efeito-corvo\.mp3”/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Descartar efeito-corvo.mp3' }).click();
  await dialog(page).getByRole('button', { name: 'Fechar lista' }).click();

  // An upload without its last step is offered again after a reload.
  await page.route('**/uploads/audio/*/finish', (route) => route.abort('connectionreset'));
  const other = `${demoAudio}trilha-natal-sinos.mp3`;
  await dialog(page).getByLabel('Arquivos de áudio').setInputFiles(other);
  await expect(dialog(page).getByText('O site não respondeu. O envio continua sozinho.')).toBeVisible();
  await page.unroute('**/uploads/audio/*/finish');
  page.on('dialog', (asked) => void asked.accept());
  await page.reload();
  await alive(page);
  await expect(dialog(page).getByText(/Envio por terminar: trilha-natal-sinos\.mp3/)).toBeVisible();
  await dialog(page).getByLabel('Arquivos de áudio').setInputFiles(other);
  await expect(dialog(page).getByText('Envio concluído')).toBeVisible({ timeout: 90_000 });
  await expect(tracks).toHaveCount(3);

  const bad = {
    name: 'falso.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('<svg onload="alert(1)"></svg>'),
  };
  await dialog(page).getByLabel('Arquivos de áudio').setInputFiles(bad);
  await expect(
    dialog(page).getByText('Envie um arquivo de áudio: MP3, WAV, FLAC, OGG ou M4A.'),
  ).toBeVisible();
});

test('changes of tracks do not push each other aside; what is refused is shown as it was', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource|answer 500/);
  await enterAt(page, demoAccounts.admin, list);
  await page.getByRole('link', { name: 'Jornal da Hora' }).click();
  const fields = dialog(page).getByRole('textbox', { name: /^Nome da faixa/ });
  await expect(fields).toHaveCount(3);
  const names = () => fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const before = await names();
  const held: import('@playwright/test').Route[] = [];
  const lost: string[] = [];
  page.on('requestfailed', (request) => lost.push(request.url()));
  await page.route('**/manage-packages.data*', (route) =>
    route.request().method() === 'POST' ? void held.push(route) : route.continue(),
  );
  await fields.nth(0).fill('Primeira');
  await fields.nth(1).fill('Segunda');
  await fields.nth(2).focus();
  await dialog(page)
    .getByRole('button', { name: /^Mover/ })
    .first()
    .focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => held.length).toBe(3);
  expect(lost).toEqual([]);
  expect(await names()).toEqual(['Segunda', 'Primeira', before[2]]);
  for (const route of held) await route.fulfill({ status: 500, body: 'x' });
  await expect.poll(names).toEqual(['Primeira', 'Segunda', before[2]]);
  await expect(fields.first()).toHaveAttribute('aria-invalid', 'true');
  await fields.first().press('Escape');
  await expect(fields.first()).toHaveValue(before[0]!);
});

test('CRP-01, CRP-02, CRP-03, CRP-04, CRP-05, CRP-07, CRP-11: creation by hand, and the automatic one says what is missing', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource|answer 503/);
  await enterAt(page, demoAccounts.admin, '/admin/create-package');
  const submit = page.getByRole('button', { name: 'Criar Pacote' });
  const automatic = page.getByRole('button', { name: 'Criar Automaticamente' });
  const drive = page.getByLabel('Link da pasta do Google Drive');
  const toasts = page.locator('[data-toasts]');
  await submit.click();
  await expect(toasts.getByText('Campo obrigatório').first()).toBeVisible();
  await expect(toasts.getByText('O nome do pacote é obrigatório')).toBeVisible();
  await page.getByLabel('Título').fill(`À mão ${stamp}`);
  await submit.click();
  await expect(toasts.getByText('Selecione uma categoria')).toBeVisible();
  await page.getByLabel('Categoria').selectOption({ index: 1 });
  await automatic.click();
  await expect(toasts.getByText('URL necessária')).toBeVisible();
  await expect(toasts.getByText('Por favor, insira um link do Google Drive primeiro')).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => {
    // The bell and the counts of the rail poll at any time.
    if (!/\/functions\/(notifications|waiting)$/.test(request.url())) calls.push(request.url());
  });
  for (const url of [
    'https://example.com',
    'https://evil.test/?x=drive.google.com',
    'http://drive.google.com.evil.test',
  ]) {
    await drive.fill(url);
    await automatic.click();
    await expect(toasts.getByText('URL inválida').first()).toBeVisible();
    await submit.click();
  }
  await expect(toasts.getByText('Por favor, insira um link válido do Google Drive').first()).toBeVisible();
  expect(calls).toEqual([]);
  await drive.fill('https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOpQrStUv');
  await automatic.click();
  await expect(toasts.getByText('Erro na criação automática')).toBeVisible();
  await expect(
    toasts.getByText('Não foi possível criar os pacotes automaticamente. Você pode criar manualmente.'),
  ).toBeVisible();
  await expect(page.getByText('O Google Drive não está configurado neste site.')).toBeVisible();
  await submit.click();
  await expect(page.getByText('Pacote criado com sucesso!')).toBeVisible();
  await page.waitForURL(`**${list}`);
  await expect(line(page, `À mão ${stamp}`)).toContainText('Ativo');
});

test('A-63: others read why, or sign in', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/);
  await page.goto(list);
  await expect(page).toHaveURL(/\/auth/);
  await enter(page, demoAccounts.subscriber);
  const answer = await page.goto(list);
  expect(answer!.status()).toBe(403);
  await expect(page.getByText('Acesso restrito a administradores')).toBeVisible();
  for (const path of ['/admin/create-package', '/admin/categories']) {
    await page.goto(path);
    await expect(page).not.toHaveURL(new RegExp(path));
  }
});
