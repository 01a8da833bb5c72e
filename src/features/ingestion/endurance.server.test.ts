import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { importFiles } from '#db/schema/ingestion.ts';
import { usedBytes } from '#features/media/audio/upload-audio.server.ts';
import { aPackage } from '#tests/builders.ts';
import { testImports } from '#tests/imports.ts';
import { anMp3, aWav } from '#tests/sounds.ts';
import { cancelImport, retryImport } from './control-import.server.ts';
import { importFile } from './import-file.server.ts';
import { scanPackage } from './import-jobs.server.ts';

const site = await testImports();
const { db, fake, deps, admin, clock, run, start, drain, importOf, filesOf, tracksOf, aFolder } = site;
const { tree } = fake;
afterEach(async () => {
  fake.heal();
  await site.everythingPlays();
});

/** Lets another process import a file until it is killed at a step; returns how it ended. */
async function dieAt(step: string, fileId: string): Promise<string | number | null> {
  const args = ['tests/import-child.ts', site.connectionString, site.folder, fake.url, fileId, step];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return signal ?? code;
}

describe('our side fails', () => {
  it('killed at every step of a file’s job: another process goes on, nothing is fetched twice', async () => {
    const folder = aFolder('Morte', 1, 30);
    const packageId = (await aPackage(db)).id;
    const importId = await start(packageId, folder);
    await drain({ jobs: { send: async () => {} } });
    const [file] = await filesOf(importId);
    for (const step of ['received', 'fetched', 'measured', 'preview', 'stored', 'booked'] as const) {
      expect(await dieAt(step, file!.id), step).toBe('SIGKILL');
      const tracks = await tracksOf(packageId);
      expect(tracks.length, step).toBe(step === 'booked' ? 1 : 0);
      await site.everythingPlays();
    }
    await importFile(deps, { fileId: file!.id, attempt: 0 }, new AbortController().signal);
    expect(await tracksOf(packageId)).toHaveLength(1);
    expect(fake.calls.filter(({ kind, id }) => kind === 'media' && id === file!.driveFileId)).toHaveLength(2);
    expect(fake.calls.at(-1)!.offset).toBeGreaterThan(100_000);
    expect(await importOf(importId)).toMatchObject({ status: 'done' });
  });

  it('killed in the middle of a file that then changed to another of the same size: never a mixture', async () => {
    const folder = tree.folder('Mistura');
    tree.file('Tom.wav', folder, aWav(300, 30));
    const packageId = (await aPackage(db)).id;
    const importId = await start(packageId, folder);
    await drain({ jobs: { send: async () => {} } });
    const [file] = await filesOf(importId);
    expect(await dieAt('received', file!.id)).toBe('SIGKILL');
    expect(await site.partials()).toEqual([`${file!.id}.part`]);
    const other = aWav(410, 30);
    expect(other.length).toBe(file!.size);
    tree.replace(file!.driveFileId, other);
    await importFile(deps, { fileId: file!.id, attempt: 0 }, new AbortController().signal);
    expect(await tracksOf(packageId)).toEqual([]);
    await drain();
    const [track] = await tracksOf(packageId);
    expect(track!.contentHash).toBe(createHash('sha256').update(other).digest('hex'));
    expect(await site.partials()).toEqual([]);
  });

  it('a disk without room for what arrives: tried again later, when there is room', async () => {
    const folder = aFolder('Sem espaço', 1);
    const packageId = (await aPackage(db)).id;
    const importId = await start(packageId, folder);
    const toScan = site.queue.waiting.splice(0);
    expect(toScan).toHaveLength(1);
    await scanPackage({ ...deps, jobs: { send: async () => {} } }, importId, new AbortController().signal);
    const [file] = await filesOf(importId);
    const path = join(site.folder, 'imports', `${file!.id}.part`);
    await mkdir(join(site.folder, 'imports'), { recursive: true });
    await symlink('/dev/full', path);
    await importFile(deps, { fileId: file!.id, attempt: 0 }, new AbortController().signal);
    expect((await filesOf(importId))[0]).toMatchObject({
      status: 'pending',
      reason: 'O armazenamento está cheio no momento. Tente novamente mais tarde.',
    });
    expect(await site.partials()).toEqual([]);
    await drain();
    expect(await importOf(importId)).toMatchObject({ status: 'done' });
    expect(await tracksOf(packageId)).toHaveLength(1);
  });

  it('the quota of audio is used up: refused with the reason before anything is fetched', async () => {
    const folder = aFolder('Quota', 1);
    const packageId = (await aPackage(db)).id;
    const importId = await start(packageId, folder);
    const before = fake.count('media');
    await drain({ settings: { ...deps.settings, AUDIO_QUOTA_BYTES: 1000 } });
    expect((await filesOf(importId))[0]).toMatchObject({
      status: 'failed',
      reason: 'O espaço para áudios acabou.',
    });
    expect(fake.count('media')).toBe(before);
  });

  it('the quota of audio holds for a file whose size Drive does not declare', async () => {
    const folder = aFolder('Sem tamanho', 1);
    const packageId = (await aPackage(db)).id;
    const importId = await start(packageId, folder);
    await drain({ jobs: { send: async () => {} } });
    const [file] = await filesOf(importId);
    await db.update(importFiles).set({ size: null }).where(eq(importFiles.id, file!.id));
    const almostFull = {
      ...deps,
      settings: { ...deps.settings, AUDIO_QUOTA_BYTES: (await usedBytes(db)) + 1 },
    };
    await importFile(almostFull, { fileId: file!.id, attempt: 0 }, new AbortController().signal);
    expect((await filesOf(importId))[0]).toMatchObject({
      status: 'failed',
      reason: 'O espaço para áudios acabou.',
    });
    expect(await tracksOf(packageId)).toEqual([]);
    expect(await site.partials()).toEqual([]);
  });

  it('a store that takes nothing: the file fails with the reason, what plays goes on playing', async () => {
    const folder = aFolder('Cheio', 1);
    const { packageId } = await run(folder);
    const [before] = await tracksOf(packageId);
    tree.replace(before!.driveFileId!, anMp3('não cabe'));
    const importId = await start(packageId, folder);
    // A file in place of the folder for unfinished writes: every put fails on the disk.
    const waiting = join(site.folder, 'files', '.partial');
    await rename(waiting, `${waiting}.away`);
    await writeFile(waiting, '');
    await drain();
    await unlink(waiting);
    await rename(`${waiting}.away`, waiting);
    expect(await importOf(importId)).toMatchObject({ status: 'failed' });
    expect((await filesOf(importId))[0]!.reason).toContain('O armazenamento está');
    expect(await tracksOf(packageId)).toEqual([before]);
    expect(await retryImport(deps, admin, importId)).toBe(true);
    await drain();
    expect((await tracksOf(packageId))[0]!.contentHash).not.toBe(before!.contentHash);
  });
});

