import { createReadStream } from 'node:fs';
import { chmod, lstat, opendir, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import { dumpDatabase, listMigrations } from '#db/backup/dump.server.ts';
import { isEmpty, isNewest, loadDatabase, migrationsOf } from '#db/backup/load.server.ts';
import { schema } from '#db/open.server.ts';
import { type BookedObject, listBookedObjects } from '#features/media/moving/queries.server.ts';
import { SettingsError } from '#platform/env.server.ts';
import { makeFolder } from '#platform/make-folder.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import {
  checkFile,
  checkFiles,
  putFiles,
  readLines,
  takeFiles,
  writeLines,
  writeManifest,
} from './backup-files.server.ts';
import {
  type BackupReport,
  type Manifest,
  manifestName,
  manifestSchema,
  type RestoreReport,
} from './model.ts';

interface Place {
  connectionString: string;
  storage: Storage;
  folder: string;
}

/** A connection without statement timeouts: tables may be large. */
export async function withClient<T>(
  connectionString: string,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString, application_name: 'sonoteca-backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Writes a backup into a new or empty folder while the site runs: a consistent snapshot of the database, then the
 * files that it refers to. @throws SettingsError when the folder is not empty, or the database is of another version
 */
export async function takeBackup(
  { connectionString, storage, folder }: Place,
  { program, now, kind }: { program: string; now: Date; kind: Manifest['files']['kind'] },
): Promise<BackupReport> {
  await makeFolder(folder);
  if ((await readdir(folder)).length > 0) throw new SettingsError(`A pasta ${folder} não está vazia.`);
  await chmod(folder, 0o700);
  const draftList = join(folder, 'booked.part');
  const database = await withClient(connectionString, async (client) => {
    await client.query('begin transaction isolation level repeatable read, read only');
    const ran = await listMigrations(client).catch(() => []);
    if (ran.length === 0) throw new SettingsError('Não há um site neste banco.');
    if (!isNewest({ migrations: ran })) {
      throw new SettingsError('O banco é de outra versão do programa: faça o backup com ela.');
    }
    // On disk: there may be millions, and the transaction must not stay open while files are copied.
    await writeLines(draftList, listBookedObjects(drizzle(client, { schema })));
    return dumpDatabase(client, folder);
  });
  const { files, missing, damaged } = await takeFiles(
    storage,
    folder,
    readLines<BookedObject>(createReadStream(draftList)),
    kind,
  );
  await rm(draftList);
  const manifest: Manifest = { format: 1, program, takenAt: now.toISOString(), database, files };
  await writeManifest(folder, manifest);
  return { ...sumUp(manifest), kind, missing, damaged };
}

const sumUp = ({ database, files }: Manifest) => ({
  tables: database.tables.length,
  rows: database.tables.reduce((sum, { rows }) => sum + rows, 0),
  files: files.count,
  bytes: files.bytes,
});

export interface CheckedBackup {
  folder: string;
  manifest: Manifest;
}

/** A symlink could import a file of this machine into the site, where it can be downloaded. */
async function refuseLinks(folder: string): Promise<void> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const facts = await lstat(path);
    if (facts.isDirectory() || (facts.isFile() && facts.nlink === 1)) continue;
    throw new SettingsError(
      `O backup tem um link no lugar de um arquivo: ${relative(folder, path)}. Se ele é seu, copie-o sem links (cp -rL) e restaure a cópia.`,
    );
  }
}

/** Verifies a whole backup. @throws SettingsError when incomplete, damaged, of another program, or with links */
export async function checkBackup(folder: string): Promise<CheckedBackup> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null);
  if (text === null) {
    throw new SettingsError(`Em ${folder} não há um backup completo: falta ${manifestName}.`);
  }
  await refuseLinks(folder);
  const manifest = readManifest(text);
  migrationsOf(manifest.database);
  const { tables, queue } = manifest.database;
  for (const table of [...tables, ...(queue ? [queue.queues, queue.jobs] : [])]) {
    await checkFile(folder, table.file, table.sha256);
  }
  await checkFiles(folder, manifest);
  return { folder, manifest };
}

function readManifest(text: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new SettingsError(
      `O backup está danificado ou é de outro formato: ${manifestName} não pode ser lido.`,
    );
  }
}

/**
 * Restores a verified backup into an empty database and the store. Files first: if they fail, the database is still
 * empty and the restore can be retried. The caller then runs newer migrations and restores waiting jobs. @throws
 * SettingsError when the database is not empty, or something arrives changed
 */
export async function restoreBackup(
  { connectionString, storage }: Omit<Place, 'folder'>,
  { folder, manifest }: CheckedBackup,
): Promise<Omit<RestoreReport, 'jobs'>> {
  return withClient(connectionString, async (client) => {
    if (!(await isEmpty(client))) {
      throw new SettingsError('O banco não está vazio: a restauração só escreve em um banco vazio.');
    }
    const missing = await putFiles(storage, folder, manifest.files.kind);
    await loadDatabase(client, folder, manifest.database);
    return { ...sumUp(manifest), missing };
  });
}
