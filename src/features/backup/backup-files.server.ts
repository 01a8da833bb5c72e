import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hashing } from '#db/backup/dump.server.ts';
import type { BookedObject } from '#features/media/moving/queries.server.ts';
import { SettingsError } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { isKey } from '#platform/storage/refusals.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import {
  type BackupReport,
  fileListName,
  filesFolder,
  type ListedFile,
  listedFileSchema,
  type Manifest,
} from './model.ts';

const atOnce = 4;

async function each<T>(items: Iterable<T>, step: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const work = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await step(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Reads a whole object; a range of an empty one cannot be requested. */
export const openAll = async (storage: Storage, key: string, size: number): Promise<Readable> =>
  size === 0 ? Readable.from([]) : storage.openRange(key, 0, size - 1);

/** Copies every recorded file, or only lists those that stay in a bucket, and writes the list. */
export async function takeFiles(
  storage: Storage,
  folder: string,
  booked: Map<string, BookedObject>,
  kind: Manifest['files']['kind'],
): Promise<{ files: Manifest['files'] } & Pick<BackupReport, 'missing' | 'damaged'>> {
  const listed: ListedFile[] = [];
  const missing: string[] = [];
  const damaged: string[] = [];
  await each(booked, async ([key, { mime, contentHash }]) => {
    const file = await takeFile(storage, folder, key, kind).catch((error: unknown) => {
      if (error instanceof AppError && error.kind === 'not-found') return null;
      throw error;
    });
    if (!file) {
      missing.push(key);
      return;
    }
    if (file.sha256 && contentHash && file.sha256 !== contentHash) damaged.push(key);
    listed.push({ key, mime, ...file });
  });
  const text = listed.map((file) => `${JSON.stringify(file)}\n`).join('');
  await writeWhole(join(folder, fileListName), text);
  const bytes = listed.reduce((sum, { size }) => sum + size, 0);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { files: { kind, count: listed.length, bytes, sha256 }, missing, damaged };
}

async function takeFile(
  storage: Storage,
  folder: string,
  key: string,
  kind: Manifest['files']['kind'],
): Promise<Pick<ListedFile, 'size' | 'sha256'> | null> {
  const facts = await storage.stat(key);
  if (!facts) return null;
  if (kind === 'listed') return { size: facts.size, sha256: null };
  const path = join(folder, filesFolder, key);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(await openAll(storage, key, facts.size), hashing(hash), target);
  return { size: target.bytesWritten, sha256: hash.digest('hex') };
}

/** Writes and syncs, so that the file survives a power cut. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Verifies the list and every copied file. @throws SettingsError that names the damaged one */
export async function checkFiles(folder: string, { files }: Manifest): Promise<ListedFile[]> {
  const text = await readFile(join(folder, fileListName), 'utf8').catch(() => '');
  const sum = createHash('sha256').update(text).digest('hex');
  if (sum !== files.sha256) throw new SettingsError(`O backup está danificado: ${fileListName} não confere.`);
  const lines = text.split('\n').filter(Boolean);
  const listed = lines.map((line) => listedFileSchema.parse(JSON.parse(line)));
  const stray = listed.find(({ key }) => !isKey(key));
  if (stray)
    throw new SettingsError(`O backup está danificado: ${stray.key} não é o nome de um arquivo do site.`);
  if (files.kind === 'copied') {
    await each(listed, ({ key, sha256 }) => checkFile(folder, `${filesFolder}/${key}`, sha256));
  }
  return listed;
}

/** @throws SettingsError when a file of the backup has changed */
export async function checkFile(folder: string, name: string, expected: string | null): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk as Buffer);
  } catch {
    throw new SettingsError(`O backup está danificado: falta ${name}.`);
  }
  if (hash.digest('hex') !== expected) {
    throw new SettingsError(`O backup está danificado: ${name} não confere.`);
  }
}

/** Copies every file into the store and verifies it. Safe to repeat. @returns keys of missing listed files */
export async function putFiles(
  storage: Storage,
  folder: string,
  listed: ListedFile[],
  kind: Manifest['files']['kind'],
): Promise<string[]> {
  const missing: string[] = [];
  await each(listed, async ({ key, size, mime, sha256 }) => {
    if (kind === 'copied') await storage.put(key, createReadStream(join(folder, filesFolder, key)), { mime });
    const facts = await storage.stat(key);
    if (kind === 'listed') {
      if (facts?.size !== size) missing.push(key);
      return;
    }
    const hash = createHash('sha256');
    for await (const chunk of await openAll(storage, key, facts?.size ?? 0)) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sha256)
      throw new SettingsError(`O armazenamento não guardou ${key} como foi enviado.`);
  });
  return missing;
}
