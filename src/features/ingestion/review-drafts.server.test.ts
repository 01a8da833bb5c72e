import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { categories, type packages } from '#db/schema/catalog.ts';
import { type ImportStatus, imports } from '#db/schema/ingestion.ts';
import { auditEntries } from '#db/schema/site.ts';
import { changePackages } from '#features/curation/batch/change-packages.server.ts';
import { packageFormSchema } from '#features/curation/model.ts';
import { updatePackage } from '#features/curation/save-package.server.ts';
import { newId } from '#platform/ids.ts';
import { aCategory, aPackage, aTrack } from '#tests/builders.ts';
import { testImports } from '#tests/imports.ts';
import { createFromDrive } from './create-from-drive.server.ts';
import { draftJobs } from './draft-jobs.server.ts';
import { countDrafts, listDrafts, listRuns } from './draft-queries.server.ts';
import { draftFormSchema } from './draft-review.ts';
import { discardDraft, publishDrafts, saveDraft } from './review-drafts.server.ts';

const site = await testImports();
const { db, deps, admin, fake } = site;
const category = await aCategory(db, { name: 'TRILHAS', orderIndex: 1 });

async function aDraft(given: Partial<typeof packages.$inferInsert> = {}, tracks = 1) {
  const pack = await aPackage(db, {
    categoryId: category.id,
    isDraft: true,
    isActive: false,
    createdByAi: true,
    ...given,
  });
  for (let at = 0; at < tracks; at++) await aTrack(db, { packageId: pack.id, orderIndex: at });
  return pack;
}
const shown = async (id: string) => {
  const { drafts } = await listDrafts(db, admin, { pagina: 1 });
  return drafts.find((draft) => draft.id === id)!;
};
const rowOf = (id: string) => site.packageOf(id);
const form = (id: string, version: string, given: object = {}) =>
  draftFormSchema.parse({
    id,
    version,
    title: 'Novo',
    description: '',
    tags: 'a, b',
    categoryId: category.id,
    ...given,
  });

