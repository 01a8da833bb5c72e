import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { SettingsError } from '#platform/env.server.ts';

const styles = [
  'Rock',
  'Samba',
  'Bossa',
  'Forró',
  'Lounge',
  'Jornal',
  'Suspense',
  'Verão',
  'Natal',
  'São João',
];
const moods = ['alegre', 'calma', 'tensa', 'romântica', 'heroica', 'noturna', 'festiva', 'épica'];

export interface CatalogAmount {
  packages: number;
  tracks: number;
  /** Number of files that the tracks share; 0: they share the files of existing tracks. */
  files?: number;
}

/** Tracks that one statement adds: far within its time limit, also on a slow machine. */
const tracksPerBatch = 5000;

/** Runs a statement over 1 to `total` in batches, so that none runs long on a busy machine. */
export async function inBatches(
  total: number,
  step: number,
  run: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 1; from <= total; from += step) await run(from, Math.min(total, from + step - 1));
}

export const perPackageOf = ({ packages, tracks: all }: CatalogAmount): number =>
  Math.max(1, Math.round(all / packages));

/** In SQL: the ids of the generated package `n` and of its track `t`. */
export const packageId = (n = sql`n`) => sql`('g' || lpad((${n})::text, 25, '0'))`;
export const trackId = (n = sql`n`, t = sql`t`) =>
  sql`('h' || lpad((${n})::text, 17, '0') || lpad((${t})::text, 8, '0'))`;

/** In SQL: the key of the generated file number `f`, 0 to `files` - 1. */
const fileKey = sql`('audio/' || lpad(to_hex(f % 256), 2, '0') || '/gerado-' || f || '.mp3')`;

/** In SQL: something between the timbres of two tracks, with a little of its own by the 32 bytes of `dice`. */
const timbreBetween = (
  one: SQL,
  other: SQL,
  dice: SQL,
) => sql`case when length(${one}) = length(${other}) then (
  select decode(string_agg(lpad(to_hex(least(255, greatest(0, (
    get_byte(${one}, i) + (get_byte(${other}, i) - get_byte(${one}, i)) * get_byte(${dice}, 31) / 255.0
      + (get_byte(${dice}, i) - 128) / 6.0)::int))), 2, '0'), '' order by i), 'hex')
  from generate_series(0, length(${one}) - 1) i) end`;

/** The existing tracks whose sound the generated ones share. @throws SettingsError without any */
async function findModels(db: Database) {
  const models = await db
    .select({ id: tracks.id, key: tracks.storageKey })
    .from(tracks)
    .where(and(isNotNull(tracks.storageKey), sql`${tracks.id} not like 'h0%'`))
    .orderBy(asc(tracks.id))
    .limit(100);
  if (models.length > 0) return models;
  throw new SettingsError(
    'O site ainda não tem faixas com áudio: cadastre um pacote antes de gerar os outros.',
  );
}

/**
 * Adds generated packages for load tests, with the sounds of existing tracks. Safe to repeat: completes what an
 * interrupted run has begun. @throws Error without a track
 */
export async function generateCatalog(db: Database, amount: CatalogAmount): Promise<void> {
  const perPackage = perPackageOf(amount);
  const models = await findModels(db);
  const homes = await db.query.categories.findMany({
    where: eq(categories.isActive, true),
    orderBy: asc(categories.orderIndex),
  });
  if (homes.length === 0) throw new SettingsError('O site ainda não tem categorias ativas.');
  const words = sql`${sql.param(styles)}::text[]`;
  const feelings = sql`${sql.param(moods)}::text[]`;
  const homeIds = sql`${sql.param(homes.map(({ id }) => id))}::text[]`;
  const ids = sql`${sql.param(models.map(({ id }) => id))}::text[]`;
  const files = amount.files ?? 0;
  await inBatches(amount.packages, Math.max(1, Math.floor(tracksPerBatch / perPackage)), async (from, to) => {
    await db.execute(sql`
      insert into packages (id, category_id, title, description, tags, is_active, order_index, created_at)
      select ${packageId()}, (${homeIds})[1 + n % ${homes.length}],
        (${words})[1 + n % ${styles.length}] || ' ' || (${feelings})[1 + (n / 7) % ${moods.length}] || ' nº ' || n,
        'Pacote gerado para testes de carga, número ' || n || '.',
        array[lower((${words})[1 + (n / 3) % ${styles.length}]), (${feelings})[1 + n % ${moods.length}]],
        true, 1000 + n, now() - n * interval '1 minute'
      from generate_series(${from}::int, ${to}::int) n
      on conflict do nothing`);
    await db.execute(sql`
      insert into tracks (id, package_id, name, order_index, size, duration_ms, mime, content_hash, crc32, storage_key,
        peaks, loudness_lufs, true_peak_db, tempo_bpm, timbre, cues, analysis)
      select ${trackId()}, ${packageId()}, (${feelings})[1 + (n + t) % ${moods.length}] || ' ' || n || '-' || t || '.mp3',
        t, m.size, m.duration_ms, m.mime, m.content_hash, m.crc32,
        case when ${files}::int > 0 then ${fileKey} else m.storage_key end,
        m.peaks, m.loudness_lufs, m.true_peak_db, m.tempo_bpm,
        ${timbreBetween(sql`m.timbre`, sql`other.timbre`, sql`dice.bytes`)}, m.cues, m.analysis
      from generate_series(${from}::int, ${to}::int) n
      cross join generate_series(1, ${perPackage}::int) t
      cross join lateral (select case when ${files}::int > 0
        then (((n - 1)::bigint * ${perPackage}::int + t - 1) % greatest(${files}::int, 1))::int else n * 7 + t end) file(f)
      cross join lateral (select sha256(convert_to(n || '-' || t, 'UTF8')) as bytes) dice
      join tracks m on m.id = (${ids})[1 + f % ${models.length}]
      join tracks other on other.id = (${ids})[1 + get_byte(dice.bytes, 30) % ${models.length}]
      on conflict do nothing`);
  });
  await db.execute(sql`analyze packages, tracks, package_documents, track_documents`);
}

/**
 * Adds the rows of the generated files, and lets `link` make each file beside its model: keys of the model and of the
 * file. Safe to repeat.
 */
export async function generateFiles(
  db: Database,
  files: number,
  link: (model: string, key: string) => Promise<void>,
): Promise<void> {
  const models = await findModels(db);
  await inBatches(files, 5000, async (from, to) => {
    const { rows } = await db.execute<{ model: string; key: string }>(sql`
      with file as (
        select ${fileKey} as key, m.key as model, m.bucket, m.size, m.mime
        from generate_series(${from - 1}::int, ${to - 1}::int) f
        join stored_objects m on m.key = (${sql.param(models.map(({ key }) => key))}::text[])[1 + f % ${models.length}]
      ), added as (
        insert into stored_objects (key, bucket, size, mime) select key, bucket, size, mime from file
        on conflict do nothing
      )
      select model, key from file`);
    for (const { model, key } of rows) await link(model, key);
  });
}

/** The newest packages without a cover. */
export async function listCoverless(db: Database, limit: number): Promise<string[]> {
  const found = await db
    .select({ id: packages.id })
    .from(packages)
    .where(isNull(packages.coverKey))
    .orderBy(desc(packages.createdAt))
    .limit(limit);
  return found.map(({ id }) => id);
}
