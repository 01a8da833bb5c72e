import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { packages } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import { auditEntries } from '#db/schema/site.ts';
import { findPackage } from '#features/catalog/pack/queries.server.ts';
import type { Package } from '#features/catalog/package-definition.ts';
import { listShelf } from '#features/catalog/shelf/queries.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { aCategory, anAdmin, aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { changePackages } from './batch/change-packages.server.ts';
import { batchSchema } from './batch/model.ts';
import { drawCovers, drawPackageCover, receiveCover } from './covers/make-cover.server.ts';
import { deletePackage, purgePackages } from './delete-package.server.ts';
import { duplicatePackage } from './duplicate-package.server.ts';
import { listSchema, packageFormSchema, readPackageForm, tracksEnd } from './model.ts';
import { movePackage, movingSchema } from './order-package.server.ts';
import { findForEditor, listChoices, listPackages } from './queries.server.ts';
import { createPackage, updatePackage } from './save-package.server.ts';

const source = await testDatabase();
const { db, bus } = source;
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-curation-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = await openDiskStorage({ DATA_DIR: folder });
const now = new Date('2026-11-21T12:00:00Z');
/** Sent jobs, as [name, payload]. */
const sent: [string, unknown][] = [];
const jobs: Pick<Jobs, 'send'> = { send: async ({ name }, payload) => void sent.push([name, payload]) };
const settings = { STORAGE_QUOTA_BYTES: 10_000_000 };
const deps = { db, bus, storage, jobs, settings, clock: { now: () => now } };
const admin = await anAdmin(db);

const form = (values: object) => packageFormSchema.parse({ title: 'Novo', ...values });
const read = async (id: string) => (await db.select().from(packages).where(eq(packages.id, id)))[0]!;
const list = (query: object = {}) => listPackages(db, admin, listSchema.parse(query), now);
const audited = (entityId: string) =>
  db.select().from(auditEntries).where(eq(auditEntries.entityId, entityId)).orderBy(auditEntries.id);
const aPicture = (background = 'red') =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

async function made(values: object = {}): Promise<string> {
  const outcome = await createPackage(deps, admin, form({ categoryId: (await aCategory(db)).id, ...values }));
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.id;
}

