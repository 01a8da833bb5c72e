import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { batchLength } from '#db/batches.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { largestBatch } from '#tests/batches.ts';
import { testDatabase } from '#tests/database.ts';
import { checkStore, emptyTrash } from './clean-storage.server.ts';

const { db } = await testDatabase();
const now = new Date('2026-11-21T12:00:00Z');
const keyOf = (n: number) => `audio/aa/${String(n).padStart(9, '0')}.mp3`;

/** A store with the first files; the others are lost. */
function aStore(files: number): Storage {
  const facts = { size: 1, modifiedAt: now };
  return {
    async *list(prefix: string) {
      if (prefix === 'audio/') for (let n = 1; n <= files; n++) yield { key: keyOf(n), ...facts };
    },
    stat: async () => null,
    delete: async () => {},
  } as Partial<Storage> as Storage;
}

const files = 10_000;

it('comparing 10,000 files and emptying the trash reads them in parts', async () => {
  await db.execute(sql`insert into stored_objects (key, bucket, size, mime)
    select 'audio/aa/' || lpad(n::text, 9, '0') || '.mp3', 'audio', 1, 'audio/mpeg' from generate_series(1, ${files}::int) n`);
  const largest = await largestBatch(async () => {
    const { missing } = await checkStore({ db, storage: aStore(files), now });
    expect(missing).toMatchObject({ count: files });
    expect(missing.first).toHaveLength(100);
  });
  expect(largest).toBe(batchLength);
  await db.execute(sql`update stored_objects set trashed_at = '2026-01-01' where key <= ${keyOf(1000)}`);
  const trash = () => emptyTrash(db, aStore(0), now).then((deleted) => expect(deleted).toBe(1000));
  expect(await largestBatch(trash)).toBe(100);
});
