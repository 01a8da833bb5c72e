import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import { makeFolder } from '../make-folder.server.ts';
import { isKey, isReadableKey, notFound, storeDown, storeFull } from './refusals.server.ts';
import type { Storage } from './storage.ts';

/** Holds unfinished writes; no key can name it. */
const partialFolder = '.partial';
/** Milliseconds; an older unfinished write was left by a process that died. */
const partialLifetime = 24 * 60 * 60 * 1000;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');

/** Turns a failure of the disk into an AppError; other errors are returned as they are. */
export function toStorageError(error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof AppError || code === undefined || code === 'ABORT_ERR') return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return storeFull(error);
  const ofTheDisk = ['EIO', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'ENOENT', 'ENOTDIR', 'EISDIR'];
  return ofTheDisk.includes(code) ? storeDown(error) : error;
}

/** The store in the folder `files` below DATA_DIR; creates it when missing. */
export async function openDiskStorage({ DATA_DIR }: { DATA_DIR: string }): Promise<Storage> {
  const root = join(DATA_DIR, 'files');
  const partial = join(root, partialFolder);
  await makeFolder(partial);
  await forgetOldPartials(partial);

  const pathOf = (key: string, isAllowed = isReadableKey): string => {
    if (!isAllowed(key)) throw notFound();
    return join(root, key);
  };

  return {
    async put(key, body) {
      const path = pathOf(key, isKey);
      const draft = join(partial, randomUUID());
      try {
        const size = await writeDraft(draft, body);
        await place(draft, path);
        return { size };
      } catch (error) {
        await unlink(draft).catch(() => {});
        throw toStorageError(error);
      }
    },

    async stat(key) {
      try {
        const found = await stat(pathOf(key));
        return found.isFile() ? { size: found.size, modifiedAt: found.mtime } : null;
      } catch (error) {
        if (isMissing(error) || (error instanceof AppError && error.kind === 'not-found')) return null;
        throw toStorageError(error);
      }
    },

    async openRange(key, start, end) {
      const path = pathOf(key);
      try {
        const file = await open(path, 'r');
        return file.createReadStream({ start, end, autoClose: true });
      } catch (error) {
        throw isMissing(error) ? notFound(error) : toStorageError(error);
      }
    },

    async delete(keys) {
      for (const path of keys.map((key) => pathOf(key, isKey))) await remove(path);
    },

    list: (prefix) => walk(root, prefix),

    address: async () => null,
    origin: null,

    path: (key) => pathOf(key),
  };
}

/** Writes and syncs; returns the number of bytes. */
async function writeDraft(draft: string, body: Readable | Uint8Array): Promise<number> {
  const source = body instanceof Uint8Array ? Readable.from([body]) : body;
  const target = createWriteStream(draft, { flags: 'wx', flush: true });
  await pipeline(source, target);
  return target.bytesWritten;
}

/** Renames a finished file into place and syncs, so that it survives a power cut. */
async function place(draft: string, path: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  await rename(draft, path);
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* walk(
  root: string,
  prefix: string,
): AsyncGenerator<{ key: string; size: number; modifiedAt: Date }> {
  if (prefix.split('/').some((part) => part.startsWith('.'))) return;
  const base = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const folders = [base];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await opendir(join(root, folder)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw toStorageError(error);
    });
    if (!entries) continue;
    for await (const entry of entries) {
      const key = folder + entry.name;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) folders.push(`${key}/`);
      } else if (entry.isFile() && key.startsWith(prefix)) {
        const facts = await stat(join(root, key)).catch(() => null);
        if (facts && isKey(key)) yield { key, size: facts.size, modifiedAt: facts.mtime };
      }
    }
  }
}

async function forgetOldPartials(folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    const facts = await stat(path).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > partialLifetime) await unlink(path).catch(() => {});
  }
}

async function remove(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!isMissing(error)) throw toStorageError(error);
  });
}
