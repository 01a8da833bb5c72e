import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { tracks } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import { notifications } from '#db/schema/notifications.ts';
import { readSettings } from '#platform/env.server.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { anAdmin, aPackage, aTrack } from '#tests/builders.ts';
import { emptyDatabase, testDatabase } from '#tests/database.ts';
import { checkBackup, restoreBackup } from './backup.server.ts';
import { fetchBackup } from './fetch-backup.server.ts';
import { backupJobs } from './jobs.server.ts';
import { stampOf, toKeep } from './kept.ts';
import { opening, sealedSize, sealing } from './seal.server.ts';
import { openShelf } from './shelf.server.ts';
import { storeBackup } from './store-backup.server.ts';
import { verifyBackup } from './verify-backups.server.ts';

const root = await mkdtemp(join(tmpdir(), 'sonoteca-shelf-'));
afterAll(() => rm(root, { recursive: true, force: true }));
const secret = 'uma chave longa o bastante para um backup';
const seal = (bytes: Uint8Array, name = 'a') => buffer(Readable.from([bytes]).compose(sealing(secret, name)));
const open = (bytes: Uint8Array, name = 'a', key = secret) =>
  buffer(Readable.from([bytes]).compose(opening(key, name)));

it.each([0, 1, 65_535, 65_536, 65_537, 200_000])('%i bytes come back from a sealed object', async (size) => {
  const bytes = randomBytes(size);
  const sealed = await seal(bytes);
  expect(sealed.length).toBe(sealedSize(size));
  expect(await open(sealed)).toEqual(bytes);
});

it('a changed byte, a missing end, another name and another key are refused', async () => {
  const sealed = await seal(randomBytes(150_000));
  const changed = Buffer.from(sealed);
  changed[100] = (changed[100] ?? 0) ^ 1;
  await expect(open(changed)).rejects.toThrow('está danificado');
  await expect(open(sealed.subarray(0, 22 + 2 * 65_552))).rejects.toThrow('está danificado');
  await expect(open(sealed.subarray(0, 10))).rejects.toThrow('está danificado');
  await expect(open(sealed, 'b')).rejects.toThrow('está danificado');
  await expect(open(sealed, 'a', `${secret}!`)).rejects.toThrow('BACKUP_KEY é outra');
});

it('a year of nights leaves seven days, four weeks and twelve months', () => {
  const first = Date.parse('2025-11-22T07:30:00Z');
  const stamps = Array.from({ length: 366 }, (_, day) => stampOf(new Date(first + day * 86_400_000)));
  const staying = [...toKeep(stamps)].sort();
  expect(staying.slice(-7)).toEqual(stamps.slice(-7));
  expect(staying).toContain('2026-01-31T073000Z');
  expect(staying.length).toBeLessThanOrEqual(7 + 4 + 12);
  expect(staying.length).toBeGreaterThan(17);
});

const site = await testDatabase();
const storage = await openDiskStorage({ DATA_DIR: join(root, 'site') });
const where = { connectionString: site.connectionString, storage, work: join(root, 'work') };
const shelf = await openShelf({
  BACKUP_DIR: join(root, 'shelf'),
  BACKUP_KEY: secret,
  S3_REGION: 'us-east-1',
});
const bytes = randomBytes(100_000);
const pack = await aPackage(site.db, { title: 'Canções de verão' });
const track = await aTrack(site.db, { packageId: pack.id, size: bytes.length });
const key = track.storageKey ?? '';
await storage.put(key, bytes, { mime: 'audio/mpeg' });
await site.db.insert(storedObjects).values({ key, bucket: 'audio', size: bytes.length, mime: 'audio/mpeg' });

it('a stored backup is sealed, is verified, keeps a file once, and comes back whole into another site', async () => {
  const first = await storeBackup(
    { ...where, shelf },
    { program: '1', now: new Date('2026-11-21T07:30:00Z') },
  );
  const second = await storeBackup(
    { ...where, shelf },
    { program: '1', now: new Date('2026-11-22T07:30:00Z') },
  );
  expect(await shelf.stamps()).toEqual([first.stamp, second.stamp]);
  const pool = await readdir(join(root, 'shelf/files/pool'), { recursive: true, withFileTypes: true });
  expect(pool.filter((entry) => entry.isFile())).toHaveLength(1);
  const sealed = await readFile(join(root, 'shelf/files/backups', second.stamp, 'manifest.json'));
  expect(sealed.toString('latin1')).not.toContain('program');

  const verify = { ...where, shelf, site: storage, isEmbedded: false };
  const verified = { rows: second.rows, files: 1 };
  const twice = ['here', 'there'].map((work) =>
    verifyBackup({ ...verify, work: join(root, work) }, second.stamp),
  );
  expect(await Promise.all(twice), 'neither drops the database of the other').toEqual([verified, verified]);

  const folder = join(root, 'fetched');
  expect(await fetchBackup(shelf, 'latest', folder)).toBe(second.stamp);
  const other = await openDiskStorage({ DATA_DIR: join(root, 'other') });
  const target = await emptyDatabase();
  const report = await restoreBackup({ connectionString: target, storage: other }, await checkBackup(folder));
  expect(report).toMatchObject({ rows: second.rows, files: 1, missing: { count: 0 } });
  expect(await buffer(await other.openRange(key, 0, bytes.length - 1))).toEqual(bytes);
});

