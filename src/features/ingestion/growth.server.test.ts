import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Storage } from '#platform/storage/storage.ts';
import { largestBatch } from '#tests/batches.ts';
import { aPackage } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { verifyAudio } from './nightly-checks.server.ts';
import type { ImportDeps } from './start-import.server.ts';

const { db, bus, log } = await testDatabase();
const now = new Date('2026-11-21T12:00:00Z');

it('verifying 10,000 tracks reads them in batches, and stops and goes on', async () => {
  const pack = await aPackage(db);
  await db.execute(sql`alter table tracks disable trigger user`);
  await db.execute(sql`insert into tracks (id, package_id, name, storage_key, content_hash)
    select 't' || n, ${pack.id}, 'Faixa ' || n, 'audio/' || n, 'x' from generate_series(1, 10000) n`);
  const night = new AbortController();
  let looks = 0;
  const stat = async () => {
    if (++looks === 500) night.abort();
    return null;
  };
  const deps = {
    db,
    bus,
    log,
    clock: { now: () => now },
    storage: { stat } as Partial<Storage> as Storage,
    drive: { isConfigured: false },
    settings: { DATA_DIR: '/nowhere' },
  } as unknown as ImportDeps;
  const verify = () => expect(verifyAudio(deps, night.signal)).rejects.toThrow();
  expect(await largestBatch(verify)).toBe(200);
  expect(await db.$count(sql`tracks`, sql`verified_at is not null`)).toBe(500);
});
