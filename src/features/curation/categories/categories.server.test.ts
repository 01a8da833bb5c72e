import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { categories, packages } from '#db/schema/catalog.ts';
import { categoryFields } from '#features/catalog/category-definition.ts';
import { listCategories } from '#features/catalog/queries.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { versionOf } from '#platform/version.server.ts';
import { aCategory, anAdmin } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { packageFormSchema } from '../model.ts';
import { createPackage } from '../save-package.server.ts';
import { categoryFormSchema } from './model.ts';
import { listAllCategories } from './queries.server.ts';
import { orderCategories, saveCategory, setCategoryActive } from './save-category.server.ts';

const source = await testDatabase();
const { db, bus } = source;
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-curation-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = await openDiskStorage({ DATA_DIR: folder });
const deps = { db, bus, storage };
const admin = await anAdmin(db);

const form = (values: object) => packageFormSchema.parse({ title: 'Novo', ...values });
const _aPicture = (background = 'red') =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

async function _made(values: object = {}): Promise<string> {
  const outcome = await createPackage(deps, admin, form({ categoryId: (await aCategory(db)).id, ...values }));
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.id;
}

describe('categories', () => {
  const save = (given: object) => saveCategory(deps, admin, categoryFormSchema.parse(given));

  it('A-66: of two who rename one the second is told, and nothing is lost', async () => {
    const made = await save({ name: 'Trilhas de 66', description: 'Antes' });
    if (!made.ok) throw new Error('refused');
    const seen = async () => {
      const list = await listAllCategories(db, admin);
      return list.find(({ id }) => id === made.id)?.version;
    };
    const version = await seen();
    const ana = { id: made.id, name: 'Trilhas da Ana', description: 'Antes', version };
    expect(await save(ana)).toMatchObject({ ok: true });
    expect(await save(ana), 'the same again').toMatchObject({ ok: true });
    const bruno = { id: made.id, name: 'Trilhas de 66', description: 'Do Bruno' };
    expect(await save({ ...bruno, version })).toEqual({ ok: false, reason: 'edited' });
    expect(await seen()).toBe(versionOf(categoryFields, { name: 'TRILHAS DA ANA', description: 'Antes' }));
    expect(await save({ ...bruno, version: await seen() })).toMatchObject({ ok: true });
  });

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
