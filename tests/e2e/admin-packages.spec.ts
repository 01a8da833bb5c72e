import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts, demoAudio, expect, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { open } from './inspect.ts';
import { enter, enterAt, newPerson, openPackage } from './people.ts';

/** Long, because audio is measured meanwhile. */
test.describe.configure({ timeout: 300_000 });

const list = '/admin/manage-packages';
const stamp = Date.now().toString(36);

const dialog = (page: Page) => page.getByRole('dialog');
const line = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

/** Noise, which does not compress. */
const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

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
  await dialog(page).getByLabel('Motivo').fill('Começou hoje na equipe');
  await dialog(page).getByRole('button', { name: 'Promover' }).click();
  await expect(page.getByText('Permissão alterada')).toBeVisible();
  return theirs;
}

/** Seconds within which a new administrator has published something. */
const bound = 180;

test('a new administrator makes a category and a package with cover and five audio files, and a subscriber hears it, within three minutes; then its tracks are changed', async ({
  page: demoAdmin,
}) => {
  const page = await newAdministrator(demoAdmin);
  const began = Date.now();
  const main = page.getByRole('main');
  await open(page, '/admin');
  await main.getByRole('link', { name: /^Categorias/ }).click();
  const category = `TRILHAS TESTE ${stamp.toUpperCase()}`;
  await main.getByRole('button', { name: 'Nova categoria' }).click();
  await dialog(page).getByLabel('Nome').fill(category.toLowerCase());
  await expect(dialog(page).getByText('Os pacotes aparecem na página Trilhas.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Criar categoria' }).click();
  await expect(page.getByText('Categoria criada')).toBeVisible();
  await expect(page.getByText(category, { exact: true })).toBeVisible();

  await main.getByRole('link', { name: 'Voltar', exact: true }).click();
  await main.getByRole('link', { name: /^Gerenciar Pacotes/ }).click();
  await main.getByRole('link', { name: 'Novo Pacote', exact: true }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Criar Novo Pacote' })).toBeVisible();
  const title = `Manhã de Rádio ${stamp}`;
  await dialog(page).getByLabel('Título').fill(title);
  await dialog(page).getByLabel('Categoria').selectOption({ label: category });
  await dialog(page)
    .getByLabel('Arquivo da capa')
    .setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: await noise(1000) });
  await expect(page.getByText('Imagem otimizada')).toBeVisible();
  await expect(page.getByText(/^De [\d,]+ MB para [\d,]+ KB\.$/)).toBeVisible();
  await expect(dialog(page).getByRole('img', { name: 'Prévia da capa' })).toBeVisible();
  const five = [
    'trilha-lounge-madrugada',
    'trilha-samba-roda-alegre',
    'trilha-natal-sinos',
    'trilha-sertanejo-estrada',
    'trilha-baiao-sanfona',
  ];
  await dialog(page)
    .getByLabel('Arquivos de áudio')
    .setInputFiles(five.map((name) => `${demoAudio}${name}.mp3`));
  await expect(
    dialog(page).getByText('Os 5 áudios são enviados assim que o pacote for criado.'),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Criar Pacote' }).click();
  await expect(page.getByText('Pacote criado com sucesso!')).toBeVisible();
  await expect(page.getByText('Envio concluído')).toBeVisible({ timeout: 90_000 });
  await expect(line(page, title).last()).toContainText('5 faixas');
  await expect(line(page, title).last()).toContainText('Ativo');

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
  await expect(listener.getByRole('button', { name: /^Pausar/ }).first()).toBeVisible();
  const seconds = Math.round((Date.now() - began) / 1000);
  test.info().annotations.push({ type: 'seconds from the panel to the sound', description: String(seconds) });
  expect(seconds).toBeLessThan(bound);

  await page.getByRole('link', { name: title }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Editar Pacote' })).toBeVisible();
  const tracks = dialog(page).getByRole('list', { name: 'Faixas do pacote' }).getByRole('listitem');
  await expect(tracks).toHaveCount(5);
  await expect(dialog(page).getByText('Analisando...')).toHaveCount(0, { timeout: 120_000 });

  // Ordered by keyboard and drag, renamed and removed.
  const names = () =>
    tracks.getByRole('textbox').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const before = await names();
  await tracks
    .first()
    .getByRole('button', { name: /^Mover/ })
    .focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
  await expect(page.getByText('Ordem das faixas salva').first()).toBeVisible();
  const handle = (await tracks
    .last()
    .getByRole('button', { name: /^Mover/ })
    .boundingBox())!;
  const target = (await tracks.nth(2).boundingBox())!;
  await page.mouse.move(handle.x + 5, handle.y + 5);
  await page.mouse.down();
  await page.mouse.move(handle.x + 5, target.y + target.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(names).toEqual([before[1], before[0], before[4], before[2], before[3]]);
  await tracks.first().getByRole('textbox').fill('Abertura da manhã');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await names())[0]).toBe('Abertura da manhã.mp3');
  await tracks
    .last()
    .getByRole('button', { name: /^Remover faixa/ })
    .click();
  await page.getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(tracks).toHaveCount(4);

  await listener.reload();
  await expect(listener.getByText('Abertura da manhã.mp3').first()).toBeVisible();
  await listener.context().close();
  await page.context().close();
});

