import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { packages, tracks } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import { renameTrack } from '#features/curation/tracks/change-tracks.server.ts';
import { aFavorite, aPackage, aTrack, aUser } from '#tests/builders.ts';
import { testImports } from '#tests/imports.ts';
import { missingProgram } from '#tests/programs.ts';
import { anMp3, aWav } from '#tests/sounds.ts';
import { openDrive } from './drive-gateway.server.ts';
import { startImport, syncPackage } from './start-import.server.ts';

const site = await testImports();
const { db, fake, deps, admin, run, importOf, filesOf, tracksOf, storage } = site;
const { tree } = fake;
const bytesOf = async (key: string) =>
  buffer(await storage.openRange(key, 0, ((await storage.stat(key))?.size ?? 1) - 1));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function aFolder(name: string, ...titles: string[]): string {
  const folder = tree.folder(name);
  for (const title of titles) tree.file(`${title}.mp3`, folder, anMp3(title));
  return folder;
}

describe('a first import', () => {
  it('makes a track of each sound, in order, stored and measured, and tells the administrators', async () => {
    const folder = aFolder('Forró', 'Faixa 10', 'Faixa 2');
    tree.document('Letras', folder);
    const { packageId, importId } = await run(folder);
    const made = await tracksOf(packageId);
    expect(made.map(({ name, orderIndex }) => [name, orderIndex])).toEqual([
      ['Faixa 2.mp3', 0],
      ['Faixa 10.mp3', 1],
    ]);
    const bytes = anMp3('Faixa 2');
    expect(made[0]).toMatchObject({
      size: bytes.length,
      contentHash: sha256(bytes),
      mime: 'audio/mpeg',
      missingSince: null,
      previewKey: null,
    });
    expect(made[0]!.durationMs).toBeGreaterThan(900);
    expect(made[0]!.storageKey).toBe(`audio/${sha256(bytes).slice(0, 2)}/${sha256(bytes)}.mp3`);
    expect((await bytesOf(made[0]!.storageKey!)).equals(bytes)).toBe(true);
    expect(await importOf(importId)).toMatchObject({ status: 'done', folderName: 'Forró', reason: null });
    expect((await site.packageOf(packageId)).trackCount).toBe(2);
    const [notice] = await site.notices(`/admin/importacoes/${importId}`);
    expect(notice).toMatchObject({ type: 'import-finished', body: 'Forró: 2 arquivos importados.' });
  });

  it.skipIf(missingProgram('ffmpeg'))(
    'makes a small MP3 to listen to of a WAV, and leaves the original as it is',
    async () => {
      const folder = tree.folder('Sem perdas');
      tree.file('Tom.wav', folder, aWav(440, 2));
      const [track] = await tracksOf((await run(folder)).packageId);
      expect(track).toMatchObject({ name: 'Tom.wav', mime: 'audio/wav', size: aWav(440, 2).length });
      const preview = await bytesOf(track!.previewKey!);
      expect(preview.length).toBe(track!.previewSize);
      expect(track!.previewKey).toContain(sha256(preview));
      const booked = await db.select().from(storedObjects).where(eq(storedObjects.key, track!.previewKey!));
      expect(booked).toMatchObject([{ bucket: 'audio', size: preview.length }]);
    },
  );

  it('takes names with emoji, slashes and folders as they are', async () => {
    const folder = tree.folder('Nomes');
    tree.file('🎙️ Bom dia/boa tarde.MP3', folder, anMp3('a'));
    tree.file('../../etc/passwd.mp3', folder, anMp3('b'));
    const names = (await tracksOf((await run(folder)).packageId)).map(({ name }) => name).sort();
    expect(names).toEqual(['../../etc/passwd.mp3', '🎙️ Bom dia/boa tarde.mp3']);
  });

  it('of an empty folder is done with nothing', async () => {
    const { importId } = await run(tree.folder('Vazia'));
    expect(await importOf(importId)).toMatchObject({ status: 'done' });
  });

  it('of a folder that is not shared fails with the reason', async () => {
    const folder = aFolder('Fechada', 'x');
    tree.nodes.get(folder)!.isHidden = true;
    const { importId } = await run(folder);
    const ended = await importOf(importId);
    expect(ended.status).toBe('failed');
    expect(ended.reason).toContain('Qualquer pessoa com o link');
    expect(await site.notices(`/admin/importacoes/${importId}`)).toMatchObject([{ type: 'import-failed' }]);
  });
});

