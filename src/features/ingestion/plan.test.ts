import { expect, it } from 'vitest';
import type { ScannedFile } from './imports.ts';
import { type KnownTrack, planPackage } from './plan.ts';

const md5 = (letter: string) => letter.repeat(32);
const file = (id: string, given: Partial<ScannedFile> = {}): ScannedFile => ({
  id,
  name: `${id}.mp3`,
  mimeType: 'audio/mpeg',
  size: 100,
  md5: md5('a'),
  resourceKey: null,
  folderId: 'pasta',
  ...given,
});
const track = (id: string, given: Partial<KnownTrack> = {}): KnownTrack => ({
  id: `t-${id}`,
  name: `${id}.mp3`,
  mime: 'audio/mpeg',
  orderIndex: 0,
  driveFileId: id,
  driveMd5: md5('a'),
  driveName: `${id}.mp3`,
  size: 100,
  isStored: true,
  isMissing: false,
  ...given,
});

it('fetches what is new, after what is there', () => {
  const plan = planPackage(
    [file('b', { md5: md5('b') }), file('c', { md5: md5('c') })],
    [track('b', { orderIndex: 7, driveMd5: md5('b') })],
  );
  expect(plan.fetch).toMatchObject([{ file: { id: 'c' }, orderIndex: 8, trackId: null }]);
  expect(plan.keep).toMatchObject([{ track: { id: 't-b' } }]);
  expect(plan.missing).toEqual([]);
});

it('fetches again what has changed, into the same track (FAV-12)', () => {
  const plan = planPackage([file('b', { md5: md5('x') })], [track('b', { orderIndex: 3 })]);
  expect(plan.fetch).toMatchObject([{ trackId: 't-b', orderIndex: 3 }]);
});

it('marks what vanished, once, and leaves alone what never came from Drive', () => {
  const own = track('x', { id: 't-own', driveFileId: null, driveMd5: null });
  const plan = planPackage([], [track('b'), track('c', { isMissing: true }), own]);
  expect(plan).toMatchObject({ fetch: [], keep: [], missing: [{ id: 't-b' }] });
});

it('knows a file that was sent anew by its bytes (A-59)', () => {
  const plan = planPackage([file('new', { md5: md5('q') })], [track('old', { driveMd5: md5('q') })]);
  expect(plan).toMatchObject({
    fetch: [],
    keep: [{ track: { id: 't-old' }, file: { id: 'new' } }],
    missing: [],
  });
});

it('two files with equal bytes are two tracks', () => {
  const plan = planPackage([file('one'), file('two')], [track('one')]);
  expect(plan.keep).toMatchObject([{ track: { id: 't-one' } }]);
  expect(plan.fetch).toMatchObject([{ file: { id: 'two' }, trackId: null }]);
});

it('follows a new name in Drive, and keeps one that an administrator gave', () => {
  const renamed = planPackage([file('b', { name: 'Nova/versão.MP3' })], [track('b')]);
  expect(renamed.keep[0]!.name).toBe('Nova/versão.mp3');
  const former = track('b', { name: 'Do 50-50.mp3', driveName: 'Do "50/50".mp3' });
  const [followed] = planPackage([file('b', { name: 'Outra.mp3' })], [former]).keep;
  expect(followed!.name, 'named by version 0.3').toBe('Outra.mp3');
  const byHand = planPackage([file('b')], [track('b', { name: 'Do meu jeito.mp3' })]);
  expect(byHand.keep[0]!.name).toBe('Do meu jeito.mp3');
  const both = planPackage([file('b', { name: 'Nova.mp3' })], [track('b', { name: 'Do meu jeito.mp3' })]);
  expect(both.keep[0]!.name).toBe('Do meu jeito.mp3');
});

it('fetches what is not stored, and judges by size where Drive gives no MD5', () => {
  expect(planPackage([file('b')], [track('b', { isStored: false })]).fetch).toHaveLength(1);
  expect(planPackage([file('b', { md5: null })], [track('b')]).keep).toHaveLength(1);
  expect(planPackage([file('b', { md5: null, size: 99 })], [track('b')]).fetch).toHaveLength(1);
  expect(planPackage([file('b', { md5: null, size: null })], [track('b')]).fetch).toHaveLength(1);
});

it('leaves out what an administrator took out, and says so', () => {
  const files = [file('out', { md5: md5('o') }), file('in', { md5: md5('i') })];
  const plan = planPackage(files, [], { removed: new Set(['out']) });
  expect(plan.removed).toMatchObject([{ id: 'out' }]);
  expect(plan.fetch).toMatchObject([{ file: { id: 'in' } }]);
});

it('a file that took the place of one of the same name is that track, where no other has the name', () => {
  const sent = file('new', { name: 'Abertura.mp3', md5: md5('n') });
  const old = track('old', { name: 'Do meu jeito.mp3', driveName: 'Abertura.mp3', orderIndex: 4 });
  const plan = planPackage([sent], [old]);
  expect(plan).toMatchObject({ fetch: [{ trackId: 't-old', orderIndex: 4 }], missing: [] });
  const another = track('other', { driveName: 'Abertura.mp3' });
  const unsure = planPackage([sent, file('other', { name: 'Abertura.mp3' })], [old, another]);
  expect(unsure).toMatchObject({ fetch: [{ trackId: null }], missing: [{ id: 't-old' }] });
});

it('by bytes before by name: two files that changed their names', () => {
  const tracks = [track('a', { driveMd5: md5('a') }), track('b', { driveMd5: md5('b') })];
  const files = [file('c', { name: 'a.mp3', md5: md5('b') }), file('d', { name: 'b.mp3', md5: md5('a') })];
  const plan = planPackage(files, tracks);
  expect(plan.keep.map(({ file: { id }, track: known }) => [id, known.id])).toEqual([
    ['c', 't-b'],
    ['d', 't-a'],
  ]);
});

it('of a part of the folder nothing is missing, and no track is taken for another file', () => {
  const plan = planPackage([file('two')], [track('one')], { isPart: true });
  expect(plan).toMatchObject({ keep: [], missing: [], fetch: [{ file: { id: 'two' }, trackId: null }] });
});