describe('a package', () => {
  it('PKM-22, PKM-23: is active when made, and every change is seen at the next reading', async () => {
    const category = await aCategory(db);
    const id = await made({ categoryId: category.id, tags: 'a, b' });
    expect(await findPackage(source, id)).toMatchObject({ title: 'Novo', tags: ['a', 'b'], trackCount: 0 });
    await updatePackage(deps, admin, id, form({ title: 'Outro', categoryId: category.id }));
    expect(await findPackage(source, id)).toMatchObject({ title: 'Outro', tags: [] });
    await updatePackage(deps, admin, id, form({ categoryId: category.id, isActive: false }));
    expect(await findPackage(source, id)).toBe(null);
  });

  it('A-66: of two who edit it the second is told, and nothing is lost', async () => {
    const id = await made({ title: 'Antes' });
    const { categoryId } = await read(id);
    const seen = async () => (await findForEditor(db, admin, id))!.version;
    const version = await seen();
    const mine = form({ title: 'Da Ana', categoryId, version });
    expect(await updatePackage(deps, admin, id, mine)).toMatchObject({ ok: true });
    expect(await updatePackage(deps, admin, id, mine), 'the same again').toMatchObject({ ok: true });
    const other = { title: 'Do Bruno', categoryId, tags: 'b' };
    const late = await updatePackage(deps, admin, id, form({ ...other, version }));
    expect(late).toEqual({ ok: false, reason: 'edited' });
    expect(await read(id)).toMatchObject({ title: 'Da Ana', tags: null });
    await changePackages(deps, admin, batchSchema.parse({ ids: [id], change: 'deactivate' }));
    expect(await updatePackage(deps, admin, id, form({ ...other, version: 'alheia' }))).toEqual(late);
    const again = form({ ...other, version: await seen() });
    expect(await updatePackage(deps, admin, id, again)).toMatchObject({ ok: true });
    expect(await read(id)).toMatchObject({ title: 'Do Bruno', tags: ['b'] });
  });

  it('PKM-12, PKM-13: nothing written is stored as null', async () => {
    const id = await made({ tags: ' , ', description: '  ', googleDriveUrl: '' });
    expect(await read(id)).toMatchObject({ tags: null, description: null, googleDriveUrl: null });
  });

  it('leaves a line of what changed, and none when nothing did', async () => {
    const id = await made({ title: 'Antes' });
    const { categoryId } = await read(id);
    await updatePackage(deps, admin, id, form({ title: 'Depois', categoryId }));
    await updatePackage(deps, admin, id, form({ title: 'Depois', categoryId }));
    const lines = await audited(id);
    expect(lines.map(({ action }) => action)).toEqual(['package.create', 'package.update']);
    expect(lines[1]).toMatchObject({ before: { title: 'Antes' }, after: { title: 'Depois' } });
  });

  it('PKM-10: goes only into an active category, and may stay where it is', async () => {
    const closed = await aCategory(db, { isActive: false });
    const refused = { ok: false, reason: 'no-category' };
    expect(await createPackage(deps, admin, form({ categoryId: closed.id }))).toEqual(refused);
    expect(await createPackage(deps, admin, form({ categoryId: 'x' }))).toEqual(refused);
    expect((await listChoices(db)).map(({ id }) => id)).not.toContain(closed.id);
    const pack = await aPackage(db, { categoryId: closed.id });
    expect(await updatePackage(deps, admin, pack.id, form({ categoryId: closed.id }))).toMatchObject({
      ok: true,
    });
    const other = await aPackage(db);
    expect(await updatePackage(deps, admin, other.id, form({ categoryId: closed.id }))).toEqual(refused);
  });

  it('cannot be changed when it is deleted or never was', async () => {
    const { id: categoryId } = await aCategory(db);
    const gone = { ok: false, reason: 'no-package' };
    expect(await updatePackage(deps, admin, 'x', form({ categoryId }))).toEqual(gone);
    const deleted = await aPackage(db, { deletedAt: now });
    expect(await updatePackage(deps, admin, deleted.id, form({ categoryId }))).toEqual(gone);
  });

  it('PKM-09, PKM-11, CRP-03: its form says what is wrong, and reads switches and numbers', () => {
    const sent = new FormData();
    sent.set('title', ' ');
    sent.set('googleDriveUrl', 'https://evil.test/?x=drive.google.com');
    const refused = readPackageForm(sent);
    const errors = refused.error!.issues.map(({ path, message }) => [path[0], message]);
    expect(errors).toEqual([
      ['title', 'Informe o título.'],
      ['categoryId', 'Selecione uma categoria'],
      ['googleDriveUrl', 'Por favor, insira um link válido do Google Drive'],
    ]);
    sent.set('title', 'x');
    sent.set('categoryId', 'y');
    sent.set('googleDriveUrl', '');
    sent.set('orderIndex', 'abc');
    sent.set('isFeatured', 'on');
    expect(readPackageForm(sent).data).toMatchObject({ orderIndex: 0, isFeatured: true, isActive: false });
    sent.set('cover', '../../etc/passwd');
    expect(readPackageForm(sent).success).toBe(false);
  });
});

it('PKM-20: what goes with a package agrees in number', () => {
  expect(tracksEnd(1)).toBe('1 faixa deixa de tocar e de ser baixada.');
  expect(tracksEnd(2)).toBe('2 faixas deixam de tocar e de ser baixadas.');
});

describe('covers', () => {
  it('CRP-11: without a cover one is drawn; a new title draws another, a sent one stays', async () => {
    const id = await made({ title: 'Um' });
    const drawn = await read(id);
    expect(drawn).toMatchObject({
      coverGenerated: true,
      coverKey: expect.stringMatching(/^covers\/.*\.webp$/),
    });
    expect(await storage.stat(drawn.coverKey!)).not.toBe(null);
    const { categoryId } = drawn;
    await updatePackage(deps, admin, id, form({ title: 'Dois', categoryId }));
    expect((await read(id)).coverKey).not.toBe(drawn.coverKey);

    const sent = await receiveCover(deps, admin, await aPicture());
    const cover = sent.ok ? sent.cover.key : '';
    await updatePackage(deps, admin, id, form({ title: 'Dois', categoryId, cover }));
    await updatePackage(deps, admin, id, form({ title: 'Três', categoryId }));
    await drawPackageCover(deps, id);
    expect(await read(id)).toMatchObject({ coverKey: cover, coverGenerated: false });

    await updatePackage(deps, admin, id, form({ title: 'Três', categoryId, cover: 'none' }));
    expect(await read(id)).toMatchObject({
      coverGenerated: true,
      coverKey: expect.not.stringMatching(cover),
    });
  });

  it('a cover that was never sent is refused', async () => {
    const { id: categoryId } = await aCategory(db);
    const cover = `covers/ab/${'a'.repeat(64)}.png`;
    expect(await createPackage(deps, admin, form({ categoryId, cover }))).toEqual({
      ok: false,
      reason: 'no-cover',
    });
  });

  it('PKM-14: SVG and HTML named .png are refused, and nothing is stored', async () => {
    const before = await db.$count(storedObjects);
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><script>1</script>'])
      expect(await receiveCover(deps, admin, Buffer.from(text))).toMatchObject({
        ok: false,
        reason: 'not-an-image',
      });
    expect(await db.$count(storedObjects)).toBe(before);
  });
});