describe('saveDraft', () => {
  it('saves what the form says, draws the cover anew, and can be repeated', async () => {
    const { id } = await aDraft({ coverGenerated: true, coverKey: 'covers/velha.webp' });
    const { version } = await shown(id);
    const saved = await saveDraft(deps, admin, form(id, version));
    expect(await shown(id)).toMatchObject({
      title: 'Novo',
      description: null,
      tags: ['a', 'b'],
      categoryId: category.id,
    });
    expect((await rowOf(id)).coverKey).toMatch(/^covers\/[0-9a-f]{2}\//);
    expect(await saveDraft(deps, admin, form(id, version))).toEqual(saved);
    const changes = await db.select().from(auditEntries).where(eq(auditEntries.entityId, id));
    expect(changes).toMatchObject([{ action: 'package.update', after: { title: 'Novo' } }]);
  });

  it('A-72: is refused when somebody else was faster; tracks that arrive are no change', async () => {
    const { id } = await aDraft();
    const { version } = await shown(id);
    await aTrack(db, { packageId: id });
    expect((await shown(id)).version).toBe(version);
    const first = await saveDraft(deps, admin, form(id, version, { title: 'Da Ana' }));
    expect(first.ok).toBe(true);
    expect(await saveDraft(deps, admin, form(id, version))).toEqual({ ok: false, reason: 'changed' });
    expect((await rowOf(id)).title).toBe('Da Ana');
    expect(await saveDraft(deps, admin, form(id, (await shown(id)).version))).toMatchObject({ ok: true });
  });

  it('of two at once one is saved, the other told', async () => {
    const { id } = await aDraft();
    const { version } = await shown(id);
    const both = await Promise.all(
      ['Um', 'Dois'].map((title) => saveDraft(deps, admin, form(id, version, { title }))),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('an open category stays open until one is chosen, and only an active one can be', async () => {
    const { id } = await aDraft({ categoryOpen: true });
    const { version, categoryId } = await shown(id);
    expect(categoryId).toBeNull();
    const saved = await saveDraft(deps, admin, form(id, version, { categoryId: '' }));
    expect(await shown(id)).toMatchObject({ categoryId: null, refusal: 'open-category' });
    const off = await aCategory(db, { isActive: false });
    const now = saved.ok ? saved.version : '';
    expect(await saveDraft(deps, admin, form(id, now, { categoryId: off.id }))).toEqual({
      ok: false,
      reason: 'no-category',
    });
    await saveDraft(deps, admin, form(id, now));
    expect(await shown(id)).toMatchObject({ categoryId: category.id, refusal: null });
  });

  it('a published, deleted or unknown one is gone', async () => {
    const pack = await aPackage(db);
    const draft = await aDraft({ deletedAt: new Date() });
    for (const id of [pack.id, draft.id, newId()])
      expect(await saveDraft(deps, admin, form(id, 'x'))).toEqual({ ok: false, reason: 'gone' });
  });

  it.each([
    [{ title: ' ' }, 'Informe o título.'],
    [{ title: 'x'.repeat(201) }, 'O título deve ter no máximo 200 caracteres.'],
    [{ description: 'x'.repeat(5001) }, 'A descrição deve ter no máximo 5.000 caracteres.'],
  ])('%j is no form', (given, message) => {
    const parsed = draftFormSchema.safeParse({
      id: newId(),
      version: 'v',
      title: 'x',
      categoryId: '',
      ...given,
    });
    expect(parsed.error?.issues[0]?.message).toBe(message);
  });
});

describe('publishDrafts', () => {
  it('CRP-08: one with a playable track and a category goes live, once', async () => {
    const { id, title } = await aDraft();
    expect(await publishDrafts(deps, admin, [id])).toEqual({ published: [{ id, title }], refused: [] });
    expect(await rowOf(id)).toMatchObject({ isDraft: false, isActive: true });
    expect(await publishDrafts(deps, admin, [id])).toEqual({ published: [], refused: [] });
  });

  it('all: those that can be; the others say why', async () => {
    await publishDrafts(deps, admin, null);
    const off = await aCategory(db, { isActive: false });
    const good = [await aDraft(), await aDraft()];
    const bad = [
      [await aDraft({}, 0), 'no-track'],
      [await aDraft({ categoryOpen: true }), 'open-category'],
      [await aDraft({ categoryId: off.id }), 'no-category'],
    ] as const;
    const coming = await aDraft({}, 0);
    await aTrack(db, { packageId: coming.id, storageKey: null });
    const { published, refused } = await publishDrafts(deps, admin, null);
    const ids = published.map(({ id }) => id).sort();
    expect(ids.filter((id) => good.some((pack) => pack.id === id))).toHaveLength(2);
    for (const [{ id }, reason] of [...bad, [coming, 'no-track'] as const]) {
      expect(refused.find((one) => one.id === id)?.reason).toBe(reason);
      expect(await rowOf(id)).toMatchObject({ isDraft: true, isActive: false });
    }
  });

  it('what is made active in another way is a draft no longer', async () => {
    const [one, two] = [await aDraft(), await aDraft()];
    await changePackages(deps, admin, { change: 'activate', ids: [one.id] });
    const { title, categoryId } = two;
    await updatePackage(deps, admin, two.id, packageFormSchema.parse({ title, categoryId, isActive: true }));
    for (const { id } of [one, two])
      expect(await rowOf(id)).toMatchObject({ isDraft: false, isActive: true });
  });
});

describe('discardDraft', () => {
  it('A-70: moves it into the bin; its files come no more, and its import ends', async () => {
    const root = fake.tree.folder('Fora');
    fake.tree.file('a.mp3', root, Buffer.from('x'));
    const begun = await createFromDrive(deps, admin, fake.linkOf(root), { patience: 0 });
    const [make] = draftJobs(deps);
    await make!.run(site.queue.waiting.shift()!.payload as never, new AbortController().signal);
    const importId = (begun as { importId: string }).importId;
    const [file] = await site.filesOf(importId);
    const { progress } = await shown(file!.packageId);
    expect(progress).toMatchObject({ importId, total: 1, left: 1, arrived: 0, failed: 0 });
    expect(await listRuns(db, admin, deps.clock.now())).toMatchObject([{ id: importId, status: 'running' }]);
    expect(await discardDraft(deps, admin, file!.packageId)).toEqual({ ok: true });
    expect((await site.filesOf(importId))[0]!.status).toBe('cancelled');
    expect((await site.importOf(importId)).status).toBe('done');
    expect((await rowOf(file!.packageId)).deletedAt).not.toBeNull();
    expect(await discardDraft(deps, admin, file!.packageId)).toEqual({ ok: false, reason: 'gone' });
    expect(await discardDraft(deps, admin, (await aPackage(db)).id)).toEqual({ ok: false, reason: 'gone' });
  });
});

describe('the lists', () => {
  it('show drafts twenty a page, and failed creations for a day until one succeeds', async () => {
    for (let at = 0; at < 25; at++) await aDraft({ title: `Página ${at}` });
    const total = await countDrafts(db);
    const first = await listDrafts(db, admin, { pagina: 1 });
    const last = await listDrafts(db, admin, { pagina: first.page.pages });
    expect([first.page.total, first.drafts.length, last.drafts.length]).toEqual([
      total,
      20,
      total % 20 || 20,
    ]);
    const run = (driveFolderId: string, status: ImportStatus, hours: number) =>
      db.insert(imports).values({
        id: newId(),
        kind: 'drafts',
        driveFolderId,
        userId: admin.userId,
        status,
        reason: status === 'failed' ? 'porque' : null,
        createdAt: new Date(deps.clock.now().getTime() - hours * 3_600_000),
      });
    await run('novo', 'failed', 1);
    await run('velho', 'failed', 25);
    await run('refeito', 'failed', 2);
    await run('refeito', 'done', 1);
    await run('longo', 'waiting', 50);
    await run('dois', 'running', 3);
    await run('dois', 'done', 2);
    const runs = await listRuns(db, admin, deps.clock.now());
    expect(runs.map(({ status, reason }) => [status, reason])).toEqual([
      ['failed', 'porque'],
      ['running', null],
      ['waiting', null],
    ]);
    expect(await db.select().from(categories)).not.toHaveLength(0);
  });
});
