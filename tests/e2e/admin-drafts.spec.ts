import type { Locator, Page } from '@playwright/test';
import { fakeAi, manners } from '../fakes/ai.ts';
import { type FakeDrive, fakeDrive } from '../fakes/drive.ts';
import { demoAccounts, expect, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { inspect, open } from './inspect.ts';
import { ownSite } from './own-site.ts';
import { enter, enterAt } from './people.ts';
import { ownPort } from './ports.ts';

/** Sounds are downloaded and measured meanwhile. */
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const port = ownPort();
const aiPort = ownPort();
const key = 'chave-de-teste';
ownSite({
  GOOGLE_API_KEY: key,
  GOOGLE_DRIVE_API_BASE_URL: `http://127.0.0.1:${port}`,
  AI_BASE_URL: `http://127.0.0.1:${aiPort}/v1`,
  AI_MODEL: 'modelo-de-teste',
});
const audio = new URL('../../demo/audio/', import.meta.url).pathname;
const review = '/admin/rascunhos';
let drive: FakeDrive;
let ai: Awaited<ReturnType<typeof fakeAi>>;
let root: string;

test.beforeAll(async () => {
  drive = await fakeDrive({ port, apiKey: key });
  // Worded by rules, unless a test sets a model.
  ai = await fakeAi({ port: aiPort, manner: manners.broken });
  const { tree } = drive;
  root = tree.folder('Rádio Aurora');
  const files: Record<string, string[]> = {
    '01_TRILHAS_DE_NATAL': ['trilha-natal-sinos', 'trilha-lounge-madrugada'],
    'Vinhetas da manhã': ['vinheta-bom-dia-cidade'],
    'Sem pistas': ['efeito-robo'],
  };
  for (const [name, sounds] of Object.entries(files)) {
    const folder = tree.folder(name, root);
    for (const sound of sounds)
      tree.file(`${sound.replace(/^[a-z]+-/, '')}.mp3`, folder, { path: `${audio}${sound}.mp3` });
  }
});
test.afterAll(async () => {
  await Promise.all([drive.close(), ai.close()]);
});

const toasts = (page: Page) => page.locator('[data-toasts]');
const card = (page: Page, title: string): Locator =>
  page.locator('[data-draft]').filter({ has: page.locator(`input[value="${title}"]`) });

async function create(page: Page, folder = root): Promise<void> {
  await open(page, '/admin/create-package');
  await page.getByLabel('Link da pasta do Google Drive').fill(`${drive.linkOf(folder)}?usp=sharing`);
  await page.getByRole('button', { name: 'Criar Automaticamente' }).click();
}

test('CRP-07: a failure says the exact sentence and why, and creation by hand still works', async ({
  page,
  watch,
}) => {
  watch.allow(/status of 422/);
  await enterAt(page, demoAccounts.admin, '/admin/create-package');
  drive.fail('get', { status: 404, reason: 'notFound' }, { id: root });
  await create(page);
  await expect(toasts(page).getByText('Erro na criação automática')).toBeVisible();
  await expect(
    toasts(page).getByText('Não foi possível criar os pacotes automaticamente. Você pode criar manualmente.'),
  ).toBeVisible();
  await expect(page.getByText(/O Google Drive não encontrou este link/)).toBeVisible();
  await page.getByLabel('Link da pasta do Google Drive').fill('');
  await page.getByLabel('Título').fill('Feito à mão');
  await page.getByLabel('Categoria').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Criar Pacote' }).click();
  await expect(page.getByText('Pacote criado com sucesso!')).toBeVisible();
});

test('CRP-06, CRP-08, CRP-09: from a folder to packages that subscribers hear', async ({
  page,
  watch,
  browser,
  baseURL,
}) => {
  watch.allow(/status of (409|422)/);
  await enterAt(page, demoAccounts.admin, review);
  await expect(page.getByRole('heading', { name: 'Nenhum rascunho para revisar' })).toBeVisible();
  await create(page);
  await expect(toasts(page).getByText('Pacotes criados pela IA!')).toBeVisible();
  await page.waitForURL(`**${review}`);
  await expect(page.locator('[data-draft]')).toHaveCount(3);

  // The files arrive while the page is open.
  const id = await card(page, 'Trilhas de Natal').getAttribute('data-draft');
  const natal = page.locator(`[data-draft="${id}"]`);
  const tracks = natal.getByRole('listitem');
  await expect(tracks).toHaveCount(2, { timeout: 120_000 });
  await expect(card(page, 'Sem pistas').getByRole('listitem')).toHaveCount(1, { timeout: 120_000 });
  await expect(page.getByText('Analisando...')).toHaveCount(0, { timeout: 120_000 });

  // Played before publishing.
  await tracks
    .first()
    .getByRole('button', { name: /^Tocar/ })
    .click();
  await expect(tracks.first().getByRole('button', { name: /^Pausar/ })).toBeVisible();
  await page.keyboard.press('Escape');

  // Edited in place; saves itself.
  await natal.getByLabel('Título').fill('Natal na Aurora');
  await natal.getByLabel('Tags').fill('natal, sinos');
  await natal.getByLabel('Tags').press('Tab');
  await expect(natal.getByText('Salvo')).toBeVisible();
  await open(page, review);
  await expect(natal.getByLabel('Título')).toHaveValue('Natal na Aurora');
  await expect(natal.getByLabel('Tags')).toHaveValue('natal, sinos');

  // The slower editor sees the conflict and decides.
  const other = await page.context().newPage();
  await open(other, review);
  await other.locator(`[data-draft="${id}"]`).getByLabel('Descrição').fill('Da outra aba.');
  await other.locator(`[data-draft="${id}"]`).getByLabel('Tags').focus();
  await expect(other.getByText('Salvo')).toBeVisible();
  await other.close();
  await natal.getByLabel('Descrição').fill('Desta aba.');
  await natal.getByLabel('Tags').focus();
  await expect(natal.getByText(/Outra pessoa mudou este rascunho/)).toBeVisible();
  await natal.getByRole('button', { name: 'Ver a versão salva' }).click();
  await expect(natal.getByLabel('Descrição')).toHaveValue('Da outra aba.');

  // Not published without a category, with a message.
  const unknown = card(page, 'Sem pistas');
  await expect(unknown.getByText('Escolha uma categoria para publicar.')).toBeVisible();
  await unknown.getByRole('button', { name: /^Publicar/ }).click();
  await expect(toasts(page).getByText('Não foi possível publicar')).toBeVisible();

  await natal.getByRole('button', { name: /^Publicar/ }).click();
  await expect(toasts(page).getByText('Pacote publicado')).toBeVisible();
  await expect(page.locator('[data-draft]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Publicar todos' }).click();
  await page.getByRole('button', { name: 'Publicar 2', exact: true }).click();
  await expect(toasts(page).getByText('1 pacote publicado')).toBeVisible();
  await expect(page.locator('[data-draft]')).toHaveCount(1);

  // A second run makes no duplicates.
  await create(page);
  await expect(toasts(page).getByText('Nenhum pacote novo')).toBeVisible();
  await page.waitForURL(`**${review}`);
  await expect(page.locator('[data-draft]')).toHaveCount(1);

  // Marked in the list, and hidden from listeners.
  await open(page, '/admin/manage-packages?situacao=rascunhos');
  await expect(page.getByRole('listitem').filter({ hasText: 'Sem pistas' })).toContainText('Rascunho');
  const theirs = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await enterAt(theirs, demoAccounts.subscriber, '/search?q=aurora');
  await theirs
    .getByRole('link', { name: /Natal na Aurora/ })
    .first()
    .click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Natal na Aurora' })).toBeVisible();
  await theirs
    .getByRole('button', { name: /^Tocar/ })
    .first()
    .click();
  await expect(theirs.getByRole('button', { name: /^Pausar/ }).first()).toBeVisible();
  await open(theirs, '/search?q=pistas');
  await expect(theirs.getByRole('heading', { name: 'Nenhum resultado encontrado' })).toBeVisible();
  await theirs.context().close();
});

test('A-72: what is written while a slow save is under way is saved after it', async ({ page }) => {
  await enterAt(page, demoAccounts.admin, '/admin');
  await page.clock.install();
  await open(page, review);
  const release = await holdBack(page, `**${review}*`, 'POST');
  const draft = page.locator('[data-draft]');
  const begun = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes(review),
  );
  await draft.getByLabel('Descrição').fill('Um robô que fala.');
  await draft.getByLabel('Tags').fill('robô, voz');
  await begun;
  // The debounce ends before the response arrives.
  await page.clock.fastForward(5000);
  await draft.getByLabel('Tags').press('Tab');
  await expect(draft.getByText('Alterações não salvas')).toBeVisible();
  release();
  await expect(draft.getByText('Salvo', { exact: true })).toBeVisible();
  await open(page, review);
  await expect(draft.getByLabel('Descrição')).toHaveValue('Um robô que fala.');
  await expect(draft.getByLabel('Tags')).toHaveValue('robô, voz');
});

