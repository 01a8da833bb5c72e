import { sql } from 'drizzle-orm';
import { firstOf } from '#platform/elements.ts';
import type { Check } from './check.server.ts';
import { failed, ok, warning } from './model.ts';

/** Seconds that clocks may differ: S3 signatures and codes of a second step bear no more than minutes. */
const mostDrift = 5;

/** The clock of this machine against the database's. */
export const checkClock: Check = async ({ database }) => {
  const db = await database();
  const before = Date.now();
  const { rows } = await db.execute<{ now: string }>(
    sql`select extract(epoch from clock_timestamp())::text as now`,
  );
  const middle = (before + Date.now()) / 2;
  const drift = Math.abs(Number(firstOf(rows).now) - middle / 1000);
  if (drift <= mostDrift) return ok('O relógio do site e o do banco concordam.');
  return failed(
    `O relógio do site e o do banco diferem em ${Math.round(drift)} s. Ative a hora automática nas duas máquinas (timedatectl set-ntp true).`,
  );
};

export const checkDatabase: Check = async ({ database }) => {
  const db = await database();
  const { rows } = await db.execute<{ version: string; used: number; most: number }>(sql`
    select current_setting('server_version') as version,
      (select count(*)::int from pg_stat_activity) as used,
      current_setting('max_connections')::int as most`);
  const { version, used, most } = firstOf(rows);
  const text = `PostgreSQL ${version}, ${used} de ${most} conexões em uso.`;
  if (used < most * 0.8) return ok(text);
  return warning(`${text} Aumente max_connections no PostgreSQL, ou rode menos processos.`);
};

const wanted = ['unaccent', 'pg_trgm'];

export const checkExtensions: Check = async ({ database }) => {
  const db = await database();
  const { rows } = await db.execute<{ extname: string }>(sql`select extname from pg_extension`);
  const missing = wanted.filter((name) => !rows.some(({ extname }) => extname === name));
  if (missing.length === 0) return ok(`Instaladas: ${wanted.join(' e ')}.`);
  return failed(
    `A busca precisa de ${missing.join(' e ')}. Rode no banco, como administrador: ${missing.map((name) => `CREATE EXTENSION ${name};`).join(' ')}`,
  );
};

/** With the locale C capital letters with accents stay capital, and the search misses them. */
export const checkLocale: Check = async ({ database }) => {
  const db = await database();
  const { rows } = await db.execute<{ encoding: string; lowered: string; locale: string }>(sql`
    select current_setting('server_encoding') as encoding, lower('ÁÇÃ') as lowered,
      (select datcollate from pg_database where datname = current_database()) as locale`);
  const { encoding, lowered, locale } = firstOf(rows);
  if (encoding !== 'UTF8')
    return failed(
      `O banco usa ${encoding}. Crie outro em UTF-8 (createdb -E UTF8 -T template0) e restaure um backup.`,
    );
  if (lowered === 'áçã') return ok(`UTF-8, ${locale}.`);
  return warning(
    `O idioma do banco (${locale}) não conhece letras com acento. Crie outro com --locale=C.UTF-8 e restaure um backup.`,
  );
};

/** Minutes that a job may wait for its turn before nobody seems to work. */
const longestWait = 10;

/** Whether a worker takes jobs: none that may run has waited long. */
export const checkQueue: Check = async ({ database }) => {
  const db = await database();
  const { rows } = await db.execute<{ name: string; minutes: number }>(sql`
    select name, (extract(epoch from now() - start_after) / 60)::int as minutes from pgboss.job
    where state in ('created', 'retry') and start_after < now() - ${longestWait} * interval '1 minute'
    order by start_after limit 1`);
  const [late] = rows;
  if (!late) return ok('As tarefas andam.');
  return warning(
    `A tarefa ${late.name} espera há ${late.minutes} minutos. Confira se o trabalhador está no ar (journalctl -u sonoteca-worker).`,
  );
};