describe('the list', () => {
  it('PKM-01, PKM-02: stands in its order, and any word finds', async () => {
    await db.delete(packages);
    const { id: categoryId } = await aCategory(db, { name: 'TRILHAS ROCK' });
    await aPackage(db, { categoryId, title: 'Segundo', orderIndex: 2, tags: ['festa'] });
    await aPackage(db, {
      categoryId,
      title: 'Feliz Natal',
      orderIndex: 1,
      isActive: false,
      isFeatured: true,
    });
    await aPackage(db, { categoryId, title: 'Apagado', deletedAt: now });
    await aPackage(db, {
      categoryId,
      title: 'Apagado há tempo',
      deletedAt: new Date('2026-10-01T00:00:00Z'),
    });
    const all = await list();
    expect(all).toMatchObject({ page: { total: 2, pages: 1 }, all: { total: 2 } });
    expect(all.packages.map(({ title }) => title)).toEqual(['Feliz Natal', 'Segundo']);
    expect(all.packages[0]).toMatchObject({
      categoryName: 'TRILHAS ROCK',
      isActive: false,
      isFeatured: true,
    });
    const found = async (query: object) => (await list(query)).packages.map(({ title }) => title);
    expect(await found({ q: 'xyz natal' })).toEqual(['Feliz Natal']);
    expect(await found({ q: 'FESTA' })).toEqual(['Segundo']);
    expect(await found({ q: 'xyz' })).toEqual([]);
    expect(await found({ situacao: 'inativos' })).toEqual(['Feliz Natal']);
    expect(await found({ situacao: 'excluidos' })).toEqual(['Apagado']);
    expect(await found({ ordem: 'titulo' })).toEqual(['Feliz Natal', 'Segundo']);
    expect(await found({ categoria: (await aCategory(db)).id })).toEqual([]);
  });
});

describe('several packages at once', () => {
  const change = (given: object) => changePackages(deps, admin, batchSchema.parse(given));

  it('are shown, hidden, moved and tagged', async () => {
    const one = await made({ tags: 'rock' });
    const two = await made();
    const ids = [one, two];
    expect(await change({ change: 'deactivate', ids })).toEqual({ ok: true, count: 2 });
    expect([await findPackage(source, one), await findPackage(source, two)]).toEqual([null, null]);
    await change({ change: 'activate', ids });
    expect(await findPackage(source, two)).not.toBe(null);
    await change({ change: 'add-tags', tags: 'rock, novo', ids });
    expect([(await read(one)).tags, (await read(two)).tags]).toEqual([
      ['rock', 'novo'],
      ['rock', 'novo'],
    ]);
    await change({ change: 'remove-tags', tags: 'rock, novo', ids: [two] });
    expect((await read(two)).tags).toBe(null);
    const target = await aCategory(db, { kind: 'efeitos-sonoros' });
    expect(sent).toEqual([]);
    await change({ change: 'move', categoryId: target.id, ids });
    expect((await read(one)).categoryId).toBe(target.id);
    // Five hundred covers take longer than a request may.
    expect(sent).toEqual([['draw-covers', { packageIds: ids.toSorted() }]]);
    const drawn = (await read(one)).coverKey;
    await drawCovers(deps, ids, new AbortController().signal);
    expect((await read(one)).coverKey).not.toBe(drawn);
  });

  it('all or none, and never a deleted one', async () => {
    const id = await made();
    const closed = await aCategory(db, { isActive: false });
    expect(await change({ change: 'move', categoryId: closed.id, ids: [id] })).toMatchObject({
      reason: 'no-category',
    });
    await deletePackage(deps, admin, id, now);
    expect(await change({ change: 'activate', ids: [id] })).toMatchObject({ reason: 'no-package' });
    expect(batchSchema.safeParse({ change: 'activate', ids: [] }).success).toBe(false);
    expect(batchSchema.safeParse({ change: 'add-tags', tags: ' , ', ids: [id] }).success).toBe(false);
  });
});

