import { afterEach, expect, it } from 'vitest';
import { aPackage } from '#tests/builders.ts';
import { testImports } from '#tests/imports.ts';
import { cancelImport, goOnWithImports, retryImport } from './control-import.server.ts';
import { driveRefusals, pauseMinutes, waitingReasons } from './imports.ts';
import { startImport } from './start-import.server.ts';

const site = await testImports();
const { db, fake, deps, admin, clock, run, drain, importOf, filesOf, tracksOf, aFolder, idOf } = site;
afterEach(async () => {
  fake.heal();
  await site.everythingPlays();
});

const minutesLeft = async (id: string) =>
  ((await importOf(id)).waitUntil!.getTime() - clock.now().getTime()) / 60_000;

it.each([
  ['userRateLimitExceeded', { status: 403, reason: 'userRateLimitExceeded' }, 'busy'],
  ['dailyLimitExceeded', { status: 403, reason: 'dailyLimitExceeded' }, 'quota'],
  ['quotaExceeded', { status: 403, reason: 'quotaExceeded' }, 'quota'],
  ['429', { status: 429 }, 'busy'],
  ['503', { status: 503 }, 'unreachable'],
  ['a web page', { html: true }, 'bad-answer'],
] as const)(
  '%s while the folder is read: it waits, tells once, and goes on by itself',
  async (name, fault, reason) => {
    const folder = aFolder(`Leitura ${name}`, 2);
    fake.fail('list', fault, { id: folder, times: 99 });
    const { packageId, importId } = await run(folder);
    for (let tries = 1; tries <= 3; tries++) {
      expect(await importOf(importId)).toMatchObject({ status: 'waiting', reason: waitingReasons[reason] });
      expect(await minutesLeft(importId)).toBe(pauseMinutes[reason]);
      clock.advance(pauseMinutes[reason] * 60 - 1);
      expect(await goOnWithImports(deps)).toBe(0);
      clock.advance(1);
      if (tries === 3) fake.heal();
      expect(await goOnWithImports(deps)).toBe(1);
      expect(await importOf(importId)).toMatchObject({ status: 'scanning', reason: null, waitUntil: null });
      await drain();
    }
    expect(await importOf(importId)).toMatchObject({ status: 'done', reason: null });
    expect(await tracksOf(packageId)).toHaveLength(2);
    expect((await site.notices(`/admin/importacoes/${importId}`)).map(({ title }) => title)).toEqual([
      'Importação aguardando o Google Drive',
      'Importação concluída',
    ]);
  },
);

it('no shorter than Drive asks, and no longer than a day', async () => {
  const folder = aFolder('Pedido', 1);
  fake.fail('list', { status: 429, retryAfter: 7200 }, { id: folder });
  const { packageId, importId } = await run(folder);
  expect(await minutesLeft(importId)).toBe(120);
  fake.fail('list', { status: 503, retryAfter: 999_999 }, { id: folder });
  clock.advance(7200);
  await goOnWithImports(deps);
  await drain();
  expect(await minutesLeft(importId)).toBe(24 * 60);
  expect(await tracksOf(packageId)).toEqual([]);
  clock.advance(86_400);
  await goOnWithImports(deps);
  await drain();
  expect(await tracksOf(packageId)).toHaveLength(1);
});

it('asked for again meanwhile it is the same import; tried now, or cancelled, by hand', async () => {
  const folder = aFolder('Impaciente', 1);
  fake.fail('list', { status: 403, reason: 'quotaExceeded' }, { id: folder, times: 2 });
  const { packageId, importId } = await run(folder);
  const target = { id: folder, resourceKey: null };
  expect(await startImport(deps, admin, { kind: 'package', packageId, target })).toEqual({
    ok: true,
    importId,
    isNew: false,
  });
  const both = await Promise.all([retryImport(deps, admin, importId), retryImport(deps, admin, importId)]);
  expect(both.filter(Boolean)).toHaveLength(1);
  await drain();
  expect(await importOf(importId)).toMatchObject({ status: 'waiting' });
  expect(await cancelImport(deps, admin, importId, clock.now())).toBe(true);
  clock.advance(48 * 3600);
  expect(await goOnWithImports(deps)).toBe(0);
  expect(await retryImport(deps, admin, importId)).toBe(true);
  await drain();
  expect(await importOf(importId)).toMatchObject({ status: 'done' });
  expect(await tracksOf(packageId)).toHaveLength(1);
});

it('after a week of silence it is given up, with the reason', async () => {
  const folder = aFolder('Semana', 1);
  fake.fail('list', { status: 500 }, { id: folder, times: 99 });
  const { importId } = await run(folder);
  // The database's clock wrote when it began; the test's clock may be days behind it.
  const { createdAt } = await importOf(importId);
  clock.advance(8 * 86_400 + Math.max(0, (createdAt.getTime() - clock.now().getTime()) / 1000));
  await goOnWithImports(deps);
  await drain();
  expect(await importOf(importId)).toMatchObject({ status: 'failed', reason: driveRefusals.unreachable });
});

it('a refusal that does not pass still ends it at once', async () => {
  const folder = aFolder('Chave', 1);
  fake.fail('list', { status: 400, reason: 'keyInvalid' }, { id: folder });
  const { importId } = await run(folder);
  expect(await importOf(importId)).toMatchObject({ status: 'failed', reason: driveRefusals.key });
});

it('files that Drive asks to come later again and again wait too, an hour each time', async () => {
  const folder = aFolder('Lotado', 2);
  const file = idOf('Lotado 2.mp3');
  fake.fail('media', { status: 429 }, { id: file, times: 99 });
  const { packageId, importId } = await run(folder);
  expect(await importOf(importId)).toMatchObject({ status: 'waiting', reason: waitingReasons.busy });
  expect(await minutesLeft(importId)).toBe(60);
  expect(await tracksOf(packageId)).toHaveLength(1);
  fake.heal();
  clock.advance(3600);
  expect(await goOnWithImports(deps)).toBe(1);
  await drain();
  expect(await importOf(importId)).toMatchObject({ status: 'done' });
  expect(await tracksOf(packageId)).toHaveLength(2);
});

it('cancelled while the folder is read: nothing of the package is changed', async () => {
  const folder = aFolder('Sem volta', 1);
  const { packageId } = await run(folder);
  const before = await tracksOf(packageId);
  fake.tree.remove(idOf('Sem volta 1.mp3'));
  const importId = await site.start(packageId, folder);
  const { list } = deps.drive;
  const drive = {
    ...deps.drive,
    list: async (...given: Parameters<typeof list>) => {
      const items = await list(...given);
      await cancelImport(deps, admin, importId, clock.now());
      return items;
    },
  };
  await drain({ drive });
  expect(await importOf(importId)).toMatchObject({ status: 'cancelled' });
  expect(await filesOf(importId)).toEqual([]);
  expect(await tracksOf(packageId)).toEqual(before);
});

it('a folder without audio says so plainly', async () => {
  const folder = fake.tree.folder('Só papéis');
  fake.tree.document('Contrato', folder);
  fake.tree.file('capa.jpg', folder, Buffer.from('jpg'));
  const { importId } = await run(folder, (await aPackage(db)).id);
  const reason = 'Nenhum arquivo de áudio foi encontrado nesta pasta.';
  expect(await importOf(importId)).toMatchObject({ status: 'done', reason });
  expect(await site.notices(`/admin/importacoes/${importId}`)).toMatchObject([
    { type: 'import-finished', body: `Só papéis: ${reason}` },
  ]);
});
