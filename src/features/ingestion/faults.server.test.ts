import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { aPackage } from '#tests/builders.ts';
import { testImports } from '#tests/imports.ts';
import { anMp3, aWav, badFfmpegs } from '#tests/sounds.ts';
import { goOnWithImports, retryImport } from './control-import.server.ts';
import { openDrive } from './drive-gateway.server.ts';
import { waitsBetweenTries } from './job-definitions.ts';

const site = await testImports();
const { db, fake, deps, admin, clock, run, start, drain, importOf, filesOf, tracksOf } = site;
const { aFolder, idOf } = site;
const { tree } = fake;
afterEach(async () => {
  fake.heal();
  await site.everythingPlays();
});

describe('Drive refuses', () => {
  it('a quota that is used up: what can be fetched is, the rest waits a day, the administrators are told', async () => {
    const folder = aFolder('Cota', 3);
    fake.fail(
      'media',
      { status: 403, reason: 'downloadQuotaExceeded' },
      { id: idOf('Cota 2.mp3'), times: 99 },
    );
    const { packageId, importId } = await run(folder);
    expect(await tracksOf(packageId)).toHaveLength(2);
    const waiting = await importOf(importId);
    expect(waiting.status).toBe('waiting');
    expect(waiting.waitUntil!.getTime() - clock.now().getTime()).toBe(24 * 3_600_000);
    expect(fake.count('media', idOf('Cota 2.mp3'))).toBe(1);
    expect(await site.notices(`/admin/importacoes/${importId}`)).toMatchObject([
      { type: 'import-failed', title: 'Importação aguardando o Google Drive' },
    ]);

    clock.advance(23 * 3600);
    expect(await goOnWithImports(deps)).toBe(0);
    clock.advance(3600 + 1);
    fake.heal();
    expect(await goOnWithImports(deps)).toBe(1);
    await drain();
    expect(await importOf(importId)).toMatchObject({ status: 'done', waitUntil: null });
    expect(await tracksOf(packageId)).toHaveLength(3);
    expect(await site.notices(`/admin/importacoes/${importId}`)).toMatchObject([
      {},
      { type: 'import-finished' },
    ]);
  });

  it('429 and 5xx with Retry-After: waits so long and goes on; asked for very long, the file’s job comes later', async () => {
    const folder = aFolder('Devagar', 2);
    fake.fail('media', { status: 429, retryAfter: 2 }, { id: idOf('Devagar 1.mp3'), times: 2 });
    fake.fail('media', { status: 503, retryAfter: 900 }, { id: idOf('Devagar 2.mp3') });
    fake.fail('list', { status: 500 }, { times: 2 });
    const { packageId, importId } = await run(folder);
    expect(await tracksOf(packageId)).toHaveLength(2);
    expect(await importOf(importId)).toMatchObject({ status: 'done' });
    expect(site.queue.sent.map(({ startAfterSeconds }) => startAfterSeconds)).toContain(900);
  });

  it('a revoked key ends the import with its reason; with a new one it goes on where it was', async () => {
    const folder = aFolder('Chave', 4);
    const packageId = (await aPackage(db)).id;
    const importId = await start(packageId, folder);
    fake.fail('media', { status: 400, reason: 'keyInvalid' }, { id: idOf('Chave 3.mp3'), times: 99 });
    await drain();
    const failed = await importOf(importId);
    expect(failed).toMatchObject({ status: 'failed', reason: expect.stringContaining('chave de acesso') });
    const before = await tracksOf(packageId);
    expect(before).toHaveLength(2);
    fake.heal();
    const fetched = fake.count('media');
    expect(await retryImport(deps, admin, importId)).toBe(true);
    await drain();
    expect(await tracksOf(packageId)).toHaveLength(4);
    expect((await tracksOf(packageId)).slice(0, 2)).toEqual(before);
    expect(fake.count('media') - fetched).toBe(2);
  });

  it('one file for good: the others come, it says why, and can be tried again by itself', async () => {
    const folder = aFolder('Uma', 3);
    const bad = idOf('Uma 2.mp3');
    fake.fail('media', { status: 403, reason: 'cannotDownloadFile' }, { id: bad, times: 99 });
    const { packageId, importId } = await run(folder);
    expect(await importOf(importId)).toMatchObject({ status: 'done' });
    const file = (await filesOf(importId)).find(({ driveFileId }) => driveFileId === bad)!;
    expect(file).toMatchObject({ status: 'failed', reason: expect.stringContaining('permita o download') });
    fake.heal();
    expect(await retryImport(deps, admin, importId, file.id)).toBe(true);
    await drain();
    expect(await tracksOf(packageId)).toHaveLength(3);
    expect(await retryImport(deps, admin, importId, file.id)).toBe(false);
  });

  it('the folder, in the middle of a sync: nothing is marked missing', async () => {
    const folder = aFolder('Some', 2);
    const { packageId } = await run(folder);
    const before = await tracksOf(packageId);
    fake.fail('list', { status: 500 }, { times: 99 });
    await run(folder, packageId);
    expect(await tracksOf(packageId)).toEqual(before);
  });
});

