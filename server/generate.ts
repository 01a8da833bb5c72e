import { link, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import {
  type CatalogAmount,
  generateCatalog,
  generateFiles,
  inBatches,
  packageId,
  perPackageOf,
  trackId,
} from '#features/catalog/demo/generate-catalog.server.ts';
import { formatCount } from '#platform/format.ts';
import type { Storage } from '#platform/storage/storage.ts';

const hearts = 5000;
/** Lines of the audit, and downloads, per package; months that a generated subscriber has paid. */
const linesPerPackage = 10;
const months = 12;

const userId = (n: SQL) => sql`('u' || lpad((${n})::text, 25, '0'))`;
const rowId = sql`('r' || lpad(n::text, 25, '0'))`;

/**
 * Adds a large generated site for load tests: a user, four files, ten lines of the audit and ten downloads for each
 * package, and payments, requests, imports and notices beside them. A user of the site gets 5,000 favourites. Safe to
 * repeat: completes what an interrupted run has begun.
 */
export async function generateSite(
  { db, storage }: { db: Database; storage: Storage },
  wanted: { packages: number; tracks: number },
): Promise<void> {
  const { packages } = wanted;
  // Only a folder can hold a file under a second name; in a bucket the tracks share the files that are there.
  const files = storage.path('audio/x') ? Math.min(packages * 4, wanted.tracks) : 0;
  const amount = { ...wanted, files };
  await told(
    'arquivos',
    files,
    generateFiles(db, files, (model, key) => linkFile(storage, model, key)),
  );
  await told('pacotes com suas faixas', packages, generateCatalog(db, amount));
  for (const { what, total, statement } of tablesOf(amount)) {
    const run = (from: number, to: number) =>
      db.execute(sql`${statement(sql`generate_series(${from}::int, ${to}::int) n`)} on conflict do nothing`);
    await told(what, total, inBatches(total, 10_000, run));
  }
  // The worker does so every minute; who measures the search at once would measure words that nobody knows.
  await db.execute(sql`select count_search_words()`);
  await db.execute(sql`vacuum analyze`);
}

async function told(what: string, total: number, making: Promise<void>): Promise<void> {
  const begun = performance.now();
  await making;
  console.log(
    `${formatCount(total)} ${what} em ${formatCount(Math.ceil((performance.now() - begun) / 1000))} s`,
  );
}

async function linkFile(storage: Storage, model: string, key: string): Promise<void> {
  const [from, to] = [storage.path(model), storage.path(key)];
  if (!from || !to) return;
  const place = () =>
    link(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  await place().catch(async () => {
    await mkdir(dirname(to), { recursive: true });
    await place();
  });
}

interface Generated {
  what: string;
  total: number;
  /** Inserts the rows of the numbers `n` in a series. */
  statement: (series: SQL) => SQL;
}

function tablesOf(amount: CatalogAmount): Generated[] {
  const { packages } = amount;
  const lines = packages * linesPerPackage;
  return [...people(packages), ...money(packages), ...records(amount, lines), ...papers(amount)];
}

/** A user per package. Every second has a subscription, monthly and paid. */
const people = (users: number): Generated[] => [
  {
    what: 'usuários',
    total: users,
    statement: (series) => sql`
      insert into users (id, name, email, email_verified, created_at)
      select ${userId(sql`n`)}, 'Rádio Gerada ' || n, 'radio' || n || '@gerada.exemplo', true,
        now() - n * interval '5 minutes'
      from ${series}`,
  },
  {
    what: 'perfis',
    total: users,
    statement: (series) => sql`
      insert into profiles (id, user_id, display_name)
      select ${userId(sql`n`)}, ${userId(sql`n`)}, 'Rádio Gerada ' || n from ${series}`,
  },
  {
    what: 'assinaturas',
    total: Math.floor(users / 2),
    statement: (series) => sql`
      insert into subscriptions (id, user_id, plan_type, status, expires_at, provider_subscription_id)
      select ${userId(sql`2 * n`)}, ${userId(sql`2 * n`)}, 'monthly', 'active', now() + interval '20 days', 'sub_' || n
      from ${series}`,
  },
];

const money = (users: number): Generated[] => {
  const subscribers = Math.floor(users / 2);
  const at = sql`now() - interval '20 days' - (n % ${months}) * interval '1 month'`;
  const who = sql`(1 + n / ${months})`;
  return [
    {
      what: 'assinaturas no provedor',
      total: subscribers,
      statement: (series) => sql`
        insert into provider_subscriptions (id, customer_id, user_id, plan_type, status, started_at, created_at)
        select 'sub_' || n, 'cus_' || n, ${userId(sql`2 * n`)}, 'monthly', 'active',
          now() - interval '1 year', now() - interval '1 year'
        from ${series}`,
    },
    {
      what: 'clientes',
      total: subscribers,
      statement: (series) => sql`
        insert into payment_customers (user_id, customer_id)
        select ${userId(sql`2 * n`)}, 'cus_' || n from ${series}`,
    },
    {
      what: 'pagamentos',
      total: Math.max(0, subscribers * months - 1),
      statement: (series) => sql`
        insert into payments (id, customer_id, user_id, provider_subscription_id, plan_type, status, amount_cents,
          price_cents, period_start, period_end, created_at, paid_at)
        select 'pay_' || n, 'cus_' || ${who}, ${userId(sql`2 * ${who}`)}, 'sub_' || ${who}, 'monthly', 'paid', 3990,
          3990, ${at}, ${at} + interval '1 month', ${at}, ${at}
        from ${series}`,
    },
  ];
};

/** What people have done. The favourites are of the oldest subscriber who was not generated. */
const records = (amount: CatalogAmount, lines: number): Generated[] => {
  const { packages } = amount;
  const pack = sql`1 + n % ${packages}`;
  const track = sql`1 + n % ${perPackageOf(amount)}`;
  return [
    {
      what: 'favoritos de um assinante',
      total: Math.min(hearts, packages),
      statement: (series) => sql`
        insert into favorites (id, user_id, favorite_type, package_id, track_id, track_name, package_title, created_at)
        select ${rowId}, fan.user_id, case when n % 2 = 0 then 'track' else 'package' end, p.id,
          case when n % 2 = 0 then ${trackId(sql`n`, sql`1`)} else '' end,
          case when n % 2 = 0 then 'Faixa ' || n end, p.title, now() - n * interval '1 minute'
        from ${series}
        join packages p on p.id = ${packageId()}
        cross join (select user_id from subscriptions where user_id not like 'u0%' order by created_at, id limit 1) fan`,
    },
    {
      what: 'downloads',
      total: lines,
      statement: (series) => sql`
        insert into downloads (id, user_id, track_id, package_id, track_name, package_title, kind, bytes,
          license_version, created_at)
        select ${rowId}, ${userId(sql`1 + n % ${packages}`)}, ${trackId(pack, track)}, p.id, 'Faixa ' || n, p.title,
          'track', 1000000, '1', now() - n * interval '30 seconds'
        from ${series} join packages p on p.id = ${packageId(pack)}`,
    },
    {
      what: 'linhas da auditoria',
      total: lines,
      statement: (series) => sql`
        insert into audit_entries (id, actor_email, action, entity, entity_id, before, after, created_at)
        select ${rowId}, 'equipe' || n % 7 || '@gerada.exemplo', 'package.update', 'package', ${packageId(pack)},
          jsonb_build_object('title', 'Antes ' || n), jsonb_build_object('title', 'Depois ' || n),
          now() - n * interval '30 seconds'
        from ${series}`,
    },
  ];
};

/** A request, an import and a notice per ten packages. */
const papers = (amount: CatalogAmount): Generated[] => {
  const requests = Math.ceil(amount.packages / 10);
  return [
    {
      what: 'solicitações de gravação',
      total: requests,
      statement: (series) => sql`
        insert into recording_requests (id, user_id, package_id, package_title, radio_name, whatsapp, credits_used,
          status, due_at, idempotency_key, created_at)
        select ${rowId}, ${userId(sql`n`)}, p.id, p.title, 'Rádio Gerada ' || n, '5511900000000', 25,
          (array['pending', 'in_progress', 'completed', 'canceled'])[1 + n % 4], now() - n * interval '50 minutes',
          'gerada-' || n, now() - n * interval '1 hour'
        from ${series} join packages p on p.id = ${packageId()}`,
    },
    {
      what: 'importações',
      total: requests,
      statement: (series) => sql`
        insert into imports (id, kind, drive_folder_id, folder_name, package_id, user_id, status, created_at, finished_at)
        select ${rowId}, 'package', 'pasta-' || n, 'Pasta ' || n, ${packageId()}, ${userId(sql`n`)}, 'done',
          now() - n * interval '1 hour', now() - n * interval '1 hour'
        from ${series}`,
    },
    {
      what: 'arquivos importados',
      total: amount.packages,
      statement: (series) => sql`
        insert into import_files (id, import_id, package_id, drive_file_id, name, order_index, size, status)
        select ${rowId}, 'r' || lpad((1 + n % ${requests})::text, 25, '0'), ${packageId(sql`1 + n % ${requests}`)},
          'arquivo-' || n, 'Faixa ' || n || '.mp3', n, 1000000, 'done'
        from ${series}`,
    },
    {
      what: 'avisos',
      total: requests,
      statement: (series) => sql`
        insert into notifications (id, type, title, body, created_at)
        select ${rowId}, 'sign-up', 'Novo cadastro', 'radio' || n || '@gerada.exemplo', now() - n * interval '1 hour'
        from ${series}`,
    },
  ];
};
