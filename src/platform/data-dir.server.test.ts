import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { explainFailure, findDataDirTrouble, requireDataDir } from './data-dir.server.ts';

const root = await mkdtemp(join(tmpdir(), 'sonoteca-data-'));
afterAll(() => rm(root, { recursive: true, force: true }));
const file = join(root, 'a-file');
await writeFile(file, '');
const everything = 2 ** 62;

describe('OPS-05: DATA_DIR', () => {
  it('is made, and is well', async () => {
    const folder = join(root, 'new', 'data');
    await requireDataDir(folder);
    expect(await findDataDirTrouble(folder)).toBeNull();
  });

  it('is full below what has to be free', async () => {
    expect(await findDataDirTrouble(root, everything)).toBe('full');
  });

  it.each([
    ['gone', join(root, 'gone')],
    ['below a file', join(file, 'data')],
  ])('cannot be written into when it is %s', async (_, folder) => {
    expect(await findDataDirTrouble(folder)).toBe('read-only');
  });

  it.each([
    ['below a file', join(file, 'data')],
    ['on a file system that has no folders of ours', '/proc/sonoteca/data'],
  ])('ends the start with a sentence when it cannot be made: %s', async (_, folder) => {
    await expect(requireDataDir(folder)).rejects.toThrow(`DATA_DIR: não consigo escrever em ${folder}`);
  });
});

describe('OPS-05: a failure of the start', () => {
  const system = (code: string, path?: string) => Object.assign(new Error(code), { code, path });

  it.each([
    ['a full disk', system('ENOSPC')],
    ['a used up quota', new Error('put', { cause: system('EDQUOT') })],
    ['PostgreSQL on a full disk', new Error('query', { cause: system('53100') })],
    ['initdb on a full disk', new Error('initdb failed: could not write: No space left on device')],
  ])('tells of %s', async (_, error) => {
    expect(await explainFailure(error, root)).toMatchObject({
      message: expect.stringMatching(/^DATA_DIR: o disco de .* está cheio; deixe ao menos 32 MB livres/),
      cause: error,
    });
  });

  it('tells of a folder that refuses', async () => {
    const error = system('EROFS', join(root, 'session-secret'));
    expect(await explainFailure(error, root)).toMatchObject({
      message: expect.stringContaining('não consigo escrever'),
    });
  });

  it.each([
    ['a port that is not ours', system('EACCES')],
    ['a bug', new TypeError('x')],
  ])('stays what it is: %s', async (_, error) => {
    expect(await explainFailure(error, root)).toBe(error);
  });
});