test('A-27: what is written after the session has ended stays, and is saved after signing in again', async ({
  page,
  watch,
}) => {
  watch.allow(/401/);
  await enterAt(page, demoAccounts.admin, review);
  const draft = page.locator('[data-draft]');
  await page.context().clearCookies();
  await draft.getByLabel('Descrição').fill('Escrito tarde da noite.');
  await draft.getByLabel('Descrição').press('Tab');
  await page
    .getByRole('dialog', { name: 'Sua sessão terminou' })
    .getByRole('button', { name: 'Agora não' })
    .click();
  await expect(draft.getByText('Não salvo')).toBeVisible();
  await enter(page, demoAccounts.admin);
  await draft.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(draft.getByText('Salvo', { exact: true })).toBeVisible();
  await open(page, review);
  await expect(draft.getByLabel('Descrição')).toHaveValue('Escrito tarde da noite.');
});

test('A11-01: axe finds nothing on the review list, with a draft and without', async ({ page }) => {
  await enterAt(page, demoAccounts.admin, review);
  await inspect(page, 'drafts', async () => open(page, review));
  await page.getByRole('button', { name: /^Excluir/ }).click();
  await page.getByRole('button', { name: 'Excluir rascunho', exact: true }).click();
  await expect(toasts(page).getByText('Rascunho excluído')).toBeVisible();
  await inspect(page, 'no drafts', async () => open(page, review));
});

test('A-72, CRP-06: what takes long goes on in the background, in sight, and is told when it is there', async ({
  page,
}) => {
  const folder = drive.tree.folder('Rádio Lenta');
  drive.tree.file('a.mp3', drive.tree.folder('Devagar', folder), { path: `${audio}efeito-robo.mp3` });
  const held = Promise.withResolvers<void>();
  ai.answer(async (asked) => {
    await held.promise;
    return manners.good(asked);
  });
  await enterAt(page, demoAccounts.admin, '/admin/create-package');
  await create(page, folder);
  await expect(toasts(page).getByText('A criação automática começou')).toBeVisible({ timeout: 60_000 });
  await page.waitForURL(`**${review}`);
  await expect(page.getByText('Organizando os pacotes: Rádio Lenta')).toBeVisible();
  held.resolve();
  await expect(toasts(page).getByText('Pacotes criados pela IA!')).toBeVisible();
  await expect(card(page, 'Devagar: seleção da rádio')).toBeVisible();
});
