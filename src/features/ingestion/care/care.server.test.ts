import { mkdir, readFile, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { packages, tracks } from '#db/schema/catalog.ts';
import { testImports } from '#tests/imports.ts';
import { aWav } from '#tests/sounds.ts';
import { dropOldPartials, verifyAudio } from './commands.server.ts';

const site = await testImports();
const { db, deps, fake, clock, run, tracksOf, aFolder, storage } = site;
const care = () => verifyAudio(deps, new AbortController().signal);
afterEach(async () => {
  fake.heal();
  await db.delete(packages);
});

it('looks at a seventh of the audio each time, the longest unseen first', async () => {
  const { packageId } = await run(aFolder('Sete', 14));
  const seen = new Set<string>();
  for (let night = 1; night <= 7; night++) {
    clock.advance(86_400);
    expect((await care()).checked).toBe(2);
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
    repaired += (await care()).repaired;
  }
  expect(repaired).toBe(3);
  expect(await Promise.all([changed, cut, lost].map((track) => readFile(path(track))))).toEqual(before);
});

it('tells the administrators what Drive cannot give back, and leaves the track alone', async () => {
  const { packageId } = await run(aFolder('Perdas', 1));
  const [track] = await tracksOf(packageId);
  await writeFile(storage.path(track!.storageKey!)!, 'estragado');
  fake.fail('media', { status: 404, reason: 'notFound' }, { times: 9 });
  expect(await care()).toEqual({ checked: 1, repaired: 0, lost: ['Perdas 1.mp3'] });
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
  expect(await care()).toMatchObject({ repaired: 0, lost: ['Versões 1.mp3'] });
  expect(await storage.stat(track!.storageKey!)).toBeNull();
});

it('a broken small MP3 is forgotten: the original is heard', async () => {
  const folder = fake.tree.folder('Prévia');
  fake.tree.file('Tom.wav', folder, aWav(440));
  const { packageId } = await run(folder);
  const [track] = await tracksOf(packageId);
  await writeFile(storage.path(track!.previewKey!)!, 'estragado');
  await care();
  const [after] = await db.select().from(tracks).where(eq(tracks.id, track!.id));
  expect(after).toMatchObject({ previewKey: null, previewSize: null, storageKey: track!.storageKey });
});

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
