import { expect, it } from 'vitest';
import type { ScannedFile } from './model.ts';
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
  expect(plan.keep).toMatchObject([{ trackId: 't-b' }]);
  expect(plan.missing).toEqual([]);
});

it('fetches again what has changed, into the same track (FAV-12)', () => {
  const plan = planPackage([file('b', { md5: md5('x') })], [track('b', { orderIndex: 3 })]);
  expect(plan.fetch).toMatchObject([{ trackId: 't-b', orderIndex: 3 }]);
});

it('marks what vanished, once, and leaves alone what never came from Drive', () => {
  const own = track('x', { id: 't-own', driveFileId: null, driveMd5: null });
  const plan = planPackage([], [track('b'), track('c', { isMissing: true }), own]);
  expect(plan).toEqual({ fetch: [], keep: [], missing: ['t-b'] });
});

it('knows a file that was sent anew by its bytes (A-59)', () => {
  const plan = planPackage([file('new', { md5: md5('q') })], [track('old', { driveMd5: md5('q') })]);
  expect(plan).toMatchObject({ fetch: [], keep: [{ trackId: 't-old', file: { id: 'new' } }], missing: [] });
});

it('two files with equal bytes are two tracks', () => {
  const plan = planPackage([file('one'), file('two')], [track('one')]);
  expect(plan.keep).toMatchObject([{ trackId: 't-one' }]);
  expect(plan.fetch).toMatchObject([{ file: { id: 'two' }, trackId: null }]);
});

it('follows a new name in Drive, and keeps one that an administrator gave', () => {
  const renamed = planPackage([file('b', { name: 'Nova/versão.MP3' })], [track('b')]);
  expect(renamed.keep[0]!.name).toBe('Nova-versão.mp3');
  const byHand = planPackage([file('b')], [track('b', { name: 'Do meu jeito.mp3' })]);
  expect(byHand.keep[0]!.name).toBe('Do meu jeito.mp3');
});

it('fetches what is not stored, and judges by size where Drive gives no MD5', () => {
  expect(planPackage([file('b')], [track('b', { isStored: false })]).fetch).toHaveLength(1);
  expect(planPackage([file('b', { md5: null })], [track('b')]).keep).toHaveLength(1);
  expect(planPackage([file('b', { md5: null, size: 99 })], [track('b')]).fetch).toHaveLength(1);
  expect(planPackage([file('b', { md5: null, size: null })], [track('b')]).fetch).toHaveLength(1);
});
