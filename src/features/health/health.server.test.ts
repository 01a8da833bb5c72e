import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { tracks } from '#db/schema/catalog.ts';
import { analysisLevels } from '#features/media/audio/model.ts';
import { hasFfmpeg } from '#features/media/measuring/gateway.server.ts';
import { anAdmin, aSubscriber, aTrack } from '#tests/builders.ts';
import { wholeSite } from '#tests/whole-site.ts';
import type { HealthDeps } from './check.server.ts';
import { examine } from './checks.server.ts';
import { ok, sumUp } from './model.ts';

const site = await wholeSite({ TRUST_PROXY: 'true' });

/** A proxy before the site: appends the caller's address as it should or passes on what the caller claims. */
async function aProxy({ honest = true, most = Number.POSITIVE_INFINITY } = {}): Promise<string> {
  const server = createServer((req, res) => {
    if (Number(req.headers['content-length'] ?? 0) > most) {
      req.resume().once('end', () => res.writeHead(413).end());
      return;
    }
    const headers = { ...req.headers };
    if (honest) headers['x-forwarded-for'] = `${String(headers['x-forwarded-for'])}, 198.51.100.7`;
    const passed = request(site.url + req.url, { method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(res);
    });
    passed.on('error', () => res.destroy());
    req.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const deps = (settings: Partial<HealthDeps['settings']> = {}): HealthDeps => ({
  ...site.app,
  settings: { ...site.app.settings, ...settings },
  database: async () => site.app.db,
  storage: async () => site.app.storage,
});

async function stateOf(name: string, given: HealthDeps): Promise<string | undefined> {
  return (await examine(given)).find((finding) => finding.name === name)?.state;
}

it('a site behind a proxy that does its part is well, and what is not set up says so', async () => {
  const findings = await examine(deps({ PUBLIC_URL: await aProxy() }));
  const byState = Object.groupBy(findings, ({ state }) => state);
  expect(byState.failed).toBeUndefined();
  expect(byState.off?.map(({ name }) => name)).toEqual([
    'Preços na Stripe',
    'Avisos da Stripe',
    'Google Drive',
  ]);
  expect(byState.warning?.map(({ name }) => name)).toContain('E-mail');
});

it('a proxy that believes the caller, one that refuses uploads and one that is away are told apart', async () => {
  expect(await stateOf('Endereço público', deps({ PUBLIC_URL: await aProxy({ honest: false }) }))).toBe(
    'failed',
  );
  const small = deps({ PUBLIC_URL: await aProxy({ most: 1024 ** 2 }) });
  expect(await stateOf('Envio de arquivos pelo proxy', small)).toBe('failed');
  expect(await stateOf('Endereço público', small)).toBe('ok');
  const away = deps({ PUBLIC_URL: 'http://127.0.0.1:1' });
  expect(await stateOf('Endereço público', away)).toBe('failed');
  expect(await stateOf('Envio de arquivos pelo proxy', away), 'one cause is one failure').toBe('off');
});

it.each([
  ['smtp://127.0.0.1:1', 'não responde'],
  ['smtp://servidor.invalid:25', 'não existe'],
])('the mail server %s: %s', async (SMTP_URL, sentence) => {
  const findings = await examine(deps({ SMTP_URL }));
  const { state, text } = findings.find(({ name }) => name === 'E-mail')!;
  expect([state, text]).toEqual(['failed', expect.stringContaining(sentence)]);
});

it('a folder without ffmpeg is told by the setting that names it', async () => {
  const findings = await examine(deps({ FFMPEG_PATH: '/nonexistent' }));
  expect(findings.find(({ name }) => name === 'ffmpeg')?.text).toContain('confira FFMPEG_PATH');
});

it('a site without ffmpeg says in the panel and where tracks are prepared how to get it', async () => {
  const bare = await wholeSite({ FFMPEG_PATH: '/nonexistent' });
  const read = async (path: string, cookie: string) => (await bare.ask(path, { headers: { cookie } })).text();
  const panel = await read('/admin', await bare.signIn(await anAdmin(bare.app.db)));
  expect(panel).toContain('O ffmpeg não está em /nonexistent: confira FFMPEG_PATH.');
  const track = await aTrack(bare.app.db);
  const cookie = await bare.signIn(await aSubscriber(bare.app.db));
  expect(await read(`/preparar?faixa=${track.id}`, cookie)).toContain('apt-get install ffmpeg');
});

it('A-153: ffmpeg says how many sounds are measured anew, and nothing once none is', async () => {
  const told = async () => (await examine(deps())).find(({ name }) => name === 'ffmpeg')!;
  const before = await told();
  const track = await aTrack(site.app.db, {
    analysis: analysisLevels.whole - 1,
    storageKey: 'audio/aa/old.mp3',
  });
  await aTrack(site.app.db, { analysis: analysisLevels.whole });
  const change = (given: Partial<typeof tracks.$inferInsert>) =>
    site.app.db.update(tracks).set(given).where(eq(tracks.id, track.id));
  if (await hasFfmpeg()) {
    expect(before).toEqual({ name: 'ffmpeg', ...ok('Instalado: os sons são medidos por inteiro.') });
    expect(await told()).toMatchObject({
      state: 'ok',
      text: 'Instalado: os sons são medidos por inteiro. 1 faixa é medida de novo, por uma regra mais exata.',
    });
    await change({ analysisFailedAt: new Date() });
    expect(await told()).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('1 faixa não pôde ser medida'),
    });
  }
  await change({ analysis: analysisLevels.whole });
  expect(await told()).toEqual(before);
});

it('without a database the other checks still answer, and no secret is told', async () => {
  const secret = 'senha-do-banco';
  const broken = { ...deps(), database: () => Promise.reject(new Error(`postgres://u:${secret}@host`)) };
  const findings = await examine(broken);
  expect(findings.find(({ name }) => name === 'Banco de dados')?.state).toBe('failed');
  expect(findings.find(({ name }) => name === 'Disco')?.state).not.toBe('failed');
  expect(JSON.stringify(findings)).not.toContain(secret);
});

it('the page shows the same to administrators', async () => {
  const cookie = await site.signIn(await anAdmin(site.app.db));
  const page = await (await site.ask('/admin/saude', { headers: { cookie } })).text();
  expect(page).toContain('Extensões do banco');
  expect(page).toContain('Instaladas: unaccent e pg_trgm.');
});

it.each([
  [[], 'Tudo certo.'],
  [['failed', 'warning'], '1 com problema, 1 pede atenção.'],
  [['warning', 'warning', 'ok'], '2 pedem atenção.'],
] as const)('%j is summed up as %s', (states, sentence) => {
  expect(sumUp(states.map((state) => ({ name: 'x', text: 'y', state })))).toBe(sentence);
});
