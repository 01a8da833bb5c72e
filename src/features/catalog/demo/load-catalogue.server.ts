import { and, inArray, isNotNull, notLike, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Executor } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { inParts } from '#platform/elements.ts';
import { newId } from '#platform/ids.ts';
import { typedLine, typedText } from '#platform/typed-text.ts';
import { kinds, otherKind } from '../kinds.ts';
import { wholeAnalysis } from './model.ts';

const key = z.string().min(1).max(100);

/** Schema of a catalogue file: packages and tracks without sound, each with a key. */
export const catalogueSchema = z.array(
  z.object({
    key,
    kind: z.enum([...kinds, otherKind]),
    category: typedLine().min(1).max(200),
    title: typedLine().min(1).max(500),
    description: typedText().max(10_000).nullish(),
    tags: z.array(typedLine().max(200)).max(100).nullish(),
    tracks: z.array(
      z.object({
        key,
        name: typedLine().min(1).max(500),
        durationS: z.number().nonnegative().nullish(),
        bpm: z.number().nullish(),
        lufs: z.number().nullish(),
      }),
    ),
  }),
);
type Catalogue = z.infer<typeof catalogueSchema>;
type Sound = Awaited<ReturnType<typeof findSound>>;

/**
 * Loads the packages of a catalogue file, which keep their keys; all tracks share the bytes of one that exists, and
 * without any they are listed and do not sound. Safe to repeat: packages whose key is known are left as they are.
 * @returns how many packages are new
 */
export async function loadCatalogue(db: Database, catalogue: Catalogue): Promise<number> {
  return db.transaction(async (tx) => {
    const sound = await findSound(tx);
    const homes = await makeCategories(tx, catalogue);
    const keys = catalogue.map((pack) => pack.key);
    const found = await tx
      .select({ key: packages.catalogueKey })
      .from(packages)
      .where(inArray(packages.catalogueKey, keys));
    const known = new Set(found.map((row) => row.key));
    const fresh = catalogue.filter((pack) => !known.has(pack.key));
    const now = Date.now();
    const rows = fresh.map((pack, at) => toRows(pack, homes, sound, at, new Date(now - at * 60_000)));
    for (const part of inParts(rows.map((row) => row.pack))) await tx.insert(packages).values(part);
    for (const part of inParts(rows.flatMap((row) => row.tracks))) await tx.insert(tracks).values(part);
    await tx.execute(sql`select count_search_words()`);
    // As autovacuum does within minutes: without figures on the tables, the first searches are planned badly.
    await tx.execute(sql`analyze packages, tracks, package_documents, track_documents, search_words`);
    return fresh.length;
  });
}

/** A file that does not exist. */
const silence = {
  storageKey: 'audio/sem-som',
  contentHash: null,
  crc32: null,
  size: null,
  mime: 'audio/mpeg',
  peaks: null,
  analysis: wholeAnalysis,
};

/** The bytes of a track that is not generated. */
async function findSound(tx: Executor) {
  const [sound] = await tx
    .select({
      storageKey: tracks.storageKey,
      contentHash: tracks.contentHash,
      crc32: tracks.crc32,
      size: tracks.size,
      mime: tracks.mime,
      peaks: tracks.peaks,
      analysis: tracks.analysis,
    })
    .from(tracks)
    .where(and(isNotNull(tracks.storageKey), notLike(tracks.id, 'h0%')))
    .orderBy(tracks.id)
    .limit(1);
  return sound ?? silence;
}

const homeOf = ({ kind, category }: { kind: string; category: string }): string => `${kind} ${category}`;

/** Adds the missing categories. @returns the id of each by kind and name */
async function makeCategories(tx: Executor, catalogue: Catalogue): Promise<Map<string, string>> {
  const existing = await tx.select().from(categories);
  const homes = new Map(existing.map(({ id, kind, name }) => [homeOf({ kind, category: name }), id]));
  for (const pack of catalogue) {
    if (homes.has(homeOf(pack))) continue;
    const row = { id: newId(), kind: pack.kind, name: pack.category, orderIndex: homes.size };
    await tx.insert(categories).values(row);
    homes.set(homeOf(pack), row.id);
  }
  return homes;
}

function toRows(
  { key: catalogueKey, title, description, tags, tracks: sounds, ...home }: Catalogue[number],
  homes: Map<string, string>,
  sound: Sound,
  orderIndex: number,
  createdAt: Date,
) {
  const packageId = newId();
  // biome-ignore lint/style/noNonNullAssertion: every category has been made
  const categoryId = homes.get(homeOf(home))!;
  return {
    pack: { id: packageId, categoryId, title, description, tags, catalogueKey, orderIndex, createdAt },
    tracks: sounds.map(({ key, name, durationS, bpm, lufs }, place) => ({
      ...sound,
      id: newId(),
      packageId,
      name,
      catalogueKey: key,
      orderIndex: place,
      durationMs: durationS == null ? null : Math.round(durationS * 1000),
      tempoBpm: bpm ?? null,
      loudnessLufs: lufs ?? null,
    })),
  };
}
