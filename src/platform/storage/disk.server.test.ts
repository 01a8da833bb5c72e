import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { openDiskStorage, toStorageError } from './disk.server.ts';
import type { Storage } from './storage.ts';

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonoteca-disk-'));
  storage = await openDiskStorage({ DATA_DIR: folder });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const listed = async (prefix: string) => {
  const lines: string[] = [];
  for await (const { key, size } of storage.list(prefix)) lines.push(`${key} ${size}`);
  return lines.sort();
};
const files = async () =>
  (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('the disk store', () => {
  it('DWN-03: gives back the bytes that were put, whole and in part', async () => {
    const bytes = randomBytes(300_000);
    const half = Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]);
    expect(await storage.put('audio/ab/abc.mp3', half, { mime: 'audio/mpeg' })).toEqual({ size: 300_000 });
    expect(await storage.stat('audio/ab/abc.mp3')).toMatchObject({ size: 300_000 });
    const whole = await buffer(await storage.openRange('audio/ab/abc.mp3', 0, bytes.length - 1));
    expect(createHash('sha256').update(whole).digest('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
    expect(await buffer(await storage.openRange('audio/ab/abc.mp3', 7, 9))).toEqual(bytes.subarray(7, 10));
    expect(await readFile(storage.path('audio/ab/abc.mp3')!)).toEqual(bytes);
  });

  it('replaces an object whole, and an empty object is an object', async () => {
    await storage.put('site/logo.png', Buffer.from('old and long'), { mime: 'image/png' });
    await storage.put('site/logo.png', Buffer.from('new'), { mime: 'image/png' });
    expect(await readFile(storage.path('site/logo.png')!, 'utf8')).toBe('new');
    await storage.put('site/empty', new Uint8Array(), { mime: 'image/png' });
    expect(await storage.stat('site/empty')).toMatchObject({ size: 0 });
  });

  it('leaves nothing behind when the source breaks, and keeps what was there', async () => {
    await storage.put('audio/x.mp3', Buffer.from('before'), { mime: 'audio/mpeg' });
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        throw new Error('the line went dead');
      })(),
    );
    await expect(storage.put('audio/x.mp3', broken, { mime: 'audio/mpeg' })).rejects.toThrow(
      'the line went dead',
    );
    const aborted = new Readable({ read() {} });
    aborted.push(Buffer.alloc(10));
    const putting = storage.put('audio/y.mp3', aborted, { mime: 'audio/mpeg' });
    aborted.destroy();
    await expect(putting).rejects.toThrow();
    expect(await files()).toEqual(['x.mp3']);
    expect(await readFile(storage.path('audio/x.mp3')!, 'utf8')).toBe('before');
  });

  it('says in Portuguese that the disk is full, and that it fails', () => {
    const full = toStorageError(Object.assign(new Error('write'), { code: 'ENOSPC' })) as AppError;
    expect(full).toBeInstanceOf(AppError);
    expect([full.kind, full.message]).toEqual([
      'unavailable',
      'O armazenamento está cheio no momento. Tente novamente mais tarde.',
    ]);
    const failing = toStorageError(Object.assign(new Error('read'), { code: 'EIO' })) as AppError;
    expect(failing.status).toBe(503);
    const bug = new TypeError('ours');
    expect(toStorageError(bug)).toBe(bug);
  });

  it.each([
    '../secret',
    'audio/../../secret',
    '/etc/passwd',
    'audio//x',
    '.partial/x',
    'audio/.x',
    'a\0b',
    '',
  ])('takes no way out of its folder: %j', async (key) => {
    await expect(storage.put(key, Buffer.from('x'), { mime: 'a/b' })).rejects.toThrow(AppError);
    await expect(storage.openRange(key, 0, 1)).rejects.toThrow(AppError);
    expect(await storage.stat(key)).toBeNull();
    expect(() => storage.path(key)).toThrow(AppError);
    await expect(storage.delete([key])).rejects.toThrow(AppError);
  });

  it('answers not-found for what is not there, also for a folder', async () => {
    await storage.put('audio/ab/x.mp3', Buffer.from('x'), { mime: 'audio/mpeg' });
    expect(await storage.stat('audio/none.mp3')).toBeNull();
    expect(await storage.stat('audio/ab')).toBeNull();
    expect(await storage.stat('audio/ab/x.mp3/deeper')).toBeNull();
    await expect(storage.openRange('audio/none.mp3', 0, 1)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('deletes, and what is not there counts as deleted', async () => {
    await storage.put('covers/a.webp', Buffer.from('x'), { mime: 'image/webp' });
    await storage.delete(['covers/a.webp', 'covers/none.webp']);
    expect(await storage.stat('covers/a.webp')).toBeNull();
  });

  it('lists every key below a prefix and nothing unfinished', async () => {
    for (const key of ['audio/ab/1.mp3', 'audio/ab/2.mp3', 'audio/cd/3.mp3', 'covers/1.webp', 'top']) {
      await storage.put(key, Buffer.from(key), { mime: 'a/b' });
    }
    await writeFile(join(folder, 'files/.partial/unfinished'), 'x');
    expect(await listed('audio/')).toEqual(['audio/ab/1.mp3 14', 'audio/ab/2.mp3 14', 'audio/cd/3.mp3 14']);
    expect(await listed('audio/ab/2')).toEqual(['audio/ab/2.mp3 14']);
    expect(await listed('a')).toHaveLength(3);
    expect(await listed('')).toHaveLength(5);
    expect(await listed('none/')).toEqual([]);
    expect(await listed('../')).toEqual([]);
  });

  it('forgets at start what a process that died left unfinished', async () => {
    const old = join(folder, 'files/.partial/old');
    await writeFile(old, 'x');
    await writeFile(join(folder, 'files/.partial/young'), 'x');
    await utimes(old, new Date(0), new Date(0));
    await openDiskStorage({ DATA_DIR: folder });
    expect(await files()).toEqual(['young']);
  });

  it('has no address of its own: its bytes go through the server', async () => {
    expect(await storage.address('audio/x.mp3', { seconds: 60, mime: 'audio/mpeg' })).toBeNull();
  });
});
