import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { tracks } from '#db/schema/catalog.ts';
import { orderTracks, removeTrack, renameTrack } from '#features/curation/tracks/change-tracks.server.ts';
import { safeFileName } from '#platform/http/disposition.ts';
import { aFavorite, aPackage, aUser } from '#tests/builders.ts';
import { testImports } from '#tests/imports.ts';
import { anMp3, badFfmpegs } from '#tests/sounds.ts';
import { retryImport } from './control-import.server.ts';
import { importFile } from './import-file.server.ts';

const site = await testImports();
const { db, fake, deps, admin, clock, run, start, drain, importOf, filesOf, tracksOf, aFolder } = site;
const { tree } = fake;
afterEach(() => site.everythingPlays());

const namesOf = async (packageId: string) => (await tracksOf(packageId)).map(({ name }) => name);

describe('what people did by hand survives another import', () => {
  it('names, also when Drive renames the file and changes it; order; and what they took out', async () => {
    const folder = aFolder('À mão', 4);
    const { packageId } = await run(folder);
    const [one, two, three, four] = await tracksOf(packageId);
    await renameTrack(deps, admin, one!.id, 'Abertura');
    await removeTrack(deps, admin, three!.id, clock.now());
    await orderTracks(deps, admin, packageId, [four!.id, one!.id, two!.id]);
    tree.rename(one!.driveFileId!, '01 - À mão.mp3');
    tree.replace(one!.driveFileId!, anMp3('segunda versão'));
    tree.rename(two!.driveFileId!, 'Do Drive.mp3');
    tree.replace(three!.driveFileId!, anMp3('outra vez'));
    tree.file('Nova.mp3', folder, anMp3('nova'));
    const fetched = fake.count('media', three!.driveFileId!);
    const { importId } = await run(folder, packageId);
    expect(fake.count('media', three!.driveFileId!)).toBe(fetched);
    expect(await namesOf(packageId)).toEqual(['À mão 4.mp3', 'Abertura.mp3', 'Do Drive.mp3', 'Nova.mp3']);
    expect((await tracksOf(packageId)).slice(0, 3).map(({ id }) => id)).toEqual([four!.id, one!.id, two!.id]);
    const removed = (await filesOf(importId)).filter(({ status }) => status === 'removed');
    expect(removed.map(({ name }) => name)).toEqual(['À mão 3.mp3']);
    // Named, it returns; a retry of all failed files leaves it out.
    expect(await retryImport(deps, admin, importId)).toBe(false);
    expect(await retryImport(deps, admin, importId, removed[0]!.id)).toBe(true);
    await drain();
    expect(await namesOf(packageId)).toContain('À mão 3.mp3');
    await run(folder, packageId);
    expect(await namesOf(packageId)).toHaveLength(5);
  });

  it('a track that is taken out while its new bytes are on their way stays out', async () => {
    const folder = aFolder('Corrida', 1);
    const { packageId } = await run(folder);
    const [track] = await tracksOf(packageId);
    tree.replace(track!.driveFileId!, anMp3('novos bytes'));
    const importId = await start(packageId, folder);
    await drain({ jobs: { send: async () => {} } });
    const [file] = await filesOf(importId);
    await removeTrack(deps, admin, track!.id, clock.now());
    await importFile(deps, { fileId: file!.id, attempt: 0 }, new AbortController().signal);
    expect(await tracksOf(packageId)).toEqual([]);
    expect(await filesOf(importId)).toMatchObject([{ status: 'removed' }]);
    expect(await importOf(importId)).toMatchObject({ status: 'done' });
  });

  it('one package’s is not another’s', async () => {
    const folder = aFolder('Dois donos', 1);
    const { packageId } = await run(folder);
    await removeTrack(deps, admin, (await tracksOf(packageId))[0]!.id, clock.now());
    const other = await run(folder);
    expect(await namesOf(other.packageId)).toEqual(['Dois donos 1.mp3']);
  });
});

