import { mkdir, readFile, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { packages, tracks } from '#db/schema/catalog.ts';
import { notifications } from '#db/schema/notifications.ts';
import { completeAnalysis } from '#features/curation/analysis/analyse-track.server.ts';
import { removeTrack, renameTrack } from '#features/curation/tracks/change-tracks.server.ts';
import { aPackage } from '#tests/builders.ts';
import { testImports } from '#tests/imports.ts';
import { missingProgram } from '#tests/programs.ts';
import { anMp3, aWav } from '#tests/sounds.ts';
import { dropOldImports, dropOldPartials, verifyAudio } from './nightly-checks.server.ts';
import { startImport } from './start-import.server.ts';

const site = await testImports();
const { db, deps, fake, clock, run, tracksOf, aFolder, storage } = site;
const verify = () => verifyAudio(deps, new AbortController().signal);
afterEach(async () => {
  fake.heal();
  await db.delete(packages);
  await db.delete(notifications);
});

it('looks at a seventh of the audio each time, the longest unseen first', async () => {
  const { packageId } = await run(aFolder('Sete', 14));
  const seen = new Set<string>();
  for (let night = 1; night <= 7; night++) {
    clock.advance(86_400);
    expect((await verify()).checked).toBe(2);
    for (const { id, verifiedAt } of await tracksOf(packageId))
      if (verifiedAt!.getTime() === clock.now().getTime()) seen.add(id);
    expect(seen.size).toBe(night * 2);
  }
});

it('puts back what was damaged, cut or lost, byte for byte, from Drive', async () => {
  const { packageId } = await run(aFolder('Danos', 3));
  const [changed, cut, lost] = await tracksOf(packageId);
  const path = (track: typeof changed) => storage.path(track!.storageKey!)!;
  const before = await Promise.all([changed, cut, lost].map((track) => readFile(path(track))));
  const wrong = Buffer.from(before[0]!);
  wrong[100] = wrong[100]! ^ 1;
  await writeFile(path(changed), wrong);
  await writeFile(path(cut), before[1]!.subarray(0, 50));
  await unlink(path(lost));
  let repaired = 0;
  for (let night = 0; night < 7; night++) {
    clock.advance(86_400);
    repaired += (await verify()).repaired;
  }
  expect(repaired).toBe(3);
  expect(await Promise.all([changed, cut, lost].map((track) => readFile(path(track))))).toEqual(before);
});

it('shows Drive the resource key that older shared files need', async () => {
  const folder = fake.tree.folder('Antiga', null, { resourceKey: '0-pasta' });
  fake.tree.file('Antiga.mp3', folder, anMp3('antiga'), { resourceKey: '0-arquivo' });
  const packageId = (await aPackage(db)).id;
  const target = { id: folder, resourceKey: '0-pasta' };
  await startImport(deps, site.admin, { kind: 'package', packageId, target });
  await site.drain();
  const [track] = await tracksOf(packageId);
  await unlink(storage.path(track!.storageKey!)!);
  expect(await verify()).toMatchObject({ repaired: 1, lost: 0 });
});

it('asks again the next night for what Drive could not give for the moment', async () => {
  const { packageId } = await run(aFolder('Amanhã', 8));
  clock.advance(86_400);
  const seen = await verify();
  expect(seen).toMatchObject({ checked: 2, lost: 0 });
  const due = (await tracksOf(packageId)).find(
    ({ verifiedAt }) => verifiedAt!.getTime() < clock.now().getTime(),
  )!;
  await unlink(storage.path(due.storageKey!)!);
  fake.fail('media', { status: 403, reason: 'downloadQuotaExceeded' }, { id: due.driveFileId! });
  const nights: string[] = [];
  for (let night = 1; night <= 7; night++) {
    clock.advance(86_400);
    const { lost, names, repaired } = await verify();
    if (lost + repaired > 0) nights.push(`${night}: ${repaired > 0 ? 'repaired' : names.join()}`);
  }
  const [first] = nights;
  const lostAt = Number.parseInt(first ?? '', 10);
  expect(nights).toEqual([`${lostAt}: ${due.name}`, `${lostAt + 1}: repaired`]);
});

it('tells the administrators what Drive cannot give back, and leaves the track alone', async () => {
  const { packageId } = await run(aFolder('Perdas', 1));
  const [track] = await tracksOf(packageId);
  await writeFile(storage.path(track!.storageKey!)!, 'estragado');
  fake.fail('media', { status: 404, reason: 'notFound' }, { times: 9 });
  expect(await verify()).toEqual({ checked: 1, repaired: 0, lost: 1, names: ['Perdas 1.mp3'] });
  expect(await tracksOf(packageId)).toHaveLength(1);
  expect(await site.notices('/admin/manage-packages')).toMatchObject([
    { type: 'storage', title: 'Um áudio está danificado' },
  ]);
});

it('takes nothing else for the lost bytes: Drive has another version by now', async () => {
  const { packageId } = await run(aFolder('Versões', 1));
  const [track] = await tracksOf(packageId);
  await unlink(storage.path(track!.storageKey!)!);
  fake.tree.replace(track!.driveFileId!, aWav(500));
  expect(await verify()).toMatchObject({ repaired: 0, lost: 1, names: ['Versões 1.mp3'] });
  expect(await storage.stat(track!.storageKey!)).toBeNull();
});

it.skipIf(missingProgram('ffmpeg'))(
  'a broken small MP3 is deleted: the original is heard, until the next sweep makes it anew',
  async () => {
    const folder = fake.tree.folder('Prévia');
    fake.tree.file('Tom.wav', folder, aWav(440));
    const { packageId } = await run(folder);
    const [track] = await tracksOf(packageId);
    await writeFile(storage.path(track!.previewKey!)!, 'estragado');
    await verify();
    const [after] = await db.select().from(tracks).where(eq(tracks.id, track!.id));
    expect(after).toMatchObject({ previewKey: null, previewSize: null, storageKey: track!.storageKey });
    expect(after!.analysis).toBeLessThan(track!.analysis);
    expect(await storage.stat(track!.previewKey!)).toBeNull();
    await completeAnalysis(deps, {}, new AbortController().signal);
    const [again] = await db.select().from(tracks).where(eq(tracks.id, track!.id));
    expect(again).toMatchObject({ previewKey: track!.previewKey, analysis: track!.analysis });
    expect(await storage.stat(track!.previewKey!)).not.toBeNull();
  },
);

it('bytes of a file that nobody went on with for a week are deleted', async () => {
  const partials = join(site.folder, 'imports');
  await mkdir(partials, { recursive: true });
  await writeFile(join(partials, 'velho.part'), 'velho');
  await writeFile(join(partials, 'novo.part'), 'novo');
  const now = new Date();
  const longAgo = new Date(now.getTime() - 8 * 86_400_000);
  await utimes(join(partials, 'velho.part'), longAgo, longAgo);
  expect(await dropOldPartials(site.folder, now)).toBe(1);
  expect(await site.partials()).toEqual(['novo.part']);
});

it('imports that ended three months ago are forgotten, and nothing of what people did with them', async () => {
  const folder = aFolder('Velha', 3);
  const { packageId, importId } = await run(folder);
  const [renamed, removed] = await tracksOf(packageId);
  await renameTrack(deps, site.admin, renamed!.id, 'Abertura');
  await removeTrack(deps, site.admin, removed!.id, clock.now());
  const before = await tracksOf(packageId);
  clock.advance(89 * 86_400);
  expect(await dropOldImports(db, clock.now())).toBe(0);
  const open = await site.start((await aPackage(db)).id, folder);
  clock.advance(2 * 86_400);
  expect(await dropOldImports(db, clock.now())).toBe(1);
  expect(await site.importOf(importId)).toBeUndefined();
  expect(await site.filesOf(importId)).toEqual([]);
  expect(await site.importOf(open)).toMatchObject({ status: 'scanning' });
  const fetched = fake.count('media');
  await site.drain();
  await run(folder, packageId);
  expect(await tracksOf(packageId)).toEqual(before);
  expect(fake.count('media') - fetched).toBe(3);
});
