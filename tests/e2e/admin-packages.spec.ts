import { randomBytes } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts, expect, signIn, test } from './fixtures.ts';

/** These journeys are long, and audio is measured on the way. */
test.describe.configure({ timeout: 180_000 });

const demo = new URL('../../demo/audio/', import.meta.url).pathname;
const list = '/admin/manage-packages';
const stamp = Date.now().toString(36);

const dialog = (page: Page) => page.getByRole('dialog');
const line = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

/** A picture that does not compress: noise. */
const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

async function create(page: Page, title: string, given: { tags?: string; order?: string } = {}) {
  await page.goto(`${list}?editar=novo`);
  await dialog(page).getByLabel('Título').fill(title);
  await dialog(page).getByLabel('Categoria').selectOption({ index: 1 });
  if (given.tags) await dialog(page).getByLabel('Tags').fill(given.tags);
  if (given.order) await dialog(page).getByLabel('Ordem').fill(given.order);
  await dialog(page).getByRole('button', { name: 'Criar Pacote' }).click();
  await expect(page.getByText('Pacote criado com sucesso!').first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
}

test('a category and a package with a cover and five audio files are made, published and heard', async ({
  page,
}) => {
  await signIn(page, demoAccounts.admin, { next: '/admin/categories' });
  const category = `TRILHAS TESTE ${stamp.toUpperCase()}`;
  await page.getByRole('button', { name: 'Nova categoria' }).click();
  await dialog(page).getByLabel('Nome').fill(category.toLowerCase());
  await expect(dialog(page).getByText('Os pacotes aparecem na página Trilhas.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Criar categoria' }).click();
  await expect(page.getByText('Categoria criada')).toBeVisible();
  await expect(page.getByText(category, { exact: true })).toBeVisible();

  await page.goto(list);
  await page.getByRole('link', { name: 'Novo Pacote' }).click();
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
    .setInputFiles(five.map((name) => `${demo}${name}.mp3`));
  await expect(
    dialog(page).getByText('Os 5 áudios são enviados assim que o pacote for criado.'),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Criar Pacote' }).click();
  await expect(page.getByText('Pacote criado com sucesso!')).toBeVisible();
  await expect(page.getByText('Envio concluído')).toBeVisible({ timeout: 30_000 });
  await expect(line(page, title).last()).toContainText('5 faixas');

  await page.getByRole('link', { name: title }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Editar Pacote' })).toBeVisible();
  const tracks = dialog(page).getByRole('list', { name: 'Faixas do pacote' }).getByRole('listitem');
  await expect(tracks).toHaveCount(5);
  await expect(dialog(page).getByText('Analisando...')).toHaveCount(0, { timeout: 40_000 });

  // Ordered by keyboard and by dragging, renamed and removed.
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
  const id = new URL(page.url()).searchParams.get('editar');

  const listener = await page
    .context()
    .browser()!
    .newContext({ baseURL: new URL(page.url()).origin });
  const theirs = await listener.newPage();
  await signIn(theirs, demoAccounts.subscriber, { next: `/package/${id}` });
  await expect(theirs.getByRole('heading', { name: title })).toBeVisible();
  await expect(theirs.getByText('Abertura da manhã.mp3').first()).toBeVisible();
  await theirs
    .getByRole('button', { name: /^Tocar/ })
    .first()
    .click();
  await expect(theirs.getByRole('button', { name: /^Pausar/ }).first()).toBeVisible();
  await listener.close();
});

test('PKM-03, PKM-04, PKM-05, PKM-06, PKM-07, PKM-08, PKM-09, PKM-11, PKM-12, PKM-18, PKM-20: search, both labels, required fields, deletion with undo, several at once', async ({
  page,
}) => {
  await signIn(page, demoAccounts.admin, { next: list });
  await expect(page.getByRole('link', { name: 'Pacotes Automáticos' })).toHaveAttribute(
    'href',
    '/admin/create-package',
  );
  await expect(page.getByText(/5MB/)).toBeVisible();

  await page.getByRole('link', { name: 'Novo Pacote' }).click();
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
  await page.goto(list);

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
  await signIn(page, demoAccounts.admin, { next: `${list}?editar=novo` });
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
  // Messages lie over the window's buttons for some seconds.
  await dialog(page).getByLabel('Título').press('Enter');
  await expect(page.getByText('Erro ao criar pacote')).toBeVisible();
  await expect(dialog(page).getByLabel('Título')).toHaveValue('Falha');
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('link', { name: 'Jornal da Hora' }).click();
  await dialog(page).getByRole('button', { name: 'Salvar Alterações' }).click();
  await expect(page.getByText('Erro ao salvar pacote')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Excluir Jornal da Hora', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Erro ao deletar pacote')).toBeVisible();
});

test('audio goes on after the connection was lost, and after a reload', async ({ page, watch }) => {
  watch.allow(/Failed to load resource|net::ERR/);
  await signIn(page, demoAccounts.admin, { next: list });
  const title = `Sem conexão ${stamp}`;
  await create(page, title);
  await page.getByRole('link', { name: title }).click();
  let lost = 0;
  await page.route('**/uploads/audio/*?offset=*', (route) => {
    lost += 1;
    return lost <= 2 ? route.abort('connectionreset') : route.continue();
  });
  const song = `${demo}trilha-lounge-madrugada.mp3`;
  await dialog(page).getByLabel('Arquivos de áudio').setInputFiles(song);
  await expect(dialog(page).getByText(/Sem conexão\. O envio/)).toBeVisible();
  await expect(dialog(page).getByText('Envio concluído')).toBeVisible({ timeout: 20_000 });
  await expect(
    dialog(page).getByRole('list', { name: 'Faixas do pacote' }).getByRole('listitem'),
  ).toHaveCount(1);

  // A file whose last step never came is offered again after a reload.
  await page.route('**/uploads/audio/*/finish', (route) => route.abort('connectionreset'));
  const other = `${demo}trilha-natal-sinos.mp3`;
  await dialog(page).getByLabel('Arquivos de áudio').setInputFiles(other);
  await expect(dialog(page).getByText(/Sem conexão\. O envio/)).toBeVisible();
  await page.unroute('**/uploads/audio/*/finish');
  page.on('dialog', (asked) => void asked.accept());
  await page.reload();
  await expect(dialog(page).getByText(/Envio por terminar: trilha-natal-sinos\.mp3/)).toBeVisible();
  await dialog(page).getByLabel('Arquivos de áudio').setInputFiles(other);
  await expect(dialog(page).getByText('Envio concluído')).toBeVisible({ timeout: 20_000 });
  await expect(
    dialog(page).getByRole('list', { name: 'Faixas do pacote' }).getByRole('listitem'),
  ).toHaveCount(2);

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

test('CRP-01, CRP-02, CRP-03, CRP-04, CRP-05, CRP-07, CRP-11: creation by hand, and the automatic one says what is missing', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource|answer 503/);
  await signIn(page, demoAccounts.admin, { next: '/admin/create-package' });
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
  page.on('request', (request) => calls.push(request.url()));
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
  await signIn(page, demoAccounts.subscriber);
  const answer = await page.goto(list);
  expect(answer!.status()).toBe(403);
  await expect(page.getByText('Acesso restrito a administradores')).toBeVisible();
  for (const path of ['/admin/create-package', '/admin/categories']) {
    await page.goto(path);
    await expect(page).not.toHaveURL(new RegExp(path));
  }
});

for (const width of [360, 1280]) {
  test(`axe finds nothing at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, demoAccounts.admin, { next: list });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const path of [
        list,
        `${list}?editar=novo`,
        `${list}?situacao=excluidos&q=nada`,
        '/admin/create-package',
        '/admin/categories',
      ]) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, path).toBeLessThanOrEqual(0);
      }
      await page.goto(list);
      await page.getByRole('link', { name: 'Jornal da Hora' }).click();
      await expect(dialog(page).getByRole('list', { name: 'Faixas do pacote' })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `editor ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}
