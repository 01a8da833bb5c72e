import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { categories, packages } from '#db/schema/catalog.ts';
import { imports } from '#db/schema/ingestion.ts';
import { testDrafts } from '#tests/drafts.ts';
import { goOnWithImports } from './control-import.server.ts';
import { createFromDrive, readCreation } from './create-from-drive.server.ts';
import { draftFailures } from './drafts.ts';
import { driveRefusals, waitingReasons } from './imports.ts';

const site = await testDrafts();
const { db, fake, admin, deps, drain, create, aStation, draftsOf } = site;
const { tree } = fake;

describe('CRP-07: what cannot be', () => {
  it.each([
    { why: 'not shared', fault: { status: 404, reason: 'notFound' }, reason: driveRefusals['not-found'] },
    { why: 'key revoked', fault: { status: 400, reason: 'keyInvalid' }, reason: driveRefusals.key },
  ])('$why: failed, with the reason', async ({ fault, reason }) => {
    const { root, ids } = aStation('Falha', { Um: ['a'] });
    fake.fail('get', fault, { id: root, times: 5 });
    fake.fail('list', fault, { id: root, times: 5 });
    expect(await create(root)).toEqual({ state: 'failed', reason });
    expect(await draftsOf(ids)).toEqual([]);
    fake.heal();
    expect(await create(root)).toMatchObject({ state: 'made', packages: 1 });
  });

  it('the quota, for the moment: waits with the reason, tells once, and makes its drafts by itself', async () => {
    const { root, ids } = aStation('Espera', { Um: ['a'] });
    fake.fail('list', { status: 403, reason: 'dailyLimitExceeded' }, { id: root, times: 3 });
    const waits = await create(root);
    expect(waits).toMatchObject({ state: 'waiting', reason: waitingReasons.quota });
    const { importId } = waits as { importId: string };
    // Requested again meanwhile: the same import.
    expect(await createFromDrive(deps, admin, fake.linkOf(root))).toEqual(waits);
    for (let tries = 1; tries <= 2; tries++) {
      site.clock.advance(3601);
      expect(await goOnWithImports(deps)).toBe(1);
      await drain();
      expect(await readCreation(db, importId)).toEqual(waits);
    }
    expect(await site.notices(`/admin/importacoes/${importId}`)).toMatchObject([
      { title: 'Importação aguardando o Google Drive', body: expect.stringContaining(waitingReasons.quota) },
    ]);
    expect(await draftsOf(ids)).toEqual([]);
    site.clock.advance(3601);
    await goOnWithImports(deps);
    await drain();
    expect(await readCreation(db, importId)).toMatchObject({ state: 'made', packages: 1 });
    expect((await draftsOf(ids)).map(({ trackCount }) => trackCount)).toEqual([1]);
  });

  it('no audio, no category, no Drive', async () => {
    const empty = tree.folder('Vazia');
    tree.document('Só texto', empty);
    expect(await create(empty)).toEqual({ state: 'failed', reason: draftFailures['no-audio'] });
    const active = and(eq(categories.isActive, true));
    const { root } = aStation('Sem categoria', { Um: ['a'] });
    const on = await db.update(categories).set({ isActive: false }).where(active).returning();
    expect(await create(root)).toEqual({ state: 'failed', reason: draftFailures['no-category'] });
    for (const { id } of on) await db.update(categories).set({ isActive: true }).where(eq(categories.id, id));
    const without = { ...deps, drive: { ...deps.drive, isConfigured: false } };
    expect(await create(root, without)).toEqual({ state: 'failed', reason: driveRefusals['not-configured'] });
  });

  it('CRP-04: an address that is not Drive’s begins nothing', async () => {
    const before = await db.select().from(imports);
    for (const url of ['https://evil.test/?x=drive.google.com', 'http://drive.google.com.evil.test', ''])
      expect(await createFromDrive(deps, admin, url)).toEqual({ state: 'bad-address' });
    expect(await db.select().from(imports)).toHaveLength(before.length);
  });

  it('cancelled while it is being read, nothing is made', async () => {
    const { root, ids } = aStation('Cancelada', { Um: ['a'] });
    const begun = await createFromDrive(deps, admin, fake.linkOf(root), { patience: 0 });
    await db.update(imports).set({ status: 'cancelled' }).where(eq(imports.driveFolderId, root));
    await drain();
    expect(await draftsOf(ids)).toEqual([]);
    expect(await readCreation(db, (begun as { importId: string }).importId)).toMatchObject({
      state: 'failed',
    });
    expect(await db.select().from(packages).where(isNull(packages.categoryId))).toEqual([]);
  });
});
