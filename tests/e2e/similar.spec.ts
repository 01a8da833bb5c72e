import { demoAccounts, expect, test } from './fixtures.ts';
import { open } from './inspect.ts';
import { enter } from './people.ts';

const inOrder = 'Da mais parecida à menos parecida';

test('what sounds like a track is listed by keyboard, played, and its address sent on', async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
  await open(page, '/search?q=porta+batendo&ver=faixas');
  await page.getByRole('link', { name: 'Sons parecidos com Porta Batendo.mp3' }).press('Enter');
  await expect(page).toHaveURL(/\/parecidos\/\w{26}$/);
  const rows = page.getByRole('region', { name: inOrder }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await expect(rows.filter({ hasText: 'Porta Batendo.mp3' })).toHaveCount(0);
  const play = rows.first().getByRole('button', { name: /^Tocar/ });
  await play.press('Enter');
  await expect(rows.first().getByRole('button', { name: /^Pausar/ })).toBeVisible();
});

test('a file of one’s own finds what resembles it; others are refused, and the page stays', async ({
  page,
  watch,
}) => {
  watch.allow(/415|net::ERR/);
  await enter(page, demoAccounts.subscriber);
  await open(page, '/parecidos');
  const file = page.getByLabel('Áudio para comparar');
  await file.setInputFiles({
    name: 'nota.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('isto é um texto'),
  });
  await expect(page.getByText('Envie um arquivo de áudio: MP3, WAV, FLAC, OGG ou M4A.')).toBeVisible();
  await file.setInputFiles({ name: 'filme.webm', mimeType: 'video/webm', buffer: Buffer.from('x') });
  await expect(page.getByText('Envie um arquivo de áudio: MP3, WAV, FLAC, OGG ou M4A.')).toBeVisible();
  await page.context().setOffline(true);
  await file.setInputFiles('demo/audio/efeito-porta-batendo.mp3');
  await expect(page.getByText('O áudio não foi analisado. Sem conexão com a internet.')).toBeVisible();
  await page.context().setOffline(false);
  await file.setInputFiles('demo/audio/efeito-porta-batendo.mp3');
  await expect(page).toHaveURL(/\/parecidos\?som=[\w-]{31}$/);
  await page.reload();
  const rows = page.getByRole('region', { name: inOrder }).getByRole('listitem');
  await expect(rows.first()).toContainText('Porta Batendo.mp3');
  await page.getByLabel('Tipo').selectOption('Trilhas');
  await expect(page).toHaveURL(/tipo=trilhas/);
  await expect(rows.filter({ hasText: 'Porta Batendo.mp3' })).toHaveCount(0);
});
