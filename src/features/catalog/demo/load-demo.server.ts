import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import { newId } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { drawCover } from '../cover.ts';
import { kindOfName, otherKind } from '../kinds.ts';
import { type DemoFacts, demoCatalogSchema, demoFactsSchema } from './model.ts';

type NewObject = typeof storedObjects.$inferInsert;

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The demo facts are complete: equals analysisLevels.whole of features/media. */
const wholeAnalysis = 3;

interface DemoSource {
  folder: string;
  toPicture: (svg: string) => Promise<Uint8Array>;
  ending: AbortSignal;
}

/**
 * Fills an empty catalogue with the demo packages: audio, facts and drawn covers. Stores all bytes first, then writes
 * the rows in one transaction. Not safe to repeat; called once for a new embedded database. @throws when `ending`
 * aborts
 */
export async function loadDemoCatalog(
  db: Database,
  storage: Storage,
  { folder, toPicture, ending }: DemoSource,
): Promise<void> {
  const catalog = demoCatalogSchema.parse(readJson(join(folder, 'packages.json')));
  const facts = demoFactsSchema.parse(readJson(join(folder, 'facts.json')));
  const objects: NewObject[] = [];

  const categoryRows = catalog.categories.map((category) => ({
    id: newId(),
    kind: kindOfName(category.name) ?? otherKind,
    ...category,
  }));
  const start = Date.now() - catalog.packages.length * 86_400_000;
  const packageRows: (typeof packages.$inferInsert)[] = [];
  const trackRows: (typeof tracks.$inferInsert)[] = [];
  for (const [at, { category, tracks: files, ...pack }] of catalog.packages.entries()) {
    ending.throwIfAborted();
    // biome-ignore lint/style/noNonNullAssertion: the demo folder names its own categories and files
    const { id: categoryId, kind } = categoryRows.find((row) => row.name === category)!;
    const id = newId();
    // biome-ignore lint/style/noNonNullAssertion: the demo folder names its own categories and files
    const peaks = Buffer.concat(files.map(([file]) => Buffer.from(facts[file]!.peaks, 'base64')));
    const cover = await storeCover(storage, await toPicture(drawCover({ title: pack.title, kind, peaks })));
    objects.push(cover);
    packageRows.push({
      ...pack,
      id,
      categoryId,
      orderIndex: at,
      coverKey: cover.key,
      coverGenerated: true,
      createdAt: new Date(start + at * 86_400_000),
    });
    for (const [orderIndex, [file, name]] of files.entries()) {
      const { object, row } = await storeTrack(storage, join(folder, 'audio', file), file, facts);
      objects.push({ ...object, originalName: name });
      trackRows.push({ ...row, id: newId(), packageId: id, name, orderIndex });
    }
  }
  await db.transaction(async (tx) => {
    await tx.insert(storedObjects).values(objects).onConflictDoNothing();
    await tx.insert(categories).values(categoryRows);
    await tx.insert(packages).values(packageRows);
    await tx.insert(tracks).values(trackRows);
  });
}

async function storeTrack(storage: Storage, path: string, file: string, facts: DemoFacts) {
  // biome-ignore lint/style/noNonNullAssertion: the demo folder names its own categories and files
  const { sha256, peaks, ...measured } = facts[file]!;
  const key = `audio/${sha256.slice(0, 2)}/${sha256}.mp3`;
  await storage.put(key, createReadStream(path), { mime: 'audio/mpeg' });
  return {
    object: { key, bucket: 'audio', size: measured.size, mime: 'audio/mpeg' },
    row: {
      ...measured,
      analysis: wholeAnalysis,
      mime: 'audio/mpeg',
      contentHash: sha256,
      storageKey: key,
      peaks: Buffer.from(peaks, 'base64'),
    },
  };
}

/** Stores a drawn cover under its content's key. Safe to repeat. */
async function storeCover(storage: Storage, picture: Uint8Array): Promise<NewObject> {
  const hash = createHash('sha256').update(picture).digest('hex');
  const key = `covers/${hash.slice(0, 2)}/${hash}.webp`;
  await storage.put(key, picture, { mime: 'image/webp' });
  return { key, bucket: 'covers', size: picture.length, mime: 'image/webp' };
}

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

const step = 1000;

/** Adds generated packages that share the bytes of existing tracks, for load tests. @throws Error without a track */
export async function generateCatalog(
  db: Database,
  amount: { packages: number; tracks: number },
): Promise<void> {
  const perPackage = Math.max(1, Math.round(amount.tracks / Math.max(1, amount.packages)));
  await db.transaction(async (tx) => {
    const models = await tx
      .select({ id: tracks.id })
      .from(tracks)
      .where(and(isNotNull(tracks.storageKey), sql`${tracks.id} not like 'h0%'`))
      .orderBy(tracks.id)
      .limit(100);
    const homes = await tx.query.categories.findMany({
      where: eq(categories.isActive, true),
      orderBy: categories.orderIndex,
    });
    if (models.length === 0 || homes.length === 0)
      throw new Error('O catálogo precisa ter uma categoria e uma faixa com áudio.');
    const words = sql`array[${sql.join(
      styles.map((word) => sql`${word}`),
      sql`, `,
    )}]`;
    const feelings = sql`array[${sql.join(
      moods.map((word) => sql`${word}`),
      sql`, `,
    )}]`;
    const modelIds = sql.param(models.map(({ id }) => id));
    const homeIds = sql`array[${sql.join(
      homes.map(({ id }) => sql`${id}`),
      sql`, `,
    )}]`;
    // In batches, so that no statement runs long on a busy machine.
    for (let from = 1; from <= amount.packages; from += step) {
      const to = Math.min(amount.packages, from + step - 1);
      await tx.execute(sql`
        insert into packages (id, category_id, title, description, tags, is_active, order_index, created_at)
        select 'g' || lpad(n::text, 25, '0'), (${homeIds})[1 + n % ${homes.length}],
          (${words})[1 + n % ${styles.length}] || ' ' || (${feelings})[1 + (n / 7) % ${moods.length}] || ' nº ' || n,
          'Pacote gerado para testes de carga, número ' || n || '.',
          array[lower((${words})[1 + (n / 3) % ${styles.length}]), (${feelings})[1 + n % ${moods.length}]],
          true, 1000 + n, now() - n * interval '1 minute'
        from generate_series(${from}::int, ${to}::int) n
        on conflict do nothing`);
      await tx.execute(sql`
        insert into tracks (id, package_id, name, order_index, size, duration_ms, mime, content_hash, crc32, storage_key,
          peaks, loudness_lufs, true_peak_db, tempo_bpm, analysis)
        select 'h' || lpad(n::text, 17, '0') || lpad(t::text, 8, '0'), 'g' || lpad(n::text, 25, '0'),
          (${feelings})[1 + (n + t) % ${moods.length}] || ' ' || n || '-' || t || '.mp3', t,
          m.size, m.duration_ms, m.mime, m.content_hash, m.crc32, m.storage_key,
          m.peaks, m.loudness_lufs, m.true_peak_db, m.tempo_bpm, m.analysis
        from generate_series(${from}::int, ${to}::int) n
        cross join generate_series(1, ${perPackage}) t
        join tracks m on m.id = (${modelIds}::text[])[1 + (n * 7 + t) % ${models.length}]
        on conflict do nothing`);
    }
  });
  await db.execute(sql`analyze packages, tracks`);
}