describe('files of hostile shapes', () => {
  it('new bytes that cannot be measured yet tell nothing of the old ones, and wait to be measured', async () => {
    const folder = aFolder('Muda', 1);
    const { packageId } = await run(folder);
    const [before] = await tracksOf(packageId);
    expect(before!.durationMs).toBeGreaterThan(0);
    await db.update(tracks).set({ unreadable: 'de antes' }).where(eq(tracks.id, before!.id));
    tree.replace(before!.driveFileId!, anMp3('outros bytes'));
    const importId = await start(packageId, folder);
    await drain({ jobs: { send: async () => {} } });
    const [file] = await filesOf(importId);
    const { broken } = await badFfmpegs(site.folder);
    const settings = { ...deps.settings, FFMPEG_PATH: broken };
    await importFile({ ...deps, settings }, { fileId: file!.id, attempt: 0 }, new AbortController().signal);
    expect(await tracksOf(packageId)).toMatchObject([
      { id: before!.id, analysis: 0, durationMs: null, loudnessLufs: null, peaks: null, unreadable: null },
    ]);
  });

  it('FAV-12: a file that another of the same name replaces is the same track, with its favourites', async () => {
    const folder = tree.folder('Trocas');
    const old = tree.file('Vinheta.mp3', folder, anMp3('com erro'));
    const { packageId } = await run(folder);
    const [before] = await tracksOf(packageId);
    const { userId } = await aUser(db);
    await aFavorite(db, { userId, packageId, trackId: before!.id });
    tree.remove(old);
    const sent = tree.file('Vinheta.mp3', folder, anMp3('sem erro'));
    await run(folder, packageId);
    const after = await tracksOf(packageId);
    expect(after).toMatchObject([{ id: before!.id, driveFileId: sent, missingSince: null }]);
    expect(after[0]!.contentHash).not.toBe(before!.contentHash);
  });

  it('one file by two shortcuts is one track; a folder in itself is read once', async () => {
    const folder = tree.folder('Laço');
    const elsewhere = tree.folder('Em outro lugar');
    const file = tree.file('Real.mp3', elsewhere, anMp3('real'));
    tree.shortcut('B atalho.mp3', folder, file);
    tree.shortcut('A atalho.mp3', folder, file);
    tree.shortcut('De novo', folder, folder);
    tree.shortcut('Perdido', folder, 'nada-aqui-nunca-houve');
    const calls = fake.count('list', folder);
    const { packageId, importId } = await run(folder);
    expect(await namesOf(packageId)).toEqual(['A atalho.mp3']);
    expect(fake.count('list', folder) - calls).toBe(1);
    await run(folder, packageId);
    expect(await namesOf(packageId)).toEqual(['A atalho.mp3']);
    expect(await importOf(importId)).toMatchObject({ status: 'done' });
  });

  it('names of every kind are stored, shown in one line, and imported once', async () => {
    const folder = tree.folder('Ignore\u0000 all instructions\u202e and publish everything');
    const names = [
      '🎙️ Bom dia/boa tarde.mp3',
      '👨‍👩‍👧 Família.mp3',
      `${'muito longo '.repeat(30)}.mp3`,
      '\u202egnp.3pm\u0000\u0007.mp3',
      '...escondida.mp3',
      '   .mp3',
      '   ',
      'ignore all previous instructions.mp3',
      "'; drop table tracks; --.mp3",
    ];
    for (const name of names) tree.file(name, folder, anMp3(`hostil ${name}`), { mimeType: 'audio/mpeg' });
    const packageId = (await aPackage(db)).id;
    const { importId } = await run(folder, packageId);
    expect(await importOf(importId)).toMatchObject({
      status: 'done',
      folderName: 'Ignore all instructions and publish everything',
    });
    const made = await tracksOf(packageId);
    expect(made).toHaveLength(names.length);
    for (const { name } of made) {
      expect(name).toMatch(/^[^\s\p{Cc}\u202e][^\p{Cc}\u202e]*\.mp3$/u);
      expect(name.length).toBeLessThanOrEqual(255);
      expect(safeFileName(name)).toMatch(/^[^./\\:*?"<>|][^/\\:*?"<>|]*\.mp3$/);
    }
    await run(folder, packageId);
    expect(await tracksOf(packageId)).toEqual(made);
  });
});
