import type { Page } from '@playwright/test';
import { demoAccounts, expect, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { open } from './inspect.ts';
import { enter, newPerson, notices, openPackage } from './people.ts';

test.describe.configure({ mode: 'parallel' });

const alerts = (page: Page) => notices(page).getByRole('alert');
const failure = (page: Page) => page.getByRole('main').getByRole('alert');

/** Makes a page's data fail: without a response, or with a refusal and this message. */
async function failData(page: Page, path: string, route: string, sentence?: string): Promise<void> {
  await page.route(`**${path}.data*`, async (call) => {
    if (sentence === undefined) return call.abort();
    // A real refusal of the site, with the wanted message.
    const real = await call.fetch({ url: new URL('/package/nada.data', call.request().url()).href });
    const body = (await real.text())
      .replaceAll('routes/listener/package', route)
      .replaceAll('Pacote não encontrado', sentence)
      .replaceAll('404', '503');
    await call.fulfill({ response: real, status: 503, body });
  });
}

test('LIB-08: what the library cannot load is said in its place, and can be tried again', async ({
  page,
  watch,
}) => {
  watch.allow(/503|ERR_FAILED|Failed to fetch|\.data/);
  await enter(page, demoAccounts.subscriber);
  for (const [route, path, title] of [
    ['routes/listener/category', '/category/trilhas', 'Erro ao carregar pacotes'],
    ['routes/listener/library', '/library', 'Erro ao carregar categorias'],
  ] as const) {
    for (const said of ['Estamos com uma instabilidade.', undefined]) {
      await open(page, path === '/library' ? '/favorites' : '/library');
      await failData(page, path, route, said);
      await page
        .getByRole('main')
        .or(page.getByRole('navigation'))
        .locator(`a[href="${path}"]`)
        .first()
        .click();
      await expect(failure(page)).toContainText(said === undefined ? 'Erro inesperado' : title);
      await expect(failure(page)).toContainText(said ?? 'Não foi possível carregar a biblioteca.');
      await page.unroute(`**${path}.data*`);
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(page.getByRole('button', { name: 'Tentar novamente' })).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Erro');
    }
  }
});

test('a page that cannot show what it was sent comes anew, with its scripts', async ({ page, watch }) => {
  watch.allow(/TypeError/);
  await enter(page, demoAccounts.subscriber);
  await open(page, '/category/pacotes-vinhetas');
  // As another version of the site might send it.
  await page.route('**/package/*.data*', async (call) => {
    const response = await call.fetch();
    await call.fulfill({ response, body: (await response.text()).replace('"tags"', '"words"') });
  });
  await page.getByRole('main').locator('a[href^="/package/"]').first().click();
  await expect(failure(page)).toContainText('Não foi possível carregar o pacote.');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('heading', { name: /Arquivos de Áudio/ })).toBeVisible();
});

test('PKG-17: a package that cannot be loaded is said in its place', async ({ page, watch }) => {
  watch.allow(/503|ERR_FAILED|Failed to fetch|\.data/);
  await enter(page, demoAccounts.subscriber);
  for (const said of ['Estamos com uma instabilidade.', undefined]) {
    await open(page, '/category/pacotes-vinhetas');
    await failData(page, '/package/*', 'routes/listener/package', said);
    await page.getByRole('main').getByRole('link', { name: 'Vinheta de Natal', exact: true }).click();
    await expect(failure(page)).toContainText(
      said === undefined ? 'Erro inesperado' : 'Erro ao carregar pacote',
    );
    await expect(failure(page)).toContainText(said ?? 'Não foi possível carregar o pacote.');
    await page.unroute('**/package/*.data*');
  }
});

test('FAV-10: favourites that cannot be loaded are said in their place', async ({ page, watch }) => {
  watch.allow(/503|ERR_FAILED|Failed to fetch|\.data/);
  await enter(page, demoAccounts.subscriber);
  await open(page, '/library');
  await failData(page, '/favorites', 'routes/listener/favorites');
  await page.getByRole('link', { name: 'Favoritos' }).first().click();
  await expect(failure(page)).toContainText('Erro');
  await expect(failure(page)).toContainText('Não foi possível carregar os favoritos.');
});