describe('Drive sends nonsense', () => {
  it('a web page in place of audio: tried again, then said; the track of before stays', async () => {
    const folder = aFolder('Página', 1);
    const { packageId } = await run(folder);
    const [before] = await tracksOf(packageId);
    tree.replace(before!.driveFileId!, anMp3('outra versão'));
    fake.fail('media', { html: true }, { times: 99 });
    const { importId } = await run(folder, packageId);
    expect(fake.count('media', before!.driveFileId!)).toBe(2 + waitsBetweenTries.length);
    expect(await filesOf(importId)).toMatchObject([
      { status: 'failed', reason: 'O Google Drive enviou uma página da web em vez do áudio.' },
    ]);
    expect(await importOf(importId)).toMatchObject({ status: 'failed' });
    expect(await tracksOf(packageId)).toEqual([before]);
  });

  it('a file that is no sound, whatever its name: refused at its first bytes', async () => {
    const folder = tree.folder('Falsos');
    tree.file('programa.mp3', folder, Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500_000)]));
    tree.file('vazio.mp3', folder, Buffer.alloc(0));
    tree.file('oco.wav', folder, Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEjunk'), Buffer.alloc(500)]));
    const { packageId, importId } = await run(folder);
    expect(await tracksOf(packageId)).toEqual([]);
    const reasons = Object.fromEntries((await filesOf(importId)).map(({ name, reason }) => [name, reason]));
    expect(reasons['programa.mp3']).toContain('não é um áudio');
    expect(reasons['oco.wav']).toContain('só tem o cabeçalho');
    expect(reasons['vazio.mp3']).toBeTruthy();
  });

  it('A.2: a file that ends whatever reads it: failed with its reason, and nobody fetches it again', async () => {
    const folder = aFolder('Mortal', 2);
    const { dying, runs } = await badFfmpegs(site.folder);
    const packageId = (await aPackage(db)).id;
    const importId = await start(packageId, folder);
    await drain({ settings: { ...deps.settings, FFMPEG_PATH: dying } });
    expect(await tracksOf(packageId)).toEqual([]);
    const reason = 'O arquivo está incompleto ou danificado: não foi possível ler o áudio.';
    expect(await filesOf(importId)).toMatchObject([
      { status: 'failed', reason },
      { status: 'failed', reason },
    ]);
    expect(await importOf(importId)).toMatchObject({ status: 'failed' });
    expect(await site.partials()).toEqual([]);
    const [fetched, read] = [fake.count('media'), await readFile(runs, 'utf8')];
    clock.advance(7 * 86_400);
    await goOnWithImports(deps);
    await drain();
    expect([fake.count('media'), await readFile(runs, 'utf8')]).toEqual([fetched, read]);
    await run(folder, packageId);
    expect(await tracksOf(packageId), 'asked for again, with an ffmpeg that lives').toHaveLength(2);
  });

  it('a body that ends too soon or breaks: goes on where it stopped', async () => {
    const folder = aFolder('Cortada', 2, 20);
    fake.fail('media', { truncateAt: 100_000 }, { id: idOf('Cortada 1.mp3') });
    fake.fail('media', { breakAt: 150_000 }, { id: idOf('Cortada 2.mp3') });
    const { packageId } = await run(folder);
    expect(await tracksOf(packageId)).toHaveLength(2);
    const offsets = (id: string) => fake.calls.filter((call) => call.kind === 'media' && call.id === id);
    expect(offsets(idOf('Cortada 1.mp3')).map(({ offset }) => offset)).toEqual([0, 100_000]);
    expect(offsets(idOf('Cortada 2.mp3'))[1]!.offset).toBeGreaterThan(0);
  });

  it('a body without end: no more than the file has is taken', async () => {
    const folder = aFolder('Infinita', 1);
    fake.fail('media', { endless: true }, { times: 99 });
    const { importId, packageId } = await run(folder);
    expect(await tracksOf(packageId)).toEqual([]);
    expect(await filesOf(importId)).toMatchObject([
      { status: 'failed', reason: 'O Google Drive enviou mais bytes do que o arquivo tem.' },
    ]);
    expect(await site.partials()).toEqual([]);
  });

  it('silence: hangs up, and goes on where it stopped', async () => {
    const folder = aFolder('Silêncio', 1, 20);
    fake.fail('media', { silentAfter: 80_000 });
    const packageId = (await aPackage(db)).id;
    await start(packageId, folder);
    await drain({ drive: openDrive(fake.settings, { silence: 3000, pause: async () => {} }) });
    expect(await tracksOf(packageId)).toHaveLength(1);
    const offsets = fake.calls
      .filter(({ kind, id }) => kind === 'media' && id === idOf('Silêncio 1.mp3'))
      .map(({ offset }) => offset);
    expect(offsets.slice(0, 2)).toEqual([0, 80_000]);
  });

  it('a file that changed between two pieces: begun anew, never mixed', async () => {
    const folder = aFolder('Troca', 1, 20);
    const file = idOf('Troca 1.mp3');
    const packageId = (await aPackage(db)).id;
    const importId = await start(packageId, folder);
    fake.fail('media', { breakAt: 50_000 });
    await drain({
      jobs: {
        send: async (job, payload, options) => {
          await site.queue.send(job, payload, options);
          if ((payload as { attempt?: number }).attempt === 1)
            tree.replace(file, aWav(300, 10).subarray(0, 320_000));
        },
      },
    });
    expect(await importOf(importId)).toMatchObject({ status: 'done' });
    expect(await tracksOf(packageId)).toMatchObject([{ mime: 'audio/wav' }]);
  });
});
