import { fstatSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OpenFiles } from './open-files.server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonoteca-open-'));
  for (const name of ['a', 'b', 'c']) await writeFile(join(folder, name), name);
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const path = (name: string) => join(folder, name);
const isOpen = (fd: number) => {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
};

it('opens a file once for all who want it at the same time, and keeps it open', async () => {
  const files = new OpenFiles();
  const [one, two] = await Promise.all([files.take(path('a')), files.take(path('a'))]);
  expect(one.fd).toBe(two.fd);
  files.release(one);
  files.release(two);
  const again = files.takeOpen(path('a'));
  expect(again?.fd).toBe(one.fd);
  expect(isOpen(one.fd)).toBe(true);
});

it('holds no more than its limit, and closes no file that is in use', async () => {
  const files = new OpenFiles({ max: 1 });
  const a = await files.take(path('a'));
  const b = await files.take(path('b'));
  expect(files.count).toBe(1);
  expect(isOpen(a.fd)).toBe(true);
  files.release(a);
  await expect.poll(() => isOpen(a.fd)).toBe(false);
  files.release(b);
  expect(isOpen(b.fd)).toBe(true);
});

it('looks anew after its age, and knows the same bytes by their stamp', async () => {
  const files = new OpenFiles({ maxAge: -1 });
  const old = await files.take(path('a'));
  files.release(old);
  const same = await files.take(path('a'));
  expect(same.stamp).toBe(old.stamp);
  await writeFile(path('new'), 'other');
  await rename(path('new'), path('a'));
  expect((await files.take(path('a'))).stamp).not.toBe(old.stamp);
});

it('refuses what is not there, and folders', async () => {
  const files = new OpenFiles();
  await expect(files.take(path('none'))).rejects.toMatchObject({ kind: 'not-found' });
  await expect(files.take(folder)).rejects.toMatchObject({ kind: 'not-found' });
  expect(files.count).toBe(0);
});