test('PKM-03, PKM-04, PKM-05, PKM-06, PKM-07, PKM-08, PKM-09, PKM-11, PKM-12, PKM-18, PKM-20: search, both labels, required fields, deletion with undo, several at once', async ({
  page,
}) => {
  await enterAt(page, demoAccounts.admin, list);
  await expect(page.getByRole('link', { name: 'Pacotes Automáticos' })).toHaveAttribute(
    'href',
    '/admin/create-package',
  );
  await expect(page.getByText(/até 5 MB/)).toBeVisible();

  await page.getByRole('link', { name: 'Novo Pacote', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Criar Pacote' }).click();
  await expect(dialog(page).getByText('Informe o título.')).toBeVisible();
  await expect(dialog(page).getByText('Selecione uma categoria').last()).toBeVisible();
  await expect(dialog(page).getByLabel('Título')).toBeFocused();
  for (const label of [
    'Título',
    'Categoria',
    'Descrição',
    'URL do Google Drive',
    'Tags',
    'Ordem',
    'Destaque',
    'Ativo',
  ])
    await expect(dialog(page).getByLabel(label).first()).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Enviar Imagem' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();

  const [one, two] = [`Zabumba ${stamp}`, `Zabumba dois ${stamp}`];
  await create(page, one, { tags: ' a, ,b ', order: '900' });
  await create(page, two, { order: 'abc'.replace(/\D/g, '') });
  await open(page, list);

  const box = page.getByRole('searchbox', { name: 'Buscar pacotes' });
  await box.fill('xyz natal');
  await expect(line(page, 'Vinheta de Natal')).toBeVisible();
  await box.fill('qwertyuiop');
  await expect(page.getByText('Nenhum pacote encontrado')).toBeVisible();
  await page.getByRole('link', { name: 'Limpar Pesquisa' }).click();
  await expect(line(page, 'Vinheta de Natal')).toBeVisible();
  await expect(box).toHaveValue('');

  await page.getByRole('link', { name: one }).click();
  await expect(dialog(page).getByLabel('Tags')).toHaveValue('a, b');
  await expect(dialog(page).getByLabel('Ordem')).toHaveValue('900');
  await dialog(page).getByLabel('Descrição').fill('Zabumba e sanfona.');
  await dialog(page).getByRole('button', { name: 'Salvar Alterações' }).click();
  await expect(page.getByText('Pacote atualizado com sucesso!').first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  for (const title of [one, two])
    await page.getByRole('checkbox', { name: `Selecionar ${title}`, exact: true }).check();
  await expect(page.getByText('2 selecionados')).toBeVisible();
  await page.getByLabel('O que fazer').selectOption('deactivate');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('2 pacotes atualizados com sucesso!')).toBeVisible();
  await expect(line(page, one)).toContainText('Inativo');

  await page.getByRole('button', { name: `Excluir ${one}`, exact: true }).click();
  await expect(dialog(page)).toContainText(one);
  await dialog(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Pacote excluído', { exact: true })).toBeVisible();
  await expect(line(page, one)).toHaveCount(0);
  await expect(dialog(page)).toHaveCount(0);
  await page.getByLabel('Situação').selectOption('excluidos');
  await page.getByRole('button', { name: `Restaurar ${one}` }).click();
  await expect(page.getByText('Pacote restaurado')).toBeVisible();
  await page.getByLabel('Situação').selectOption('');
  await expect(line(page, one)).toContainText('Inativo');
});

test('PKM-14, PKM-15, PKM-19: refusals and failures are said, and the page stays', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource|answer 500/);
  await enterAt(page, demoAccounts.admin, `${list}?editar=novo`);
  const file = dialog(page).getByLabel('Arquivo da capa');
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText('Por favor, selecione uma imagem válida.')).toBeVisible();
  const big = Buffer.alloc(5 * 1024 * 1024 + 1);
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: big });
  await expect(page.getByText('A imagem deve ter no máximo 5MB.')).toBeVisible();
  const address = dialog(page).getByLabel('ou um endereço direto (https)');
  await address.fill('http://example.com/a.png');
  await dialog(page).getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByText('Informe um endereço que comece com https://.').first()).toBeVisible();
  await page.route('**/uploads/covers', (route) => route.abort());
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await noise(20) });
  await expect(page.getByText('Não foi possível fazer upload da imagem.')).toBeVisible();

  await dialog(page).getByLabel('Título').fill('Falha');
  await dialog(page).getByLabel('Categoria').selectOption({ index: 1 });
  const fail = (route: import('@playwright/test').Route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'x' }) : route.continue();
  await page.route('**/manage-packages.data*', fail);
  // Toasts cover the dialog's buttons for some seconds.
  await dialog(page).getByLabel('Título').press('Enter');
  await expect(page.getByText('Erro ao criar pacote')).toBeVisible();
  await expect(dialog(page).getByLabel('Título')).toHaveValue('Falha');
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Sair sem salvar' }).click();
  await page.getByRole('link', { name: 'Jornal da Hora' }).click();
  await dialog(page).getByRole('button', { name: 'Salvar Alterações' }).click();
  await expect(page.getByText('Erro ao salvar pacote')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Excluir Jornal da Hora', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Erro ao deletar pacote')).toBeVisible();
});

