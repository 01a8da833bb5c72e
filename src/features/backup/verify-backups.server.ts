import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeIdentifier } from 'pg';
import { gathered } from '#platform/elements.ts';
import { SettingsError } from '#platform/env.server.ts';
import { checkBackup, restoreBackup, withClient } from './backup.server.ts';
import { readList } from './backup-files.server.ts';
import { bring, fetchTables } from './fetch-backup.server.ts';
import { fileListName } from './model.ts';
import { folderOf, pooled, type Shelf } from './shelf.server.ts';
import type { StoreDeps } from './store-backup.server.ts';

/** The embedded database's own administrator makes databases; of another server, the site's account must. */
function adminOf(connectionString: string, isEmbedded: boolean): string {
  const url = new URL(connectionString);
  if (isEmbedded) [url.username, url.pathname] = ['postgres', '/postgres'];
  return url.href;
}

/** Runs with an empty database that is dropped afterwards. @throws SettingsError without the right to make one */
async function withScratch<T>(
  { connectionString, isEmbedded }: { connectionString: string; isEmbedded: boolean },
  use: (connectionString: string) => Promise<T>,
): Promise<T> {
  // One name for each site, so that what a killed process left goes with the next time.
  const plainName = `${decodeURIComponent(new URL(connectionString).pathname).slice(1, 40)}_restored_for_a_test`;
  const name = escapeIdentifier(plainName);
  const drop = `drop database if exists ${name} with (force)`;
  return withClient(adminOf(connectionString, isEmbedded), async (admin) => {
    try {
      // A second check waits instead of dropping the first one's database. The end of the connection unlocks.
      await admin.query('select pg_advisory_lock(hashtext($1))', [plainName]);
      await admin.query(drop);
      const owner = isEmbedded ? 'owner sonoteca' : '';
      await admin.query(`create database ${name} ${owner} template template0`).catch((cause: unknown) => {
        if ((cause as { code?: string }).code !== '42501') throw cause;
        throw new SettingsError(
          'Os backups não podem ser conferidos: a conta do banco não cria bancos. Rode, como administrador: ALTER ROLE … CREATEDB;',
          { cause },
        );
      });
      const scratch = new URL(connectionString);
      scratch.pathname = `/${encodeURIComponent(plainName)}`;
      return await use(scratch.href);
    } finally {
      await admin.query(drop).catch(() => {});
    }
  });
}

type VerifyDeps = Omit<StoreDeps, 'storage'> & { isEmbedded: boolean; site: StoreDeps['storage'] };

/**
 * Restores a stored backup into a scratch database, where its rows are counted, and looks for each of its files.
 * @throws SettingsError when something is missing or damaged
 */
export async function verifyBackup(
  deps: VerifyDeps,
  stamp: string,
): Promise<{ rows: number; files: number }> {
  const { shelf, work } = deps;
  const folder = join(work, `verify-${stamp}`);
  await rm(folder, { recursive: true, force: true });
  try {
    await fetchTables(shelf, stamp, folder);
    const backup = await checkBackup(folder);
    const { rows } = await withScratch(deps, (connectionString) =>
      restoreBackup({ connectionString, storage: deps.site }, backup),
    );
    // Of a site whose files are in a bucket, only the list is stored.
    if (deps.site.origin === null) await findFiles(shelf, folder, stamp);
    return { rows, files: backup.manifest.files.count };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findFiles(shelf: Shelf, folder: string, stamp: string): Promise<void> {
  for await (const { key, size } of readList(folder))
    if (!(await shelf.has(pooled(key), size)))
      throw new SettingsError(`Ao backup ${stamp} falta o arquivo ${key}.`);
}

/**
 * Removes pooled files that no backup lists, such as those of deleted accounts. Safe to repeat, but not while a backup is
 * taken. @returns how many
 */
export async function tidyPool({
  shelf,
  work,
  connectionString,
}: Pick<VerifyDeps, 'shelf' | 'work' | 'connectionString'>): Promise<number> {
  return withClient(connectionString, async (client) => {
    // The database compares the sets: every backup may list millions of files.
    await client.query('create temporary table listed (key text primary key)');
    for (const stamp of await shelf.stamps()) {
      const folder = join(work, 'tidying');
      await rm(folder, { recursive: true, force: true });
      await bring(shelf, folderOf(stamp) + fileListName, join(folder, fileListName));
      for await (const part of gathered(readList(folder)))
        await client.query('insert into listed select unnest($1::text[]) on conflict do nothing', [
          part.map(({ key }) => pooled(key)),
        ]);
      await rm(folder, { recursive: true });
    }
    let removed = 0;
    for await (const part of gathered(shelf.store.list(pooled('')))) {
      const { rows } = await client.query<{ key: string }>(
        'select key from unnest($1::text[]) key where not exists (select from listed where listed.key = key.key)',
        [part.map(({ key }) => key)],
      );
      await shelf.store.delete(rows.map(({ key }) => key));
      removed += rows.length;
    }
    return removed;
  });
}