describe('A-140: the order within a category', () => {
  const inOrder = async (categoria: string) => (await list({ categoria })).packages.map(({ title }) => title);
  async function aShelf() {
    const category = await aCategory(db);
    const packs: Package[] = [];
    for (const title of ['A', 'B', 'C', 'D'])
      packs.push(await aPackage(db, { title, categoryId: category.id }));
    const idOf = (title: string) => packs.find((pack) => pack.title === title)?.id ?? '';
    const move = (title: string, where: object) =>
      movePackage(deps, admin, movingSchema.parse({ id: idOf(title), ...where }));
    return { category: category.id, idOf, move };
  }

  it('is changed by one row, between neighbours and to both ends, and taken back', async () => {
    const { category, idOf, move } = await aShelf();
    await move('D', { after: idOf('A'), before: idOf('B') });
    expect(await inOrder(category)).toEqual(['A', 'D', 'B', 'C']);
    await move('B', { end: 'first' });
    await move('A', { end: 'last' });
    expect(await inOrder(category)).toEqual(['B', 'D', 'C', 'A']);
    await move('C', { before: idOf('B') });
    expect(await inOrder(category)).toEqual(['C', 'B', 'D', 'A']);
    await move('C', { after: idOf('D'), before: idOf('A') });
    expect(await inOrder(category)).toEqual(['B', 'D', 'C', 'A']);
    expect(await audited(idOf('C'))).toHaveLength(2);
    const shelf = await listShelf(source, { kind: 'trilhas', categoryId: category, offset: 0, limit: 9 });
    expect(shelf.cards.map(({ title }) => title)).toEqual(['B', 'D', 'C', 'A']);
  });

  it('is refused when somebody else has moved a neighbour, and goes across typed orders', async () => {
    const { category, idOf, move } = await aShelf();
    await move('D', { end: 'first' });
    expect(await move('A', { after: idOf('C'), before: idOf('D') })).toMatchObject({ reason: 'changed' });
    await db
      .update(packages)
      .set({ orderIndex: 7 })
      .where(eq(packages.id, idOf('B')));
    await move('D', { after: idOf('B') });
    expect(await inOrder(category)).toEqual(['A', 'C', 'B', 'D']);
    await Promise.all(['A', 'C'].map((title) => move(title, { after: idOf('B') })));
    expect((await inOrder(category)).slice(1, 3).sort()).toEqual(['A', 'C']);
  });

  it('a copy of a long title ends with a whole letter', async () => {
    const { idOf } = await aShelf();
    await db
      .update(packages)
      .set({ title: `${'x'.repeat(189)}👨‍👩‍👧‍👦` })
      .where(eq(packages.id, idOf('A')));
    const copy = await duplicatePackage(deps, admin, idOf('A'));
    expect(copy.ok && (await read(copy.id))?.title).toBe(`${'x'.repeat(189)} (cópia)`);
  });

  it('a copy is inactive, follows the original and keeps its files when that is purged', async () => {
    const { category, idOf } = await aShelf();
    const key = 'audio/of-two.mp3';
    await db.insert(storedObjects).values({ key, bucket: 'audio', size: 1, mime: 'audio/mpeg' });
    await aTrack(db, { packageId: idOf('B'), name: 'Voz.mp3', storageKey: key });
    const copy = await duplicatePackage(deps, admin, idOf('B'));
    if (!copy.ok) throw new Error(copy.reason);
    expect(await inOrder(category)).toEqual(['A', 'B', 'B (cópia)', 'C', 'D']);
    expect(await read(copy.id)).toMatchObject({ isActive: false, trackCount: 1 });
    await deletePackage(deps, admin, idOf('B'), new Date('2026-01-01'));
    await purgePackages(deps, now);
    const edited = await findForEditor(db, admin, copy.id);
    expect(edited?.tracks.map(({ name }) => name)).toEqual(['Voz.mp3']);
    const [file] = await db.select().from(storedObjects).where(eq(storedObjects.key, key));
    expect(file?.trashedAt).toBe(null);
  });
});