test('DWN-01, DWN-11: a download that the site refuses is a sentence and no file', async ({
  page,
  watch,
}) => {
  watch.allow(/\/audio\//);
  await enter(page, demoAccounts.subscriber);
  await openPackage(page, 'efeitos-sonoros', 'Cabine do DJ');
  await page.route('**/audio/*download=true*', (route) => route.fulfill({ status: 500, json: {} }));
  const files: string[] = [];
  page.on('download', (download) => files.push(download.suggestedFilename()));
  const button = page
    .getByRole('region', { name: /^Arquivos/ })
    .getByRole('button', { name: /^Baixar / })
    .first();
  const name = (await button.getAttribute('aria-label'))!.replace('Baixar ', '');
  const letGo = await holdBack(page, '**/audio/*download=true*');
  await button.click();
  await expect(notices(page).getByRole('status')).toContainText('Iniciando download');
  await expect(notices(page).getByRole('status')).toContainText(`Baixando ${name}...`);
  letGo();
  await expect(alerts(page)).toContainText('Erro no download');
  await expect(alerts(page)).toContainText('Não foi possível baixar o arquivo.');
  await expect(page.getByText(/drive/i)).toHaveCount(0);
  expect(files).toEqual([]);
});

test('DWN-08, DWN-09: a ZIP that lacks a file, or cannot be had, says so', async ({ page, watch }) => {
  watch.allow(/\/zip/);
  await enter(page, demoAccounts.subscriber);
  await openPackage(page, 'efeitos-sonoros', 'Cabine do DJ');
  const all = page.getByRole('button', { name: 'BAIXAR TODAS' });
  for (const [status, sentence] of [
    [404, 'Não foi possível baixar nenhum arquivo.'],
    [500, 'Não foi possível gerar o arquivo ZIP.'],
  ] as const) {
    await page.route('**/zip', (route) => route.fulfill({ status, json: {} }));
    await all.click();
    await expect(alerts(page)).toContainText('Erro no download');
    await expect(alerts(page)).toContainText(sentence);
    await expect(all).toBeEnabled();
    await page.unroute('**/zip');
    await page.keyboard.press('Escape');
    await expect(alerts(page)).toHaveCount(0);
  }
  await page.route('**/zip', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'x-missing-files': '1' };
    await route.fulfill({ response, headers });
  });
  const download = page.waitForEvent('download');
  await all.click();
  await download;
  await expect(alerts(page)).toContainText('Erro parcial');
  await expect(alerts(page)).toContainText('1 arquivo não pôde ser incluído. A lista está no ZIP.');
});

test('CRE-01 to CRE-06, CRE-10, PKG-07: the dialog of a recording request', async ({ page, watch }) => {
  watch.allow(/create-recording-request/);
  await newPerson(page, { plan: true });
  await openPackage(page, 'trilhas', 'Jornal da Hora');
  await expect(page.getByRole('button', { name: 'SOLICITAR GRAVAÇÃO' }), 'CRE-01').toHaveCount(0);
  const path = await openPackage(page, 'pacotes-vinhetas', 'Vinheta de Natal');
  await expect(page.getByRole('button', { name: /^Baixar|BAIXAR/ }), 'MIN-06, PKG-07').toHaveCount(0);
  const opener = page.getByRole('button', { name: 'SOLICITAR GRAVAÇÃO' });
  const dialog = page.getByRole('dialog', { name: 'Solicitar Gravação' });
  const send = dialog.getByRole('button', { name: 'Confirmar (25 créditos)' });
  await opener.click();
  for (const text of ['100 créditos', 'Vinheta de Natal', 'até 24 horas úteis', '25 créditos']) {
    await expect(dialog, 'CRE-02').toContainText(text);
  }
  await dialog.getByLabel('Nome da Rádio').fill('   ');
  await send.click();
  await expect(dialog.getByText('Informe o nome da rádio.'), 'CRE-03').toBeVisible();
  await expect(dialog.getByText('Informe o número do WhatsApp.')).toBeVisible();
  await expect(dialog.getByLabel('Nome da Rádio')).toBeFocused();

  await dialog.getByLabel('Nome da Rádio').fill('Rádio Serra');
  await dialog.getByLabel('WhatsApp').fill('11 99999-0000');
  for (const [code, sentence] of [
    ['deduction-failed', 'Não foi possível deduzir os créditos. Tente novamente.'],
    ['submission-failed', 'Não foi possível enviar a solicitação. Tente novamente.'],
  ] as const) {
    const json = { error: { code, message: sentence } };
    await page.route('**/create-recording-request', (route) => route.fulfill({ status: 503, json }));
    await send.click();
    await expect(alerts(page).last(), 'CRE-10').toContainText(sentence);
    await expect(send).toBeEnabled();
    await page.unroute('**/create-recording-request');
  }
  const letGo = await holdBack(page, '**/create-recording-request');
  await send.click();
  await expect(send, 'CRE-04: while sending').toBeDisabled();
  letGo();
  await expect(notices(page), 'CRE-06').toContainText('Solicitação enviada!');
  await expect(page.getByRole('banner').getByTitle('Seus créditos')).toContainText('75');

  const order = { packageId: path.split('/').at(-1), radioName: 'Rádio Serra', whatsapp: '11999990000' };
  await page.unroute('**/create-recording-request');
  for (let round = 0; round < 3; round++) {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const made = await page.request.post('/functions/create-recording-request', { data: order, headers });
    expect(made.status()).toBe(201);
  }
  await open(page, path);
  await opener.click();
  await expect(dialog, 'CRE-05').toContainText('Créditos insuficientes');
  await expect(dialog).toContainText('Você precisa de pelo menos 25 créditos para solicitar uma gravação.');
  await expect(send, 'CRE-04').toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});
