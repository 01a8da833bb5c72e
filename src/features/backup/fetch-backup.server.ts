import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hashing } from '#db/backup/dump.server.ts';
import { addTo, noExamples } from '#platform/elements.ts';
import { SettingsError } from '#platform/env.server.ts';
import { readList, writeLines, writeManifest } from './backup-files.server.ts';
import { fileListName, filesFolder, type ListedFile, manifestName, manifestSchema } from './model.ts';
import { folderOf, pooled, type Shelf } from './shelf.server.ts';

/** Writes an object of the shelf into a file. @returns its SHA-256 in hex */
export async function bring(shelf: Shelf, name: string, path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  await pipeline(
    await shelf.read(name),
    hashing(hash),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  return hash.digest('hex');
}

/** Writes the tables, the list and the manifest of a backup into a new folder, decrypted. @throws SettingsError */
export async function fetchTables(shelf: Shelf, stamp: string, folder: string): Promise<void> {
  const names: string[] = [];
  for await (const { key } of shelf.store.list(folderOf(stamp))) names.push(key);
  if (!names.includes(folderOf(stamp) + manifestName)) throw new SettingsError(`Não há um backup ${stamp}.`);
  for (const name of names) await bring(shelf, name, join(folder, name.slice(folderOf(stamp).length)));
}

/**
 * Writes a whole backup into a new folder as `takeBackup` would have: with the files that were pooled, hashed while
 * they are written. @param stamp `latest`: the newest @throws SettingsError when it is missing or damaged
 */
export async function fetchBackup(shelf: Shelf, stamp: string, folder: string): Promise<string> {
  const wanted = stamp === 'latest' ? (await shelf.stamps()).at(-1) : stamp;
  if (!wanted) throw new SettingsError('Ainda não há um backup guardado.');
  await fetchTables(shelf, wanted, folder);
  const list = join(folder, fileListName);
  let count = 0;
  const absent = noExamples();
  async function* fetched(): AsyncGenerator<ListedFile> {
    for await (const file of readList(folder)) {
      if (!(await shelf.store.stat(pooled(file.key)))) {
        addTo(absent, [file.key]);
        continue;
      }
      count++;
      const sha256 = await bring(shelf, pooled(file.key), join(folder, filesFolder, file.key));
      yield { ...file, sha256 };
    }
  }
  const sha256 = await writeLines(`${list}.part`, fetched());
  // A site whose files are in a bucket only lists them.
  if (count === 0) {
    await rm(`${list}.part`);
    return wanted;
  }
  if (absent.count > 0) throw new SettingsError(`Ao backup ${wanted} falta o arquivo ${absent.first[0]}.`);
  await rename(`${list}.part`, list);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, manifestName), 'utf8')));
  await writeManifest(folder, { ...manifest, files: { ...manifest.files, kind: 'copied', sha256 } });
  return wanted;
}
