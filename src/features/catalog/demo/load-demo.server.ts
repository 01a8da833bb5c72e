import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import { newId } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { drawCover } from '../covers/cover.server.ts';
import { openTitles } from '../covers/title.server.ts';
import { kindOfName, otherKind } from '../kinds.ts';
import { type DemoFacts, demoCatalogSchema, demoFactsSchema, wholeAnalysis } from './model.ts';

type NewObject = typeof storedObjects.$inferInsert;

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

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
  const setTitle = await openTitles();

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
    const cover = await storeCover(
      storage,
      await toPicture(drawCover({ title: pack.title, kind, place: at, peaks }, setTitle)),
    );
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
  const { sha256, peaks, timbre, ...measured } = facts[file]!;
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
      timbre: Buffer.from(timbre, 'base64'),
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
