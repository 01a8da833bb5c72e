import { createHash, randomBytes } from 'node:crypto';
import { cp, link, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadQueue } from '#db/backup/load.server.ts';
import { migrate } from '#db/migrate.server.ts';
import { openPool } from '#db/open.server.ts';
import { audioUploads, storedObjects } from '#db/schema/media.ts';
import { pageContent } from '#db/schema/site.ts';
import { noExamples } from '#platform/elements.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { openLog } from '#platform/log.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { aFavorite, aPackage, aSubscriber, aTrack } from '#tests/builders.ts';
import { emptyDatabase, testDatabase } from '#tests/database.ts';
import { checkBackup, restoreBackup, takeBackup } from './backup.server.ts';
import { filesFolder, type Manifest, manifestName } from './model.ts';

const site = await testDatabase();
const { db } = site;
const quiet = openLog('silent');
const root = await mkdtemp(join(tmpdir(), 'sonoteca-backup-'));
afterAll(() => rm(root, { recursive: true, force: true }));
const storage = await openDiskStorage({ DATA_DIR: join(root, 'site') });
const now = new Date('2026-11-21T12:00:00Z');
const folder = join(root, 'backup');
const take = (into: string, kind: 'copied' | 'listed' = 'copied') =>
  takeBackup(
    { connectionString: site.connectionString, storage, folder: into },
    { program: '1.0.0', now, kind },
  );
const none = noExamples();
const job = { name: 'say', schema: z.object({ word: z.string() }), retries: 1, timeoutSeconds: 10 };

async function ask<T extends object>(connectionString: string, query: string): Promise<T[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<T>(query)).rows;
  } finally {
    await client.end();
  }
}

/** The whole content of a database with generated columns, triggers and sequences. */
async function contentOf(connectionString: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    connectionString,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle')`,
  );
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const sum = `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`;
    content[name] = (await ask<{ sum: string }>(connectionString, sum))[0]!.sum;
  }
  const triggers = `select tgname as name, tgenabled::text as state from pg_trigger where not tgisinternal order by 1`;
  content.triggers = JSON.stringify(await ask(connectionString, triggers));
  const sequences = `select sequencename, last_value::text from pg_sequences where schemaname in ('public', 'drizzle') order by 1`;
  content.sequences = JSON.stringify(await ask(connectionString, sequences));
  return content;
}

async function filesOf(store: Storage): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, size } of store.list('')) found.push(`${key} ${size}`);
  return found.sort();
}

beforeAll(async () => {
  const subscriber = await aSubscriber(db, { displayName: 'Rádio "São João"\t\\N\nFM' });
  const pack = await aPackage(db, { title: 'Canções de verão', tags: ['praia, sol', '"mar"', 'NULL'] });
  for (const size of [0, 1, 70_000]) {
    const bytes = randomBytes(size);
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    const track = await aTrack(db, { packageId: pack.id, peaks: randomBytes(200), size, contentHash });
    await storage.put(track.storageKey!, bytes, { mime: 'audio/mpeg' });
    await db
      .insert(storedObjects)
      .values({ key: track.storageKey!, bucket: 'audio', size, mime: 'audio/mpeg' });
    await aFavorite(db, { userId: subscriber.userId, packageId: pack.id, trackId: track.id });
  }
  await db.insert(pageContent).values({ sectionName: 'x', content: { nothing: null, text: 'a\\b\n\t' } });
  await storage.put('uploads/part', Buffer.from('half'), { mime: 'application/octet-stream' });
  const upload = { id: 'u', packageId: pack.id, userId: subscriber.userId, name: 'a.wav', size: 9 };
  await db.insert(audioUploads).values({ ...upload, parts: ['uploads/part'] });
  await storage.put('covers/unbooked.webp', Buffer.from('nobody names me'), { mime: 'image/webp' });
  const jobs = await openJobs({ connectionString: site.connectionString, db, log: quiet });
  for (const word of ['waiting', 'running', 'done']) await jobs.send(job, { word });
  await jobs.stop();
  for (const [word, state] of [
    ['running', 'active'],
    ['done', 'completed'],
  ]) {
    await site.pool.query(`update pgboss.job set state = $2 where data->>'word' = $1`, [word, state]);
  }
});

