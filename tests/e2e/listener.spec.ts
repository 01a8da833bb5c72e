import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page, Request } from '@playwright/test';
import { openZip } from '#tests/zip.ts';
import { expect, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { alive, open } from './inspect.ts';
import { newPerson, notices, openPackage } from './people.ts';

test.describe.configure({ mode: 'parallel', timeout: 300_000 });

const tracks = (page: Page) => page.getByRole('region', { name: /^Arquivos de Áudio/ }).getByRole('listitem');
const heart = { name: /^Favoritar / };
const toastOf = (page: Page, title: string) =>
  notices(page)
    .getByRole(/^Erro|^Login/.test(title) ? 'alert' : 'status')
    .filter({ hasText: title });

/** Plays every track of the open package until each is audible. */
async function audition(page: Page): Promise<number> {
  const repeat = page.getByRole('button', { name: /^Repetir: / });
  while ((await repeat.getAttribute('aria-label')) !== 'Repetir: uma faixa') await repeat.click();
  const count = await tracks(page).count();
  for (let at = 0; at < count; at++) {
    await tracks(page)
      .nth(at)
      .getByRole('button', { name: /^Tocar / })
      .click();
    const playing = tracks(page).getByRole('button', { name: /^Pausar / });
    await expect(playing, 'one at a time').toHaveCount(1);
    await expect(tracks(page).nth(at).locator('[aria-label^="Pausar "]:not([aria-busy])')).toBeVisible();
  }
  return count;
}

test('DWN-04, DWN-05, DWN-07: a morning of a new subscriber: search, audition, favourites, a ZIP and a recording', async ({
  page,
}) => {
  await newPerson(page, { plan: true });
  await open(page, '/library');

  await page.getByRole('combobox', { name: 'Buscar na biblioteca' }).fill('NATAL');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?q=NATAL');
  await expect(page.getByRole('heading', { level: 1, name: 'Buscar' })).toBeVisible();
  const found = page.getByRole('main').getByRole('article');
  await expect(found.filter({ hasText: 'Vinheta de Natal' }), 'SRC-03, SRC-04').toBeVisible();
  await expect(page.getByText(`${await found.count()} resultado(s) encontrado(s)`), 'SRC-08').toBeVisible();

  let heard = 0;
  for (const title of ['Show de Prêmios', 'Transições e Impactos', 'Cabine do DJ']) {
    await openPackage(page, 'efeitos-sonoros', title);
    heard += await audition(page);
    await tracks(page).first().getByRole('button', heart).click();
    await expect(toastOf(page, 'Favoritado!').last(), 'FAV-02').toBeVisible();
  }
  expect(heard).toBeGreaterThanOrEqual(10);

  const downloading = page.waitForEvent('download');
  const letGo = await holdBack(page, '**/zip');
  await page.getByRole('button', { name: 'BAIXAR TODAS' }).click();
  await expect(page.getByRole('button', { name: 'Compactando...' }), 'DWN-04').toBeDisabled();
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect(toastOf(page, 'Download cancelado')).toBeVisible();
  await page.getByRole('button', { name: 'BAIXAR TODAS' }).click();
  letGo();
  const download = await downloading;
  expect(download.suggestedFilename(), 'DWN-06').toBe('Cabine_do_DJ.zip');
  await expect(toastOf(page, 'Download concluído!'), 'DWN-05').toBeVisible();
  await expect(page.getByRole('button', { name: 'BAIXAR TODAS' })).toBeEnabled();
  const bytes = readFileSync(await download.path());
  const zip = await openZip(bytes.length, (start, end) => bytes.subarray(start, end));
  const known = new Set(Object.values(facts).map(({ sha256 }) => sha256));
  const listed = await tracks(page).getByRole('paragraph').allTextContents();
  expect(zip.entries.length, 'DWN-07: every track').toBe(3);
  for (const entry of zip.entries) {
    expect(listed, 'DWN-07: under its own name').toContain(entry.fileName);
    const sum = createHash('sha256')
      .update(await zip.content(entry))
      .digest('hex');
    expect(known.has(sum), `${entry.fileName} is one of ours, byte by byte`).toBe(true);
  }

  await page
    .getByRole('navigation', { name: 'Navegação da biblioteca' })
    .getByRole('link', { name: 'Favoritos' })
    .click();
  await expect(page.getByRole('heading', { name: 'Minhas Faixas Favoritas (3)' }), 'FAV-05').toBeVisible();
  await expect(page.getByRole('heading', { name: 'Meus Pacotes Favoritos (0)' })).toBeVisible();

  await openPackage(page, 'pacotes-vinhetas', 'Vinheta de Natal');
  await page.getByRole('button', { name: 'SOLICITAR GRAVAÇÃO' }).click();
  const dialog = page.getByRole('dialog', { name: 'Solicitar Gravação' });
  await dialog.getByLabel('Nome da Rádio').fill('Rádio "São João" FM');
  await dialog.getByLabel('WhatsApp').fill('(11) 99999-0000');
  await dialog.getByRole('button', { name: 'Confirmar (25 créditos)' }).click();
  await expect(toastOf(page, 'Solicitação enviada!'), 'CRE-06').toContainText(
    'Sua gravação será entregue em até 24 horas úteis.',
  );
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('banner').getByTitle('Seus créditos')).toContainText('75');

  await open(page, '/minhas-gravacoes');
  const request = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Rádio "São João" FM' });
  await expect(request, 'CRE-17').toContainText('Pendente');
  await expect(request, 'CRE-18').toContainText(/Prazo\s*\d\d\/\d\d\/\d{4}/);
  await open(page, '/dashboard');
  await expect(page.getByRole('listitem').filter({ hasText: 'ZIP' }), 'DWN-14').toHaveCount(3);
});