describe('another import of the same folder', () => {
  it('costs one listing when nothing changed', async () => {
    const folder = aFolder('Igual', 'a', 'b');
    const { packageId } = await run(folder);
    const before = await tracksOf(packageId);
    const calls = fake.calls.length;
    const { importId } = await run(folder, packageId);
    expect(fake.calls.slice(calls).map(({ kind }) => kind)).toEqual(['get', 'list']);
    expect(await tracksOf(packageId)).toEqual(before);
    expect((await filesOf(importId)).map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
  });

  it('costs no more statements for many files than for few, also when all of them were renamed', async () => {
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => spy.mockRestore());
    const counts: { unchanged: number; renamed: number }[] = [];
    for (const many of [2, 14]) {
      const titles = Array.from({ length: many }, (_, n) => `${many} de ${n}`);
      const folder = aFolder(`Tantas ${many}`, ...titles);
      const { packageId } = await run(folder);
      const again = async () => {
        spy.mockClear();
        await run(folder, packageId);
        return spy.mock.calls.length;
      };
      const unchanged = await again();
      for (const { driveFileId, name } of await tracksOf(packageId))
        tree.rename(driveFileId!, `Nova ${name}`);
      counts.push({ unchanged, renamed: await again() });
      expect((await tracksOf(packageId)).filter(({ name }) => name.startsWith('Nova '))).toHaveLength(many);
    }
    // Connections may open meanwhile, and the bus sends health checks.
    const some = 10;
    const [few, many] = counts;
    expect(many!.unchanged).toBeLessThan(few!.unchanged + some);
    expect(many!.renamed).toBeLessThan(few!.renamed + some);
  });

  it('FAV-12: favourites survive new bytes, new names, and a file that was sent anew', async () => {
    const folder = aFolder('Favoritas', 'muda', 'some e volta', 'outro nome');
    const { packageId } = await run(folder);
    const before = await tracksOf(packageId);
    const { userId } = await aUser(db);
    for (const { id } of before) await aFavorite(db, { userId, packageId, trackId: id });
    const [changed, renamed, sent] = ['muda', 'outro nome', 'some e volta'].map(
      (title) => before.find(({ name }) => name === `${title}.mp3`)!,
    );
    tree.replace(changed!.driveFileId!, anMp3('muda, segunda versão'));
    tree.rename(renamed!.driveFileId!, 'Nome novo.mp3');
    tree.remove(sent!.driveFileId!);
    tree.file('some e volta (1).mp3', folder, anMp3('some e volta'));
    await run(folder, packageId);
    const after = await tracksOf(packageId);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const now = (id: string) => after.find((track) => track.id === id)!;
    expect(now(changed!.id).contentHash).toBe(sha256(anMp3('muda, segunda versão')));
    expect(now(renamed!.id).name).toBe('Nome novo.mp3');
    expect(now(sent!.id)).toMatchObject({ name: 'some e volta (1).mp3', missingSince: null });
    const old = await db.select().from(storedObjects).where(eq(storedObjects.key, changed!.storageKey!));
    expect(old[0]!.trashedAt).not.toBeNull();
  });

  it('marks what vanished, keeps it playing, and takes the mark away when it comes back (A-50)', async () => {
    const folder = aFolder('Vai e vem', 'fica', 'vai');
    const { packageId } = await run(folder);
    const gone = (await tracksOf(packageId)).find(({ name }) => name === 'vai.mp3')!;
    const node = tree.remove(gone.driveFileId!);
    await run(folder, packageId);
    const missing = (await tracksOf(packageId)).find(({ id }) => id === gone.id)!;
    expect(missing.missingSince).not.toBeNull();
    expect(await storage.stat(missing.storageKey!)).not.toBeNull();
    tree.putBack(node);
    await run(folder, packageId);
    expect((await tracksOf(packageId)).find(({ id }) => id === gone.id)!.missingSince).toBeNull();
  });

  it('takes up a track that was sent by hand, and keeps the name and order that people gave', async () => {
    const pack = await aPackage(db);
    const bytes = anMp3('à mão');
    const own = await aTrack(db, { packageId: pack.id, contentHash: sha256(bytes), name: 'À mão.mp3' });
    const folder = tree.folder('Misto');
    const file = tree.file('feita à mão.mp3', folder, bytes);
    await run(folder, pack.id);
    expect(await tracksOf(pack.id)).toMatchObject([{ id: own.id, driveFileId: file, name: 'À mão.mp3' }]);
    await renameTrack(deps, admin, own.id, 'Abertura');
    await run(folder, pack.id);
    expect(await tracksOf(pack.id)).toMatchObject([{ name: 'Abertura.mp3' }]);
  });

  it('follows a file that moved into a sub-folder', async () => {
    const folder = aFolder('Mudança', 'anda');
    const { packageId } = await run(folder);
    const [before] = await tracksOf(packageId);
    tree.move(before!.driveFileId!, tree.folder('Dentro', folder));
    await run(folder, packageId);
    expect(await tracksOf(packageId)).toEqual([before]);
  });
});

describe('starting', () => {
  it('two people at once start one import of one folder', async () => {
    const pack = await aPackage(db);
    const target = { id: aFolder('Dois', 'a'), resourceKey: null };
    const both = await Promise.all(
      [1, 2, 3].map(() => startImport(deps, admin, { kind: 'package', packageId: pack.id, target })),
    );
    expect(new Set(both.map((outcome) => outcome.ok && outcome.importId)).size).toBe(1);
    expect(both.filter((outcome) => outcome.ok && outcome.isNew)).toHaveLength(1);
    await site.drain();
    expect(await tracksOf(pack.id)).toHaveLength(1);
  });

  it('is refused without a key, without a link, and without a package', async () => {
    const none = { ...deps, drive: openDrive({}) };
    const pack = await aPackage(db);
    expect(await syncPackage(deps, admin, pack.id)).toEqual({ ok: false, reason: 'no-link' });
    await db
      .update(packages)
      .set({ googleDriveUrl: fake.linkOf('qualquer-pasta-do-drive') })
      .where(eq(packages.id, pack.id));
    expect(await syncPackage(none, admin, pack.id)).toEqual({ ok: false, reason: 'not-configured' });
    expect(await syncPackage(deps, admin, 'nenhum')).toEqual({ ok: false, reason: 'no-package' });
  });

  it('two packages may come of one folder; equal bytes are stored once', async () => {
    const folder = aFolder('Partilhada', 'a mesma');
    const [one] = await tracksOf((await run(folder)).packageId);
    const [two] = await tracksOf((await run(folder)).packageId);
    expect(two!.id).not.toBe(one!.id);
    expect(two!.storageKey).toBe(one!.storageKey);
    const booked = await db.select().from(tracks).where(eq(tracks.storageKey, one!.storageKey!));
    expect(booked).toHaveLength(2);
  });
});
