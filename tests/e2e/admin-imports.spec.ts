import { type FakeDrive, fakeDrive } from '../fakes/drive.ts';
import { anMp3 } from '../sounds.ts';
import { demoAccounts, expect, test } from './fixtures.ts';
import { inspect, open } from './inspect.ts';
import { ownSite } from './own-site.ts';
import { enterAt } from './people.ts';
import { ownPort } from './ports.ts';

/** Sounds are downloaded and measured meanwhile. */
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const port = ownPort();
const key = 'chave-de-teste';
ownSite({ GOOGLE_API_KEY: key, GOOGLE_DRIVE_API_BASE_URL: `http://127.0.0.1:${port}` });
let drive: FakeDrive;
let folder: string;
let broken: string;

test.beforeAll(async () => {
  drive = await fakeDrive({ port, apiKey: key });
  folder = drive.tree.folder('Vinhetas da cidade');
  drive.tree.file('Bom dia.mp3', folder, anMp3('bom dia', 20));
  drive.tree.file('Boa noite.mp3', folder, anMp3('boa noite', 20));
  broken = drive.tree.file('Quebrada.mp3', folder, Buffer.concat([Buffer.from('MZ'), Buffer.alloc(3000)]));
});
test.afterAll(() => drive.close());

test('CRP-06, PKG-19: a link becomes a package that is heard, what failed says why and is tried again, and Drive may go', async ({
  page,
}) => {
  // Without EventSource everything must still update.
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'EventSource'));
  await enterAt(page, demoAccounts.admin, '/admin/create-package');
  await page.getByLabel('Título').fill('Da pasta');
  await page.getByLabel('Categoria').selectOption({ index: 1 });
  await page.getByLabel('Link da pasta do Google Drive').fill(`${drive.linkOf(folder)}?usp=sharing`);
  await page.getByRole('button', { name: 'Criar Pacote' }).click();

  await expect(page).toHaveURL(/\/admin\/importacoes\/[0-9a-z]{26}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Vinhetas da cidade' })).toBeVisible();
  await expect(page.getByText('Concluída')).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText('3 de 3')).toBeVisible();
  await expect(page.getByText(/Isto não é um áudio que o site conheça/)).toBeVisible();
  await inspect(page, 'an import');

  drive.tree.replace(broken, anMp3('inteira', 5));
  await page.getByRole('button', { name: 'Tentar de novo: Quebrada.mp3' }).click();
  await expect(page.getByText('Importado', { exact: true })).toHaveCount(3, { timeout: 120_000 });

  await drive.close();
  await page.getByRole('link', { name: 'Da pasta' }).click();
  await expect(page.getByLabel('Nome da faixa Boa noite.mp3')).toHaveValue('Boa noite.mp3');
  await open(page, '/admin/importacoes');
  await expect(page.getByRole('link', { name: /Vinhetas da cidade/ })).toContainText('3 importados');
  await inspect(page, 'imports');
});
