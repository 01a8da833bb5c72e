import { desc, eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { packages, tracks } from '#db/schema/catalog.ts';
import { imports } from '#db/schema/ingestion.ts';
import { importJobs } from '#features/ingestion/import-jobs.server.ts';
import { aCategory, anAdmin } from '#tests/builders.ts';
import { fakeDrive } from '#tests/fakes/drive.ts';
import { HandQueue } from '#tests/imports.ts';
import { anMp3 } from '#tests/sounds.ts';
import { wholeSite } from '#tests/whole-site.ts';

const fake = await fakeDrive();
afterAll(() => fake.close());
const site = await wholeSite(fake.settings);
const queue = new HandQueue();
site.app.jobs = { ...site.app.jobs, send: (...given) => queue.send(...given) };
const plain = await wholeSite();
const { db } = site.app;
const category = await aCategory(db);
const cookie = await site.signIn(await anAdmin(db));

const folder = fake.tree.folder('Do link');
fake.tree.file('Um.mp3', folder, anMp3('um'));
const other = fake.tree.folder('Outra');
fake.tree.file('Dois.mp3', other, anMp3('dois'));

const fields = { intent: 'save', title: 'Com link', categoryId: category.id, isActive: 'on' };
async function post(path: string, form: Record<string, string>, at = site, who = cookie) {
  const headers = { Cookie: who, Origin: at.url, 'X-Requested-With': 'test' };
  const response = await at.ask(path, { method: 'POST', headers, body: new URLSearchParams(form) });
  return { status: response.status, text: await response.text() };
}
const newest = async () => (await db.select().from(packages).orderBy(desc(packages.createdAt)).limit(1))[0]!;
const importsOf = (id: string) => db.select().from(imports).where(eq(imports.packageId, id));
const namesOf = async (id: string) =>
  (await db.select().from(tracks).where(eq(tracks.packageId, id)).orderBy(tracks.orderIndex)).map(
    ({ name }) => name,
  );
const drain = () => queue.drain(importJobs({ ...site.app, jobs: queue }));

describe('a package with a Drive link', () => {
  it('CRP-06: is made, and minutes later has the audio of its folder', async () => {
    const made = await post('/admin/create-package', { ...fields, googleDriveUrl: fake.linkOf(folder) });
    expect(made.status).toBe(200);
    const pack = await newest();
    expect(pack).toMatchObject({ title: 'Com link', isActive: true });
    expect(await importsOf(pack.id)).toMatchObject([{ status: 'scanning', driveFolderId: folder }]);
    await drain();
    expect(await namesOf(pack.id)).toEqual(['Um.mp3']);
  });

  it('fetches again when the link is another, and not when it is the same', async () => {
    const { id } = await newest();
    await post('/admin/manage-packages', { ...fields, id, googleDriveUrl: fake.linkOf(folder) });
    expect(await importsOf(id)).toHaveLength(1);
    await post('/admin/manage-packages', { ...fields, id, googleDriveUrl: fake.linkOf(other) });
    expect(await importsOf(id)).toHaveLength(2);
    await drain();
    expect(await namesOf(id)).toEqual(['Um.mp3', 'Dois.mp3']);
    await post('/admin/manage-packages', { ...fields, id, googleDriveUrl: '' });
    expect(await importsOf(id)).toHaveLength(2);
  });

  it('is synchronised when asked', async () => {
    const { id } = await newest();
    const refused = await post('/admin/manage-packages', { intent: 'sync', id });
    expect(refused.status).toBe(422);
    await post('/admin/manage-packages', { ...fields, id, googleDriveUrl: fake.linkOf(other) });
    await drain();
    fake.tree.file('Três.mp3', other, anMp3('três'));
    expect((await post('/admin/manage-packages', { intent: 'sync', id })).status).toBe(200);
    await drain();
    expect(await namesOf(id)).toContain('Três.mp3');
  });

  it('CRP-04: is refused with an address of another host, and nothing goes out', async () => {
    const before = fake.calls.length;
    for (const url of [
      'https://evil.test/?x=drive.google.com',
      'http://drive.google.com.evil.test/folders/abcdefghijk',
    ]) {
      expect((await post('/admin/create-package', { ...fields, googleDriveUrl: url })).status).toBe(422);
      expect((await post('/admin/manage-packages', { ...fields, googleDriveUrl: url })).status).toBe(422);
    }
    expect(fake.calls).toHaveLength(before);
    expect(queue.waiting).toEqual([]);
  });

  it('is made without a configured Drive too, and says that nothing is fetched', async () => {
    const who = await plain.signIn(await anAdmin(plain.app.db));
    const { id } = await aCategory(plain.app.db);
    const form = { ...fields, categoryId: id, googleDriveUrl: fake.linkOf(folder) };
    const made = await post('/admin/create-package.data', form, plain, who);
    expect(made.text).toContain('Pacote criado com sucesso!');
    expect(made.text).toContain('os áudios da pasta não foram buscados');
    expect(await plain.app.db.select().from(imports)).toEqual([]);
  });
});

describe('the pages of imports', () => {
  it('show what came and what did not, and cancel and retry', async () => {
    const [row] = await db.select().from(imports).orderBy(imports.createdAt).limit(1);
    const headers = { Cookie: cookie };
    const list = await (await site.ask('/admin/importacoes', { headers })).text();
    expect(list).toContain('Do link');
    const page = await (await site.ask(`/admin/importacoes/${row!.id}`, { headers })).text();
    expect(page).toContain('Um.mp3');
    expect(page).toContain('Concluída');
    expect((await post(`/admin/importacoes/${row!.id}`, { intent: 'cancel' })).status).toBe(409);
    expect((await post(`/admin/importacoes/${row!.id}`, { intent: 'retry' })).status).toBe(409);
    expect((await site.ask('/admin/importacoes/nenhuma', { headers })).status).toBe(404);
  });
});