describe('much at once', () => {
  it('cancelled: what has arrived stays, the rest is left; tried again it comes', async () => {
    const folder = aFolder('Cancelada', 3);
    const packageId = (await aPackage(db)).id;
    const importId = await start(packageId, folder);
    let sent = 0;
    await drain({
      jobs: {
        send: async (job, payload, options) =>
          void (++sent === 1 && (await site.queue.send(job, payload, options))),
      },
    });
    expect(await tracksOf(packageId)).toHaveLength(1);
    expect(await cancelImport(deps, admin, importId, clock.now())).toBe(true);
    expect(await cancelImport(deps, admin, importId, clock.now())).toBe(false);
    for (const { id } of await filesOf(importId))
      await importFile(deps, { fileId: id, attempt: 0 }, new AbortController().signal);
    expect(await tracksOf(packageId)).toHaveLength(1);
    expect(await retryImport(deps, admin, importId)).toBe(true);
    await drain();
    expect(await tracksOf(packageId)).toHaveLength(3);
  });

  it('two processes at one file: one track', async () => {
    const folder = aFolder('Dobro', 4);
    const packageId = (await aPackage(db)).id;
    const importId = await start(packageId, folder);
    await drain({ jobs: { send: async () => {} } });
    const files = await filesOf(importId);
    const twice = [...files, ...files].map(({ id }) =>
      importFile(deps, { fileId: id, attempt: 0 }, new AbortController().signal),
    );
    await Promise.all(twice);
    await drain();
    expect(await tracksOf(packageId)).toHaveLength(4);
    expect(await importOf(importId)).toMatchObject({ status: 'done' });
  });

  it('5,000 files in one folder: planned in one go, told of twice at the cost of one listing', async () => {
    const folder = tree.folder('Cinco mil');
    for (let n = 1; n <= 5000; n++) tree.file(`Faixa ${n}.mp3`, folder, Buffer.from(`ID3 ${n}`));
    const packageId = (await aPackage(db)).id;
    const importId = await start(packageId, folder);
    await drain({ jobs: { send: async () => {} } });
    const files = await filesOf(importId);
    expect(files).toHaveLength(5000);
    expect(files[1]!.name).toBe('Faixa 2.mp3');
    await scanPackage(deps, importId, new AbortController().signal);
    expect(await filesOf(importId)).toHaveLength(5000);
    expect(site.queue.waiting.splice(0)).toHaveLength(5000);
    await cancelImport(deps, admin, importId, clock.now());
  });
});
