import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packages } from '#db/schema/catalog.ts';
import { publishDrafts } from '#features/ingestion/review-drafts.server.ts';
import { jobHandlers } from '#server/worker.ts';
import { aCategory, anAdmin, aSubscriber } from '#tests/builders.ts';
import { fakeAi } from '#tests/fakes/ai.ts';
import { fakeDrive } from '#tests/fakes/drive.ts';
import { anMp3 } from '#tests/sounds.ts';
import { wholeSite } from '#tests/whole-site.ts';

const ai = await fakeAi();
const drive = await fakeDrive();
const site = await wholeSite({ ...drive.settings, ...ai.settings });
const { app, ask, signIn } = site;
const { db } = app;
const { tree } = drive;
const admin = await anAdmin(db);
let cookie: string;
let listener: string;

beforeAll(async () => {
  await aCategory(db, { name: 'EFEITOS SONOROS', kind: 'efeitos-sonoros', orderIndex: 1 });
  await aCategory(db, { name: 'TRILHAS', kind: 'trilhas', orderIndex: 2 });
  cookie = await signIn(admin);
  listener = await signIn(await aSubscriber(db));
  await app.jobs.work(jobHandlers(app));
});
afterAll(async () => {
  await Promise.all([ai.close(), drive.close()]);
});

function aFolder(name: string, ...subFolders: string[]): string {
  const root = tree.folder(name);
  for (const title of subFolders) tree.file('Abertura.mp3', tree.folder(title, root), anMp3(name + title));
  return root;
}

interface Answer {
  success: boolean;
  message: string;
  error: { code: string; message: string } | null;
  packages_created?: number;
  reason?: string;
}
async function call(body: unknown, as = cookie): Promise<[number, Answer]> {
  const headers = { 'Content-Type': 'application/json', Cookie: as };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await ask('/functions/ai-create-packages', init);
  return [response.status, (await response.json()) as Answer];
}
const create = (root: string) => call({ googleDriveUrl: drive.linkOf(root) });
const draftsOf = async (...titles: string[]) =>
  (await db.select().from(packages)).filter(({ title }) => titles.some((name) => title.startsWith(name)));
const page = async (path: string, as = cookie) => (await ask(path, { headers: { Cookie: as } })).text();
const post = (fields: Record<string, string>) =>
  ask('/admin/rascunhos.data', {
    method: 'POST',
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  });

