import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import { auditEntries } from '#db/schema/site.ts';
import { findPackage } from '#features/catalog/pack/queries.server.ts';
import { listCategories } from '#features/catalog/queries.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import {
  aCategory,
  aFavorite,
  anAdmin,
  aPackage,
  aPackageWithTracks,
  aRecordingRequest,
  aTrack,
  aUser,
} from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { changePackages } from './batch/commands.server.ts';
import { batchSchema } from './batch/model.ts';
import { deletePackage, purgePackages, restorePackage } from './bin/commands.server.ts';
import { orderCategories, saveCategory, setCategoryActive } from './categories/commands.server.ts';
import { categoryFormSchema } from './categories/model.ts';
import { listAllCategories } from './categories/queries.server.ts';
import { createPackage, updatePackage } from './commands.server.ts';
import { drawPackageCover, receiveCover } from './covers/commands.server.ts';
import { listSchema, packageFormSchema, readPackageForm } from './model.ts';
import { findForDeletion, findForEditor, listChoices, listPackages } from './queries.server.ts';

const source = await testDatabase();
const { db, bus } = source;
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-curation-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = await openDiskStorage({ DATA_DIR: folder });
const deps = { db, bus, storage };
const now = new Date('2026-11-21T12:00:00Z');
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
      expect(await receiveCover(deps, admin, Buffer.from(text))).toEqual({
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
    expect(all).toMatchObject({ total: 2, all: 2, pages: 1 });
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
    const drawn = (await read(one)).coverKey;
    await change({ change: 'move', categoryId: target.id, ids });
    expect((await read(one)).categoryId).toBe(target.id);
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

describe('deletion', () => {
  it('PKM-20, PKM-21, A-70: says what it touches, keeps requests, and can be undone', async () => {
    const { pack } = await aPackageWithTracks(db, 2, { title: 'Vinhetas de Verão' });
    const user = await aUser(db);
    await aFavorite(db, { userId: user.userId, packageId: pack.id });
    const request = { userId: user.userId, packageId: pack.id, packageTitle: pack.title };
    await aRecordingRequest(db, request);
    await aRecordingRequest(db, { ...request, status: 'completed' });
    expect(await findForDeletion(db, admin, pack.id)).toEqual({
      id: pack.id,
      title: 'Vinhetas de Verão',
      tracks: 2,
      favorites: 1,
      openRequests: 1,
    });
    expect(await deletePackage(deps, admin, pack.id, now)).toEqual({ ok: true });
    expect(await deletePackage(deps, admin, pack.id, now)).toEqual({ ok: false, reason: 'no-package' });
    expect(await findPackage(source, pack.id)).toBe(null);
    expect(await findForEditor(db, admin, pack.id)).toBe(null);
    expect(await restorePackage(deps, admin, pack.id)).toEqual({ ok: true });
    expect(await findPackage(source, pack.id)).toMatchObject({ trackCount: 2 });
    expect((await audited(pack.id)).map(({ action }) => action)).toEqual([
      'package.delete',
      'package.restore',
    ]);
  });

  it('A-70: after 30 days it is gone, and only files that nothing else names go to the trash', async () => {
    await db.delete(packages);
    const old = new Date(now.getTime() - 31 * 86_400_000);
    const young = new Date(now.getTime() - 29 * 86_400_000);
    const doomed = await aPackage(db, { deletedAt: old });
    const kept = await aPackage(db, { deletedAt: young });
    const shared = await aTrack(db, { packageId: doomed.id });
    await aTrack(db, { packageId: kept.id, storageKey: shared.storageKey });
    const own = await aTrack(db, { packageId: doomed.id });
    for (const { storageKey } of [shared, own])
      await db
        .insert(storedObjects)
        .values({ key: storageKey!, bucket: 'audio', size: 1, mime: 'audio/mpeg' });
    expect(await purgePackages(deps, now)).toBe(1);
    expect(await purgePackages(deps, now)).toBe(0);
    expect(await db.select().from(tracks).where(eq(tracks.packageId, doomed.id))).toEqual([]);
    expect(await read(kept.id)).toBeDefined();
    const trashed = async (key: string) =>
      (await db.select().from(storedObjects).where(eq(storedObjects.key, key)))[0]!.trashedAt !== null;
    expect([await trashed(own.storageKey!), await trashed(shared.storageKey!)]).toEqual([true, false]);
  });
});

describe('categories', () => {
  const save = (given: object) => saveCategory(deps, admin, categoryFormSchema.parse(given));

  it('are made, renamed, ordered and switched off, and listeners see it at once', async () => {
    await db.delete(packages);
    await db.delete(categories);
    await bus.publish('catalog');
    const first = await save({ name: ' trilhas  de cinema ' });
    const second = await save({ name: 'Pacotes Vinhetas' });
    if (!first.ok || !second.ok) throw new Error('refused');
    expect(await listCategories(source)).toEqual([
      { id: first.id, name: 'TRILHAS DE CINEMA', kind: 'trilhas' },
      { id: second.id, name: 'PACOTES VINHETAS', kind: 'pacotes-vinhetas' },
    ]);
    expect(await save({ name: 'Trilhas de Cinéma' })).toEqual({ ok: false, reason: 'name-taken' });
    await save({ id: first.id, name: 'Efeitos sonoros de cinema' });
    expect((await listCategories(source))[0]).toMatchObject({ kind: 'efeitos-sonoros' });
    expect(await orderCategories(deps, admin, [second.id])).toEqual({ ok: false, reason: 'changed' });
    await orderCategories(deps, admin, [second.id, first.id]);
    expect((await listCategories(source)).map(({ id }) => id)).toEqual([second.id, first.id]);
    await setCategoryActive(deps, admin, second.id, false);
    expect((await listCategories(source)).map(({ id }) => id)).toEqual([first.id]);
    expect((await listAllCategories(db, admin)).map(({ isActive }) => isActive)).toEqual([false, true]);
  });

  it('of one name there is one, however many are made at once', async () => {
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => save({ name: 'Trilhas de corrida' })));
    expect(outcomes.filter(({ ok }) => ok).length).toBe(1);
  });
});
