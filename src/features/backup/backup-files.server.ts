import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hashing } from '#db/backup/dump.server.ts';
import type { BookedObject } from '#features/media/moving/queries.server.ts';
import { addTo, type Examples, gathered, noExamples } from '#platform/elements.ts';
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
  manifestName,
} from './model.ts';

const atOnce = 4;

async function each<T>(
  items: Iterable<T> | AsyncIterable<T>,
  step: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const work = async () => {
    for (let next = await waiting.next(); !next.done; next = await waiting.next()) await step(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Writes values as JSON, one to a line, and syncs. @returns the file's SHA-256 in hex */
export async function writeLines(path: string, values: AsyncIterable<unknown>): Promise<string> {
  async function* lines() {
    for await (const value of values) yield `${JSON.stringify(value)}\n`;
  }
  const hash = createHash('sha256');
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(Readable.from(lines()), hashing(hash), file);
  return hash.digest('hex');
}

/** The values of such a file. The reader holds up to a thousand lines, so that they should be short. */
export async function* readLines<T>(lines: Readable): AsyncGenerator<T> {
  for await (const line of createInterface({ input: lines, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line) yield JSON.parse(line) as T;
}

/** The files that a backup lists. @throws SettingsError when it names what no file of a site is called */
export async function* readList(folder: string): AsyncGenerator<ListedFile> {
  for await (const value of readLines(createReadStream(join(folder, fileListName)))) {
    const file = listedFileSchema.parse(value);
    if (!isKey(file.key))
      throw new SettingsError(`O backup está danificado: ${file.key} não é o nome de um arquivo do site.`);
    yield file;
  }
}

/** Reads a whole object; a range of an empty one cannot be requested. */
export const openAll = async (storage: Storage, key: string, size: number): Promise<Readable> =>
  size === 0 ? Readable.from([]) : storage.openRange(key, 0, size - 1);

/** Copies every recorded file, or only lists those that stay in a bucket, and writes the list. */
export async function takeFiles(
  storage: Storage,
  folder: string,
  booked: AsyncIterable<BookedObject>,
  kind: Manifest['files']['kind'],
): Promise<{ files: Manifest['files'] } & Pick<BackupReport, 'missing' | 'damaged'>> {
  const missing = noExamples();
  const damaged = noExamples();
  let count = 0;
  let bytes = 0;
  async function* taken(): AsyncGenerator<ListedFile> {
    for await (const part of gathered(booked)) {
      const files: ListedFile[] = [];
      await each(part, async ({ key, mime, contentHash }) => {
        const file = await takeFile(storage, folder, key, kind).catch((error: unknown) => {
          if (error instanceof AppError && error.kind === 'not-found') return null;
          throw error;
        });
        if (!file) return addTo(missing, [key]);
        if (file.sha256 && contentHash && file.sha256 !== contentHash) addTo(damaged, [key]);
        files.push({ key, mime, ...file });
        count++;
        bytes += file.size;
      });
      yield* files;
    }
  }
  const sha256 = await writeLines(join(folder, fileListName), taken());
  return { files: { kind, count, bytes, sha256 }, missing, damaged };
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

/** Writes the manifest, whole or not at all, and syncs, so that it survives a power cut. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, manifestName);
  await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
}

/** Verifies the list and every copied file. @throws SettingsError that names the damaged one */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  await checkFile(folder, fileListName, files.sha256);
  await each(readList(folder), async ({ key, sha256 }) => {
    if (files.kind === 'copied') await checkFile(folder, `${filesFolder}/${key}`, sha256);
  });
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

/** Copies every listed file into the store and verifies it. Safe to repeat. @returns keys of those that are missing */
export async function putFiles(
  storage: Storage,
  folder: string,
  kind: Manifest['files']['kind'],
): Promise<Examples> {
  const missing = noExamples();
  await each(readList(folder), async ({ key, size, mime, sha256 }) => {
    if (kind === 'copied') await storage.put(key, createReadStream(join(folder, filesFolder, key)), { mime });
    const facts = await storage.stat(key);
    if (kind === 'listed') {
      if (facts?.size !== size) addTo(missing, [key]);
      return;
    }
    const hash = createHash('sha256');
    for await (const chunk of await openAll(storage, key, facts?.size ?? 0)) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sha256)
      throw new SettingsError(`O armazenamento não guardou ${key} como foi enviado.`);
  });
  return missing;
}
