import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { loadQueue } from '#db/backup/load.server.ts';
import { migrate } from '#db/migrate.server.ts';
import { type OpenDatabase, openDatabase } from '#db/open.server.ts';
import { checkBackup, restoreBackup, takeBackup } from '#features/backup/backup.server.ts';
import { endDoors } from '#features/backup/end-doors.server.ts';
import { fetchBackup } from '#features/backup/fetch-backup.server.ts';
import { openShelf } from '#features/backup/shelf.server.ts';
import type { Examples } from '#platform/elements.ts';
import { type Settings, SettingsError } from '#platform/env.server.ts';
import { formatCount, formatSize } from '#platform/format.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import type { Logger } from '#platform/log.server.ts';
import { programVersion } from '#platform/project.server.ts';
import { openStorage } from '#platform/storage/open.server.ts';

/** Opens the database without migrating it: the commands must see it as it is. */
async function withDatabase(
  settings: Settings,
  log: Logger,
  use: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(settings, log);
  try {
    await use(database);
  } finally {
    await database.stop();
  }
}

function readFolder(args: string[], name: string): string {
  const [folder, ...rest] = args.filter((arg) => !arg.startsWith('--'));
  if (!folder || rest.length > 0) throw new SettingsError(`Opções erradas: use npm run ${name} -- PASTA.`);
  return resolve(folder);
}

function warn(sentence: string, { count, first }: Examples): void {
  if (count === 0) return;
  console.error(`${sentence}:`);
  for (const key of first) console.error(`  ${key}`);
  if (count > first.length) console.error(`  e mais ${formatCount(count - first.length)}`);
}

/** `npm run backup -- PASTA [--with-files]`: backs up the whole site while it runs. */
export async function backupCommand(settings: Settings, log: Logger, args: string[]): Promise<void> {
  const folder = readFolder(args, 'backup');
  const storage = await openStorage(settings, log);
  const kind = storage.origin === null || args.includes('--with-files') ? 'copied' : 'listed';
  await withDatabase(settings, log, async ({ connectionString }) => {
    const place = { connectionString, storage, folder };
    const report = await takeBackup(place, { program: programVersion(), now: new Date(), kind });
    const files = `${formatCount(report.files)} arquivos (${formatSize(report.bytes)})`;
    console.log(
      `Backup em ${folder}: ${report.tables} tabelas, ${formatCount(report.rows)} linhas, ${files}.`,
    );
    if (kind === 'listed')
      console.log('Os arquivos continuam no bucket e foram só listados; copie-os com --with-files.');
    warn('Estão nos registros, mas não no armazenamento', report.missing);
    warn('O conteúdo não é o que os registros dizem', report.damaged);
  });
}

const stored = '--stored=';

/**
 * `npm run restore -- PASTA`: restores a backup into an empty database and the store. `--stored=latest`, or a time such
 * as `2026-11-22T073000Z`: one that the site has stored by itself.
 */
export async function restoreCommand(settings: Settings, log: Logger, args: string[]): Promise<void> {
  const wanted = args.find((arg) => arg.startsWith(stored))?.slice(stored.length);
  if (wanted === undefined) return restoreFolder(settings, log, readFolder(args, 'restore'));
  const folder = join(settings.DATA_DIR, 'backup-work', 'restore');
  await rm(folder, { recursive: true, force: true });
  try {
    await fetchBackup(await openShelf(settings), wanted, folder);
    await restoreFolder(settings, log, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restoreFolder(settings: Settings, log: Logger, folder: string): Promise<void> {
  const backup = await checkBackup(folder);
  const storage = await openStorage(settings, log);
  await withDatabase(settings, log, async (database) => {
    const report = await restoreBackup({ connectionString: database.connectionString, storage }, backup);
    await migrate(database.pool);
    await endDoors(database.db);
    const jobs = await restoreJobs(database, log, backup);
    const files = `${formatCount(report.files)} arquivos (${formatSize(report.bytes)})`;
    console.log(
      `Restaurado o backup de ${backup.manifest.takenAt}: ${report.tables} tabelas, ${formatCount(report.rows)} linhas, ${files}; tudo conferido.`,
    );
    if (jobs === null)
      console.error('As tarefas que esperavam na fila são de outra versão e ficaram de fora.');
    warn('Não estão no armazenamento, ou têm outro tamanho', report.missing);
    if (report.missing.count > 0) process.exitCode = 1;
  });
}

/** The queue creates its own tables; then the waiting jobs are restored. */
async function restoreJobs(
  { connectionString, db }: OpenDatabase,
  log: Logger,
  { folder, manifest }: Awaited<ReturnType<typeof checkBackup>>,
): Promise<number | null> {
  const jobs = await openJobs({ connectionString, db, log });
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await loadQueue(client, folder, manifest.database);
  } finally {
    await client.end();
    await jobs.stop();
  }
}
