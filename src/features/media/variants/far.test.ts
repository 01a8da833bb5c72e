import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { Pictures } from './queries.server.ts';

const folder = await mkdtemp(join(tmpdir(), 'sonoteca-far-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const disk = await openDiskStorage({ DATA_DIR: folder });
const picture = (colour: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: colour } })
    .webp()
    .toBuffer();
const asked: string[] = [];
const far: Storage = {
  ...disk,
  origin: 'https://bucket.example',
  stat: (key) => {
    asked.push(key);
    return disk.stat(key);
  },
};

it('a bucket is asked once a minute for a cover that never changes, and always for an avatar that may', async () => {
  const pictures = new Pictures(far, join(folder, 'cache'));
  const cover = `covers/ab/ab${'0'.repeat(62)}.webp`;
  for (const key of [cover, 'avatars/u.webp']) {
    await disk.put(key, await picture('red'), { mime: 'image/webp' });
    for (let at = 0; at < 3; at++) expect(await pictures.find(key, null)).not.toBeNull();
  }
  expect(asked).toEqual([cover, 'avatars/u.webp', 'avatars/u.webp', 'avatars/u.webp']);
  const before = (await pictures.find('avatars/u.webp', null))!.etag;
  await disk.put('avatars/u.webp', await picture('#123456'), { mime: 'image/webp' });
  expect((await pictures.find('avatars/u.webp', null))!.etag).not.toBe(before);
});
