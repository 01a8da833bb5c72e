import { type SQL, sql } from 'drizzle-orm';
import { batchLength } from '#db/batches.ts';
import type { Database } from '#db/open.server.ts';
import { aPackage, aUser } from './builders.ts';

/** A Sunday that has not passed, when the night's job also restores its backups for a test. */
export const sunday = new Date();
sunday.setUTCHours(24 * (7 - sunday.getUTCDay()) + 15);

/**
 * The statements that give each scheduled job something to do on that Sunday, in an empty site: `rows` rows to read or to
 * delete. Of what no site has by the hundred thousand it is a fiftieth, but no less than a batch and a bit.
 */
export async function workloadsOf(db: Database, rows: number): Promise<Record<string, SQL[]>> {
  const { userId } = await aUser(db);
  const { id: packageId } = await aPackage(db);
  const { id: otherId } = await aPackage(db);
  const { id: doomedId } = await aPackage(db);
  const many = sql`generate_series(1, ${rows}::int) n`;
  const few = Math.max(Math.ceil(rows / 50), Math.min(rows, 1.2 * batchLength));
  const some = sql`generate_series(1, ${few}::int) n`;
  const longAgo = sql`now() - interval '1 year'`;
  const aFile = (folder: string) => sql`${folder}::text || '/' || n || '.mp3'`;

  const users = sql`with made as (insert into users (id, email) select 'u' || n, n || '@radio.example' from ${many} returning id)
    insert into profiles (id, user_id) select id, id from made`;
  const soundsOf = (folder: string) =>
    sql`insert into stored_objects (key, bucket, size, mime, created_at) select ${aFile(folder)}, 'audio', 1, '', ${longAgo} from ${many}`;
  const tracksOf = (id: string) =>
    sql`insert into tracks (id, package_id, name, storage_key, content_hash)
      select ${id}::text || n, ${id}, 'x', ${aFile(`audio/${id}`)}, 'x' from ${many}`;
  return {
    'tidy-accounts': [
      sql`insert into sessions (id, token, user_id, expires_at) select n, n, ${userId}, ${longAgo} from ${many}`,
      sql`insert into sign_ins (id, user_id, created_at) select n, ${userId}, ${longAgo} from ${many}`,
    ],
    'end-unconfirmed': [
      sql`insert into users (id, email, created_at) select 'old' || n, 'old' || n || '@radio.example', ${longAgo} from ${some}`,
    ],
    'sweep-payments': [
      users,
      sql`insert into payment_customers (user_id, customer_id) select 'u' || n, 'cus_' || n from ${many}`,
    ],
    // Customers of 'sweep-payments', whose settlement a fault of the provider left.
    'settle-leftovers': [],
    'subscription-ends': [
      sql`insert into subscriptions (id, user_id, plan_type, status, expires_at)
        select n, 'u' || n, 'monthly', 'active', ${sunday.toISOString()}::timestamptz + interval '1 day' from ${many}`,
    ],
    'keep-revenue': [
      sql`insert into payments (id, customer_id, plan_type, status, amount_cents, created_at, paid_at)
        select n, 'cus_' || n, 'monthly', 'paid', 100, now(), now() from ${many}`,
    ],
    'late-recordings': [
      sql`insert into recording_requests (id, package_title, radio_name, whatsapp, credits_used, due_at, idempotency_key)
        select n, 'x', 'Rádio ' || n, '1', 1, ${longAgo}, n from ${some}`,
    ],
    'purge-packages': [
      soundsOf(`audio/${doomedId}`),
      tracksOf(doomedId),
      sql`update packages set deleted_at = ${longAgo} where id = ${doomedId}`,
      sql`insert into audio_uploads (id, package_id, user_id, name, size, updated_at)
        select n, ${packageId}, ${userId}, 'x', 1, ${longAgo} from ${some}`,
    ],
    'care-for-storage': [
      soundsOf('audio/nobodys'),
      sql`insert into stored_objects (key, bucket, size, mime, trashed_at) select ${aFile('audio/trashed')}, 'audio', 1, '', ${longAgo} from ${many}`,
    ],
    'verify-audio': [tracksOf(packageId)],
    'complete-analysis': [tracksOf(otherId)],
    'import-go-on': [
      sql`insert into imports (id, kind, drive_folder_id, user_id, status, wait_until)
        select n, 'package', n, ${userId}, 'waiting', ${longAgo} from ${some}`,
      sql`insert into import_files (id, import_id, package_id, drive_file_id, name, status)
        select n, n, ${packageId}, n, 'x', 'waiting' from ${some}`,
    ],
    'count-search-words': [sql`insert into search_word_changes (word, change) select n, 1 from ${many}`],
    'reread-documents': [sql`update package_documents set reading = 1`],
    'tidy-search-misses': [
      sql`insert into search_misses (term, searches, last_at) select n, 1, now() from ${many}`,
    ],
    'tidy-notices': [
      sql`insert into notifications (id, type, title, created_at) select n, 'storage', 'x', ${longAgo} from ${many}`,
    ],
    'tidy-projects': [
      sql`insert into projects (id, user_id, title, deleted_at) select n, ${userId}, 'x', ${longAgo} from ${many}`,
    ],
    'care-for-deliveries': [
      sql`insert into delivery_results (id, storage_key, size, type, body_start, base, facts, used_at)
        select n, ${aFile('deliveries')}, 1, 'mp3', 0, '', '{}', ${longAgo} from ${many}`,
    ],
    // Reads the page's few sections.
    'bring-pictures-home': [],
    'take-backup': [soundsOf('audio/kept')],
  };
}
