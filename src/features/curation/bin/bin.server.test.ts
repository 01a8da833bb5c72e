import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { packages, tracks } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import { auditEntries } from '#db/schema/site.ts';
import { findPackage } from '#features/catalog/pack/queries.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { largestBatch } from '#tests/batches.ts';
import {
  aFavorite,
  anAdmin,
  aPackage,
  aPackageWithTracks,
  aRecordingRequest,
  aTrack,
  aUser,
} from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { deletePackage, purgePackages, restorePackage } from '../delete-package.server.ts';
import { findForDeletion, findForEditor } from '../queries.server.ts';

const source = await testDatabase();
const { db, bus } = source;
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-curation-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = await openDiskStorage({ DATA_DIR: folder });
const deps = { db, bus, storage };
const now = new Date('2026-11-21T12:00:00Z');
const admin = await anAdmin(db);

const read = async (id: string) => (await db.select().from(packages).where(eq(packages.id, id)))[0]!;
const audited = (entityId: string) =>
  db.select().from(auditEntries).where(eq(auditEntries.entityId, entityId)).orderBy(auditEntries.id);

describe('deletion', () => {
  it('PKM-20, PKM-21, A-70: says what it touches, keeps requests, and can be undone', async () => {
    const { pack } = await aPackageWithTracks(db, 2, { title: 'Vinhetas de Verão' });
    const user = await aUser(db);
    await aFavorite(db, { userId: user.userId, packageId: pack.id });
    const request = { userId: user.userId, packageId: pack.id, packageTitle: pack.title };
    await aRecordingRequest(db, request);
    await aRecordingRequest(db, { ...request, status: 'completed' });
    expect(await findForDeletion(db, admin, pack.id)).toEqual({
      id: pack.id,
      title: 'Vinhetas de Verão',
      tracks: 2,
      favorites: 1,
      openRequests: 1,
    });
    expect(await deletePackage(deps, admin, pack.id, now)).toEqual({ ok: true });
    expect(await deletePackage(deps, admin, pack.id, now)).toEqual({ ok: false, reason: 'no-package' });
    expect(await findPackage(source, pack.id)).toBe(null);
    expect(await findForEditor(db, admin, pack.id)).toBe(null);
    expect(await restorePackage(deps, admin, pack.id)).toEqual({ ok: true });
    expect(await findPackage(source, pack.id)).toMatchObject({ trackCount: 2 });
    expect((await audited(pack.id)).map(({ action }) => action)).toEqual([
      'package.delete',
      'package.restore',
    ]);
  });

  it('A-70: after 30 days it is gone, and only files that nothing else names go to the trash', async () => {
    await db.delete(packages);
    const old = new Date(now.getTime() - 31 * 86_400_000);
    const young = new Date(now.getTime() - 29 * 86_400_000);
    const doomed = await aPackage(db, { deletedAt: old });
    const kept = await aPackage(db, { deletedAt: young });
    const shared = await aTrack(db, { packageId: doomed.id });
    await aTrack(db, { packageId: kept.id, storageKey: shared.storageKey });
    const own = await aTrack(db, { packageId: doomed.id });
    for (const { storageKey } of [shared, own])
      await db
        .insert(storedObjects)
        .values({ key: storageKey!, bucket: 'audio', size: 1, mime: 'audio/mpeg' });
    expect(await purgePackages(deps, now)).toBe(1);
    expect(await purgePackages(deps, now)).toBe(0);
    expect(await db.select().from(tracks).where(eq(tracks.packageId, doomed.id))).toEqual([]);
    expect(await read(kept.id)).toBeDefined();
    const trashed = async (key: string) =>
      (await db.select().from(storedObjects).where(eq(storedObjects.key, key)))[0]!.trashedAt !== null;
    expect([await trashed(own.storageKey!), await trashed(shared.storageKey!)]).toEqual([true, false]);
  });

  it('purges 10,000 files in batches of at most a thousand', async () => {
    await db.delete(packages);
    await db.delete(storedObjects);
    const old = new Date(now.getTime() - 31 * 86_400_000);
    const { id } = await aPackage(db, { deletedAt: old });
    const made = sql`generate_series(1, 10000) n`;
    const key = sql`'audio/purged/' || n || '.mp3'`;
    await db.execute(
      sql`insert into stored_objects (key, bucket, size, mime) select ${key}, 'audio', 1, '' from ${made}`,
    );
    // Without the triggers, which sum up packages of a usual size.
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into tracks (id, package_id, name, storage_key)
        select 't' || n, ${id}, 'x', ${key} from ${made}`);
    });
    await db.execute(sql`analyze tracks, stored_objects`);
    expect(await largestBatch(() => purgePackages(deps, now))).toBe(1000);
    const [left] = await db.select({ n: count() }).from(storedObjects).where(isNull(storedObjects.trashedAt));
    expect(left).toEqual({ n: 0 });
  });
});
