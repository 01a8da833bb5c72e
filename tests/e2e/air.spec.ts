import { unzip } from '#tests/zip.ts';
import demo from '../../demo/packages.json' with { type: 'json' };
import { demoAccounts, expect, test } from './fixtures.ts';
import { inspect, open } from './inspect.ts';
import { enter, newPerson } from './people.ts';

const names = /\.(mp3|wav|flac)$/i;

test('A-114, A-116, A-119, A-126: from a project to the air: approved by a link, delivered, and proved by its certificate', async ({
  page,
  browser,
  baseURL,
}) => {
  await newPerson(page, { plan: true });
  const found = await page.request.get('/functions/search-tracks?q=&kind=trilhas&limit=50');
  const { tracks } = (await found.json()) as { tracks: { id: string; packageTitle: string }[] };
  const made = await page.request.post('/functions/projects', { data: { title: 'Plástica de Natal' } });
  const { id } = (await made.json()) as { id: string };
  // Packages of other journeys may go while these sounds are made.
  const stays = new Set(demo.packages.map(({ title }) => title));
  const trackIds = tracks
    .filter((track) => stays.has(track.packageTitle))
    .slice(0, 5)
    .map((track) => track.id);
  expect(trackIds).toHaveLength(5);
  await page.request.post(`/functions/projects/${id}/tracks`, { data: { trackIds } });

  await inspect(page, 'a project', () => open(page, `/projetos/${id}`));
  await page.getByRole('button', { name: 'Enviar para aprovação' }).click();
  await page.getByRole('button', { name: 'Criar link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.keyboard.press('Escape');

  const client = await browser.newPage({ baseURL, reducedMotion: 'reduce' });
  await inspect(client, 'a project to approve', () => open(client, new URL(link).pathname));
  await client.getByLabel('Seu nome').fill('Marta');
  await client.getByRole('button', { name: 'Aprovar' }).first().click();
  await expect(client.getByRole('button', { name: 'Aprovar' }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('main').getByText(/Marta/).first(), 'live, without a reload').toBeVisible();

  const recipe = {
    format: 'mp3-192',
    lufs: -16,
    trim: true,
    lengthS: null,
    names: '{ordem} {titulo}',
    tags: true,
    lists: ['lst'],
    folder: 'C:\\Radio\\Natal',
  };
  const ordered = await page.request.post('/functions/deliveries', { data: { projectId: id, recipe } });
  expect(ordered.status(), await ordered.text()).toBe(202);
  const delivery = (await ordered.json()) as { id: string };
  await inspect(page, 'a delivery', () => open(page, `/preparar/${delivery.id}`));
  const stateOf = async () =>
    (await (await page.request.get(`/functions/deliveries/${delivery.id}`)).json()) as {
      status: string;
      url: string | null;
    };
  await expect.poll(async () => (await stateOf()).status, { timeout: 90_000 }).toBe('ready');
  const sent = await page.request.get((await stateOf()).url!);
  const bytes = await sent.body();
  expect(sent.headers()['content-type'], bytes.toString('latin1').slice(0, 300)).toBe('application/zip');
  const inside = await unzip(bytes);

  const list = [...inside].find(([name]) => name.endsWith('.lst'))![1].toString('latin1');
  const [count, ...lines] = list.trimEnd().split('\r\n');
  expect(count).toBe('5');
  for (const line of lines) {
    const path = line.split('\t')[1]!;
    expect(path).toContain('C:\\Radio\\Natal\\');
    expect([...inside.keys()], path).toContain(path.slice('C:\\Radio\\Natal\\'.length).replaceAll('\\', '/'));
  }

  const licence = /certificado\/(\w{26})/.exec(inside.get('LICENCA.txt')!.toString())![1]!;
  await inspect(client, 'a certificate', () => open(client, `/certificado/${licence}`));
  const [name, sound] = [...inside].find(([one]) => names.test(one))!;
  const choose = client.getByLabel('Arquivo para conferir');
  await choose.setInputFiles({ name, mimeType: 'audio/mpeg', buffer: sound });
  await expect(client.getByText(/^Sim: /)).toBeVisible();
  const changed = Buffer.from(sound);
  changed[1000] = changed[1000]! ^ 1;
  await choose.setInputFiles({ name, mimeType: 'audio/mpeg', buffer: changed });
  await expect(client.getByText(/^Não: /)).toBeVisible();
  await client.close();
});

test('A-128: who downloaded a package is listed for administrators', async ({ page }) => {
  await enter(page, demoAccounts.admin);
  const found = await page.request.get('/functions/search-tracks?q=&kind=trilhas&limit=1');
  const { tracks } = (await found.json()) as { tracks: { packageId: string }[] };
  await inspect(page, 'who downloaded', () => open(page, `/admin/downloads/${tracks[0]!.packageId}`));
});