const facts = JSON.parse(readFileSync(new URL('../../demo/facts.json', import.meta.url), 'utf8')) as Record<
  string,
  { sha256: string }
>;

test('FAV-02, FAV-03, FAV-06, FAV-07, FAV-08: hearts go on and off at once, in both tabs, and stay over a reload', async ({
  page,
  context,
}) => {
  await newPerson(page, { plan: true });
  const underWay = new Set<Request>();
  page.on('request', (sent) => {
    if (sent.url().endsWith('/functions/favorites')) underWay.add(sent);
  });
  page.on('response', (answer) => underWay.delete(answer.request()));
  const other = await context.newPage();
  await open(other, '/favorites');
  await expect(other.getByText('Nenhuma favorita ainda'), 'FAV-06').toBeVisible();
  const path = await openPackage(page, 'trilhas', 'Jornal da Hora');
  const whole = page.getByRole('button', { name: /^Favorit(ar Pacote|ado)$/ });
  const letGo = await holdBack(page, '**/functions/favorites', 'POST');
  const early = other.waitForResponse('**/favorites.data*');
  await whole.click();
  await expect(whole, 'PKG-04').toHaveText('Favoritado');
  await early;
  letGo();
  await expect(toastOf(page, 'Pacote favoritado!')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Ver Pacote Jornal da Hora' }), 'other tab').toBeVisible();
  const first = tracks(page).first();
  await first.getByRole('button', heart).dblclick();
  await expect(first.getByRole('button', heart), 'FAV-03').toHaveAttribute('aria-pressed', 'false');
  await first.getByRole('button', heart).click();
  await expect(toastOf(page, 'Favoritado!').last()).toBeVisible();
  // Hearts are optimistic; the next page shows the stored state. The first click stores it too: wait for the others.
  await expect.poll(() => underWay.size).toBe(0);
  await expect.poll(async () => (await page.request.get('/favorites')).text()).toContain(`${path}?track=`);
  await open(page, path);
  await expect(whole, 'PKG-04: after a reload').toHaveText('Favoritado');

  await open(page, '/favorites');
  const saved = page.getByRole('main').getByRole('listitem');
  await expect(saved).toHaveCount(2);
  await expect(saved.last().getByRole('link').first(), 'FAV-07').toHaveAttribute(
    'href',
    new RegExp(`^${path}\\?track=`),
  );
  await expect(saved.first().getByRole('link', { name: 'Ver Pacote Jornal da Hora' })).toHaveAttribute(
    'href',
    path,
  );
  await saved
    .first()
    .getByRole('button', { name: /^Remover / })
    .click();
  for (const tab of [page, other])
    await expect(tab.getByRole('heading', { name: 'Meus Pacotes Favoritos (0)' }), 'FAV-08').toBeVisible();
  await expect(toastOf(page, 'Removido')).toBeVisible();
});

test('FAV-08, FAV-10: a heart that the site refuses goes back and says so', async ({ page, watch }) => {
  watch.allow(/functions\/favorites/);
  await newPerson(page, { plan: true });
  await openPackage(page, 'trilhas', 'Jornal da Hora');
  const track = tracks(page).first().getByRole('button', heart);
  const whole = page.getByRole('button', { name: /^Favorit(ar Pacote|ado)$/ });
  const refuse = () =>
    page.route('**/functions/favorites', (route) => route.fulfill({ status: 500, json: {} }));

  await refuse();
  await track.click();
  await expect(toastOf(page, 'Erro').last()).toContainText('Não foi possível adicionar aos favoritos.');
  await expect(track).toHaveAttribute('aria-pressed', 'false');
  await whole.click();
  await expect(toastOf(page, 'Erro').last()).toContainText(
    'Não foi possível adicionar o pacote aos favoritos.',
  );
  await expect(whole).toHaveText('Favoritar Pacote');

  await page.unroute('**/functions/favorites');
  await track.click();
  await expect(toastOf(page, 'Favoritado!').last()).toBeVisible();
  await whole.click();
  await expect(toastOf(page, 'Pacote favoritado!')).toBeVisible();

  await refuse();
  await open(page, '/favorites');
  const saved = page.getByRole('main').getByRole('listitem');
  await saved
    .last()
    .getByRole('button', { name: /^Remover / })
    .click();
  await expect(toastOf(page, 'Erro').last()).toContainText('Não foi possível remover dos favoritos.');
  await saved
    .first()
    .getByRole('button', { name: /^Remover / })
    .click();
  await expect(toastOf(page, 'Erro').last()).toContainText(
    'Não foi possível remover o pacote dos favoritos.',
  );
  await expect(saved, 'rolled back').toHaveCount(2);
});

test('FAV-01: a heart after the session ended asks to sign in', async ({ page, context, watch }) => {
  watch.allow(/401/);
  await newPerson(page, { plan: true });
  const path = await openPackage(page, 'trilhas', 'Jornal da Hora');
  await context.clearCookies();
  await tracks(page).first().getByRole('button', heart).click();
  await expect(toastOf(page, 'Login necessário')).toContainText('Faça login para favoritar faixas.');
  await page.waitForURL((url) => url.pathname === '/auth' && url.searchParams.get('next') === path);
});

test('SRC-01, A-10: without a plan the search shows cards and play leads to the plans', async ({
  page,
  watch,
}) => {
  watch.allow(/403.*package/);
  await open(page, '/search?q=natal');
  await expect(page.getByRole('heading', { level: 1, name: 'Acesso Restrito' })).toBeVisible();
  await expect(page.getByText('Faça login para buscar pacotes.')).toBeVisible();
  await newPerson(page);
  await open(page, '/search?q=natal');
  const card = page.getByRole('article').filter({ hasText: 'Vinheta de Natal' });
  await card.hover();
  await card.getByRole('button', { name: 'Tocar Vinheta de Natal' }).click();
  await page.waitForURL((url) => url.pathname === '/' && url.hash === '#planos');
  await alive(page);
});