describe('a backup of a running site', () => {
  it('comes back in another database and another store: rows, computed columns, triggers, sequences, files', async () => {
    // Concurrent writes are either completely in the backup or not at all.
    let isOver = false;
    const writing = (async () => {
      while (!isOver) await aSubscriber(db);
    })();
    const report = await take(folder);
    isOver = true;
    await writing;
    expect(report).toMatchObject({ files: 4, bytes: 70_005, missing: none, damaged: none });

    const target = await emptyDatabase();
    const store = await openDiskStorage({ DATA_DIR: join(root, 'other') });
    const restored = await restoreBackup(
      { connectionString: target, storage: store },
      await checkBackup(folder),
    );
    expect(restored).toMatchObject({ tables: report.tables, rows: report.rows, files: 4, missing: none });
    const listed = (await filesOf(storage)).filter((line) => !line.startsWith('covers/unbooked'));
    expect(await filesOf(store)).toEqual(listed);

    const orphans = await ask(
      target,
      'select 1 from profiles p left join users u on u.id = p.user_id where u.id is null',
    );
    expect(orphans).toEqual([]);
    const summary = await ask(
      target,
      `select title_fold, tags, track_count from packages where track_count > 0`,
    );
    expect(summary).toEqual(
      await ask(
        site.connectionString,
        `select title_fold, tags, track_count from packages where track_count > 0`,
      ),
    );
    const again = openPool(target, quiet);
    await migrate(again.pool);
    const [pack] = await ask<{ id: string }>(target, 'select id from packages where track_count = 3');
    await aTrack(again.db, { packageId: pack!.id });
    expect(await ask(target, 'select track_count from packages where track_count = 4')).toHaveLength(1);
    await again.pool.end();
  });

  it('of a site at rest is equal to the last bit, and waiting jobs wait again', async () => {
    const second = join(root, 'second');
    await take(second);
    const target = await emptyDatabase();
    const store = await openDiskStorage({ DATA_DIR: join(root, 'third') });
    const backup = await checkBackup(second);
    await restoreBackup({ connectionString: target, storage: store }, backup);
    expect(await contentOf(target)).toEqual(await contentOf(site.connectionString));

    const { db: there, pool } = openPool(target, quiet);
    const jobs = await openJobs({ connectionString: target, db: there, log: quiet });
    const client = new Client({ connectionString: target });
    await client.connect();
    expect(await loadQueue(client, second, backup.manifest.database)).toBe(2);
    await loadQueue(client, second, backup.manifest.database);
    const words = await ask(
      target,
      `select data->>'word' as word, state::text from pgboss.job where name = 'say' order by 1`,
    );
    expect(words).toEqual([
      { word: 'running', state: 'retry' },
      { word: 'waiting', state: 'created' },
    ]);
    const newer = structuredClone(backup.manifest.database);
    newer.queue!.version++;
    expect(await loadQueue(client, second, newer)).toBeNull();
    await client.end();
    await jobs.stop();
    await pool.end();
  });

  it('lists the files of a bucket without them, and says at the restore which are not there', async () => {
    const listing = join(root, 'listing');
    const lost = await aTrack(db);
    const bad = await aTrack(db);
    await storage.put(bad.storageKey!, Buffer.from('not what it was'), { mime: 'audio/mpeg' });
    expect(await take(join(root, 'bad'))).toMatchObject({
      missing: { count: 1, first: [lost.storageKey] },
      damaged: { count: 1, first: [bad.storageKey] },
    });
    expect(await take(listing, 'listed')).toMatchObject({ files: 5, missing: { first: [lost.storageKey] } });
    const elsewhere = await openDiskStorage({ DATA_DIR: join(root, 'elsewhere') });
    const backup = await checkBackup(listing);
    const there = { connectionString: await emptyDatabase(), storage };
    expect((await restoreBackup(there, backup)).missing).toEqual(none);
    const away = { connectionString: await emptyDatabase(), storage: elsewhere };
    expect((await restoreBackup(away, backup)).missing.count).toBe(5);
  });
});