test('A-66: a save that fails before the page has shown that it began can be tried again', async ({
  page,
  watch,
}) => {
  watch.allow(/answer 500/);
  await enterAt(page, demoAccounts.admin, `${list}?editar=novo`);
  await dialog(page).getByLabel('Título').fill('Falha na hora');
  await dialog(page).getByLabel('Categoria').selectOption({ index: 1 });
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = (input, init) =>
      init?.method === 'POST' ? Promise.resolve(new Response('x', { status: 500 })) : real(input, init);
  });
  // So slow that the answer overtakes what is drawn of the call.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await dialog(page).getByLabel('Título').press('Enter');
  await expect(page.getByText('Erro ao criar pacote')).toBeVisible();
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(dialog(page).getByRole('button', { name: 'Cancelar' })).toBeEnabled();
});

test('A-66: nothing written in the window is lost: closing asks, a slow save stays, and of two the second is told', async ({
  page,
  watch,
}) => {
  watch.allow(/status of 409/);
  await enterAt(page, demoAccounts.admin, `${list}?editar=novo`);
  const asked = page.getByRole('dialog', { name: 'Sair sem salvar?' });
  const title = `Devagar ${stamp}`;
  await dialog(page).getByLabel('Título').fill(title);
  await dialog(page).getByLabel('Categoria').selectOption({ index: 1 });
  await page.keyboard.press('Escape');
  await asked.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(dialog(page).getByLabel('Título')).toHaveValue(title);

  const release = await holdBack(page, '**/manage-packages.data*', 'POST');
  await dialog(page).getByRole('button', { name: 'Criar Pacote' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Cancelar' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('heading', { name: 'Criar Novo Pacote' })).toBeVisible();
  release();
  await expect(dialog(page)).toHaveCount(0);

  await page.getByRole('link', { name: title }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Editar Pacote' })).toBeVisible();
  const fieldValue = (name: string) => dialog(page).locator(`[name="${name}"]`).inputValue();
  const [id, version, categoryId] = [
    await fieldValue('id'),
    await fieldValue('version'),
    await fieldValue('categoryId'),
  ];
  const form = { intent: 'save', id, version, categoryId, title, tags: 'de outra', isActive: 'on' };
  const headers = { origin: new URL(page.url()).origin };
  expect((await page.request.post(`${list}.data`, { form, headers })).status()).toBe(200);
  await dialog(page).getByLabel('Descrição').fill('Texto meu');
  await dialog(page).getByRole('button', { name: 'Salvar Alterações' }).click();
  const conflict = dialog(page).getByRole('alert', { name: 'Conflito de edição' });
  await expect(conflict).toContainText('Ela mudou: tags.');
  await expect(dialog(page).getByLabel('Descrição')).toHaveValue('Texto meu');
  await conflict.getByRole('button', { name: 'Carregar a versão salva' }).click();
  await expect(dialog(page).getByLabel('Tags')).toHaveValue('de outra');
  await expect(dialog(page).getByLabel('Descrição')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});