it('a backup without one of its pooled files is not restored as if it had none', async () => {
  const gone = await aTrack(site.db, { packageId: pack.id, size: 3, storageKey: 'audio/0gone.mp3' });
  await storage.put(gone.storageKey ?? '', Buffer.from('abc'), { mime: 'audio/mpeg' });
  const { stamp } = await storeBackup(
    { ...where, shelf },
    { program: '1', now: new Date('2026-11-22T08:30:00Z') },
  );
  await shelf.store.delete([`pool/${gone.storageKey}`]);
  await expect(fetchBackup(shelf, stamp, join(root, 'halved'))).rejects.toThrow('0gone.mp3');
  await storage.delete([gone.storageKey ?? '']);
  await site.db.delete(tracks).where(eq(tracks.id, gone.id));
});

it('a damaged table, and a file that is gone, are found when the backup is verified', async () => {
  const { stamp } = await storeBackup(
    { ...where, shelf },
    { program: '1', now: new Date('2026-11-23T07:30:00Z') },
  );
  const verify = { ...where, shelf, site: storage, isEmbedded: false };
  await shelf.store.delete([`pool/${key}`]);
  await expect(verifyBackup(verify, stamp)).rejects.toThrow(key);
  const list = join(root, 'shelf/files/backups', stamp, 'files.jsonl');
  await writeFile(list, 'nada');
  await expect(verifyBackup(verify, stamp)).rejects.toThrow('está danificado');
});

it('a place that takes no folders is named, and does not hold the program up', async () => {
  const opening = openShelf({ BACKUP_DIR: '/proc/sonoteca/backups', S3_REGION: 'us-east-1' });
  await expect(opening).rejects.toThrow('BACKUP_DIR: não consigo escrever em /proc/sonoteca/backups');
});

/** Runs the night's job. @param at 04:30 in São Paulo is 07:30 */
async function runNight(at: string, place: string): Promise<void> {
  const given = {
    DATA_DIR: join(root, 'site'),
    BACKUP_DIR: place,
    BACKUP_KEY: secret,
    DATABASE_URL: site.connectionString,
    SESSION_SECRET: secret,
    ALLOW_SIMULATED_PAYMENTS: 'true',
  };
  const { db, bus, log, connectionString } = site;
  const jobs = await openJobs({ connectionString, db, log });
  const clock = { now: () => new Date(at) };
  const settings = readSettings(given, root);
  const [night] = backupJobs({ db, connectionString, storage, clock, bus, jobs, log, settings });
  // cast: the payload of a job that only the clock starts is empty
  await night?.run({} as never, AbortSignal.timeout(60_000));
  await jobs.stop();
}

it('what no backup lists goes on Sundays, and never what the newest lists', async () => {
  const place = join(root, 'nights');
  const nights = await openShelf({ BACKUP_DIR: place, BACKUP_KEY: secret, S3_REGION: 'us-east-1' });
  await nights.put('pool/audio/nobodys.mp3', Readable.from(['abc']));
  await runNight('2026-11-22T07:30:00Z', place);
  expect(await nights.has('pool/audio/nobodys.mp3', 3)).toBe(false);
  expect(await nights.has(`pool/${key}`, bytes.length)).toBe(true);
  expect(await nights.stamps()).toHaveLength(1);
  expect(await site.db.select().from(notifications)).toEqual([]);
});

it('a backup that fails rings the bell and is mailed to the administrators', async () => {
  const admin = await anAdmin(site.db);
  await writeFile(join(root, 'no-folder'), '');
  await runNight('2026-11-23T07:30:00Z', join(root, 'no-folder'));
  const [notice] = await site.db.select().from(notifications);
  expect(notice).toMatchObject({ type: 'backup-failed', title: 'O backup falhou', link: '/admin/saude' });
  const { rows } = await site.pool.query(`select data from pgboss.job where name = 'account-letter'`);
  expect(rows).toMatchObject([
    { data: { kind: 'backup-failed', to: admin.email, title: 'O backup falhou' } },
  ]);
});