describe('is refused', () => {
  const copy = async () => {
    const path = await mkdtemp(join(root, 'copy-'));
    await cp(folder, path, { recursive: true });
    return path;
  };
  const change = async (path: string, edit: (manifest: Manifest) => void) => {
    const manifest = JSON.parse(await readFile(join(path, manifestName), 'utf8')) as Manifest;
    edit(manifest);
    await writeFile(join(path, manifestName), JSON.stringify(manifest));
  };

  it('a folder that holds something', async () => {
    await expect(take(folder)).rejects.toThrow('não está vazia');
  });

  it('an unfinished backup', async () => {
    const path = await copy();
    await rm(join(path, manifestName));
    await expect(checkBackup(path)).rejects.toThrow('não há um backup completo');
    await writeFile(join(path, manifestName), '{"format":1');
    await expect(checkBackup(path)).rejects.toThrow('danificado');
  });

  it.each(['tables/public.users.copy.gz', 'files.jsonl'])('a backup with a changed %s', async (name) => {
    const path = await copy();
    const bytes = await readFile(join(path, name));
    bytes[bytes.length - 10]! ^= 1;
    await writeFile(join(path, name), bytes);
    await expect(checkBackup(path)).rejects.toThrow(`${name} não confere`);
    await rm(join(path, name));
    await expect(checkBackup(path)).rejects.toThrow('O backup está danificado');
  });

  it('a backup with a file that is changed or gone', async () => {
    const path = await copy();
    const file = join(path, filesFolder, 'uploads/part');
    await writeFile(file, 'hald');
    await expect(checkBackup(path)).rejects.toThrow('files/uploads/part não confere');
    await rm(file);
    await expect(checkBackup(path)).rejects.toThrow('falta files/uploads/part');
  });

  it.each([
    ['a link in the place of a file', (path: string) => symlink('/etc/hostname', path)],
    ['a hard link to a file outside', (path: string) => link(join(root, 'secret'), path)],
  ])('OPS-10: %s, although its bytes are what the list says', async (_, make) => {
    const path = await copy();
    const file = join(path, filesFolder, 'uploads/part');
    await writeFile(join(root, 'secret'), 'half', { flag: 'w' });
    await rm(file);
    await make(file);
    await expect(checkBackup(path)).rejects.toThrow(/um link no lugar de um arquivo: files.uploads.part/);
  });

  it('OPS-10: a folder that is a link, and a table that is one', async () => {
    const path = await copy();
    await rename(join(path, filesFolder), join(root, 'moved-files'));
    await symlink(join(root, 'moved-files'), join(path, filesFolder));
    await expect(checkBackup(path)).rejects.toThrow('um link no lugar de um arquivo: files');
  });

  it.each(['../secret', 'covers/../../secret', '/etc/hostname'])(
    'OPS-10: a list that names %s',
    async (key) => {
      const path = await copy();
      await writeFile(join(root, 'secret'), 'half');
      const list = join(path, 'files.jsonl');
      const sha256 = createHash('sha256').update('half').digest('hex');
      const text = `${JSON.stringify({ key, size: 4, mime: 'image/webp', sha256 })}\n`;
      await writeFile(list, text);
      await change(path, ({ files }) => {
        files.sha256 = createHash('sha256').update(text).digest('hex');
      });
      await expect(checkBackup(path)).rejects.toThrow('não é o nome de um arquivo do site');
    },
  );

  it('a backup of a newer program, or of another', async () => {
    const path = await copy();
    await change(path, ({ database }) => database.migrations.push({ hash: 'x', time: 1 }));
    await expect(checkBackup(path)).rejects.toThrow('versão mais nova');
    await change(path, ({ database }) => {
      database.migrations.pop();
      database.migrations[0]!.hash = 'x';
    });
    await expect(checkBackup(path)).rejects.toThrow('outras migrações');
  });

  it('a database that is not empty', async () => {
    const backup = await checkBackup(folder);
    const before = await contentOf(site.connectionString);
    await expect(restoreBackup({ connectionString: site.connectionString, storage }, backup)).rejects.toThrow(
      'O banco não está vazio',
    );
    expect(await contentOf(site.connectionString)).toEqual(before);
  });

  it('a restore that goes wrong: the database is still empty, and can be restored into', async () => {
    const target = await emptyDatabase();
    const store = await openDiskStorage({ DATA_DIR: join(root, 'wrong') });
    const path = await copy();
    await change(path, ({ database }) => {
      database.tables.at(-1)!.rows++;
    });
    const wrong = restoreBackup({ connectionString: target, storage: store }, await checkBackup(path));
    await expect(wrong).rejects.toThrow('linhas em vez de');
    expect(await ask(target, `select 1 from pg_tables where schemaname in ('public', 'drizzle')`)).toEqual(
      [],
    );
    await restoreBackup({ connectionString: target, storage: store }, await checkBackup(folder));
    expect((await ask(target, 'select 1 from users limit 1')).length).toBe(1);
  });

  it('an empty database, and one of an older program', async () => {
    const connectionString = await emptyDatabase();
    const options = { program: '1', now, kind: 'copied' } as const;
    const empty = takeBackup({ connectionString, storage, folder: join(root, 'none') }, options);
    await expect(empty).rejects.toThrow('Não há um site');
    const backup = await checkBackup(folder);
    await restoreBackup({ connectionString, storage }, backup);
    await ask(
      connectionString,
      'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
    );
    const older = takeBackup({ connectionString, storage, folder: join(root, 'older') }, options);
    await expect(older).rejects.toThrow('outra versão do programa');
  });
});