describe('POST /functions/ai-create-packages', () => {
  it('CRP-06, CRP-08: answers with the drafts made; they are reviewed, and nobody else sees them', async () => {
    const [status, answer] = await create(aFolder('Rádio Ampla', 'Amanhecer', 'Anoitecer'));
    expect([status, answer]).toMatchObject([
      200,
      { success: true, message: 'Pacotes criados pela IA!', error: null, packages_created: 2 },
    ]);
    const drafts = await draftsOf('Amanhecer', 'Anoitecer');
    expect(drafts.map(({ isActive, isDraft, createdByAi }) => [isActive, isDraft, createdByAi])).toEqual([
      [false, true, true],
      [false, true, true],
    ]);
    const review = await page('/admin/rascunhos');
    for (const { title } of drafts) expect(review).toContain(title);
    for (const path of ['/library', '/category/trilhas', '/search?q=Amanhecer', '/'])
      expect(await page(path, listener), path).not.toContain('Amanhecer: seleção');
    expect((await ask(`/package/${drafts[0]!.id}`, { headers: { Cookie: listener } })).status).toBe(404);
    const queue = `/package/${drafts[0]!.id}/queue`;
    expect((await ask(queue, { headers: { Cookie: listener } })).status).toBe(404);
    expect((await ask(`/package/${drafts[0]!.id}/zip`, { headers: { Cookie: listener } })).status).toBe(404);
  });

  it('PKG-18: published, no Drive folder or address is in what listeners get', async () => {
    const root = aFolder('Rádio Beta', 'Boa tarde');
    await create(root);
    const [draft] = await draftsOf('Boa tarde');
    await expect.poll(async () => (await draftsOf('Boa tarde'))[0]!.trackCount).toBe(1);
    expect((await publishDrafts(app, admin, [draft!.id])).published).toHaveLength(1);
    const seen = await page(`/package/${draft!.id}`, listener);
    expect(seen).toContain('Boa tarde: seleção');
    expect(seen).not.toMatch(/drive\.google|demonstracao-Drive/);
    expect(await page(`/package/${draft!.id}/queue`, listener)).not.toMatch(/google|demonstracao-Drive/);
  });

  it('CRP-09: twice, and twice at once, makes no duplicates', async () => {
    const root = aFolder('Rádio Gama', 'Cedo', 'Céu');
    const both = await Promise.all([create(root), create(root)]);
    expect(both.map(([status, { success }]) => [status, success])).toEqual([
      [200, true],
      [200, true],
    ]);
    const [, again] = await create(root);
    expect(again).toMatchObject({ success: true, packages_created: 0 });
    expect(again.message).toMatch(/^Nenhum pacote novo/);
    expect(await draftsOf('Cedo', 'Céu')).toHaveLength(2);
  });

  it('CRP-07: Drive’s refusal is the exact sentence, with the reason beside it', async () => {
    const root = aFolder('Rádio Delta', 'Dia');
    drive.fail('get', { status: 404, reason: 'notFound' }, { id: root });
    const [status, answer] = await create(root);
    const message = 'Não foi possível criar os pacotes automaticamente. Você pode criar manualmente.';
    expect([status, answer]).toMatchObject([
      422,
      { success: false, message, error: { code: 'automatic-failed', message } },
    ]);
    expect(answer.reason).toMatch(/não encontrou este link/);
    expect(JSON.stringify(answer)).not.toMatch(/127\.0\.0\.1|chave-de-teste|segredo-da-ia/);
    expect(await draftsOf('Dia')).toEqual([]);
  });

  it.each([
    [{}, 'Por favor, insira um link do Google Drive primeiro'],
    [{ googleDriveUrl: '  ' }, 'Por favor, insira um link do Google Drive primeiro'],
    [{ googleDriveUrl: 7 }, null],
    [{ googleDriveUrl: 'https://example.com' }, 'Por favor, insira um link válido do Google Drive'],
    [
      { googleDriveUrl: 'https://evil.test/?x=drive.google.com' },
      'Por favor, insira um link válido do Google Drive',
    ],
    [
      { googleDriveUrl: 'http://drive.google.com.evil.test/folders/1234567890' },
      'Por favor, insira um link válido do Google Drive',
    ],
  ])('CRP-03, CRP-04, CRP-05: %j is refused, and Drive is not asked', async (body, message) => {
    const before = drive.calls.length;
    const [status, answer] = await call(body);
    expect(status).toBe(400);
    if (message) expect(answer).toMatchObject({ success: false, message, error: { message } });
    expect(drive.calls).toHaveLength(before);
  });
});

describe('POST /admin/rascunhos', () => {
  it('A-72: a change from an old version is 409 and changes nothing; so does a form without a title', async () => {
    await create(aFolder('Rádio Eco', 'Entardecer'));
    const [draft] = await draftsOf('Entardecer');
    const { id, categoryId } = draft!;
    const form = { intent: 'draft-save', id, version: 'antiga', title: 'Meu título', categoryId, tags: 'a' };
    const stale = await post(form);
    expect(stale.status).toBe(409);
    expect(await stale.text()).toContain('Outra pessoa mudou este rascunho');
    expect((await draftsOf('Meu título')).length).toBe(0);
    await expect.poll(async () => (await draftsOf('Entardecer'))[0]!.trackCount).toBe(1);
    const empty = await post({ ...form, title: '' });
    expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining('Informe o título.')]);
  });

  it('publishes all that can be, and throws one away', async () => {
    await create(aFolder('Rádio Fim', 'Festa', 'Fogueira'));
    await expect
      .poll(async () => (await draftsOf('Festa', 'Fogueira')).map(({ trackCount }) => trackCount))
      .toEqual([1, 1]);
    const [one] = await draftsOf('Festa');
    expect(await (await post({ intent: 'discard', id: one!.id })).text()).toContain('Rascunho excluído');
    const [gone] = await db.select().from(packages).where(eq(packages.id, one!.id));
    expect(gone!.deletedAt).not.toBeNull();
    const all = await post({ intent: 'publish-all' });
    expect([all.status, await all.text()]).toEqual([200, expect.stringMatching(/pacotes? publicados?/)]);
    expect((await draftsOf('Fogueira'))[0]).toMatchObject({ isActive: true, isDraft: false });
    const none = await post({ intent: 'publish-all' });
    expect([none.status, await none.text()]).toEqual([
      422,
      expect.stringContaining('Nenhum rascunho publicado'),
    ]);
  });
});
