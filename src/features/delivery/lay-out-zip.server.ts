import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { deliveries } from '#db/schema/delivery.ts';
import { zipFileName } from '#features/downloads/zip/names.ts';
import type { SourcedEntry, ZipSource } from '#features/downloads/zip/sources.ts';
import type { LicenceText } from '#features/licences/issue-licence.server.ts';
import { findLicence } from '#features/licences/licence-queries.server.ts';
import { licenceText } from '#features/licences/licence-text.ts';
import { type Issuer, issuerOf, type Licence, licenceFiles } from '#features/licences/model.ts';
import { rememberedPdf } from '#features/licences/remember-pdf.server.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import { layOutZip, type StoredZip } from '#platform/zip/stored-zip.ts';
import { type ListedFile, writeList } from './lists.ts';
import { fileNotes, isFileNote } from './model.ts';
import { titleOf } from './names.ts';
import { readRecipe } from './presets.ts';
import { isStale, listReadyFiles, type ReadyFile } from './queries.server.ts';
import type { Recipe } from './recipe.ts';
import { listFileName } from './zip-names.ts';

export interface DeliveryZip extends StoredZip<SourcedEntry> {
  fileName: string;
  etag: string;
  lastModified: Date;
  files: ReadyFile[];
  /** What it is counted as: its licence was issued when it was prepared. */
  issued: { title: string; licenceId: string; licence: LicenceText };
  /** Tracks of the delivery, and those that could not be prepared. */
  total: number;
  failed: number;
}

interface ZipDeps {
  db: Database;
  settings: { SITE_NAME: string; PUBLIC_URL: string };
}

export const zipRefusals = {
  unknown: 'Entrega não encontrada.',
  'not-ready': 'Esta entrega ainda não está pronta.',
  withdrawn: 'A licença desta entrega foi retirada. Prepare-a de novo ou fale conosco.',
  stale: 'Parte desta entrega não está mais guardada. Prepare-a de novo: leva pouco tempo.',
} as const;

/**
 * Lays out the ZIP of a delivery: its files behind their tags, and its lists. The same delivery gives the same bytes, so
 * that a broken download goes on. @throws AppError `not-found` for anybody else's, `conflict` when it must be prepared
 * again
 */
export async function layOutDelivery(
  { db, settings }: ZipDeps,
  { userId }: Subscriber,
  id: string,
): Promise<DeliveryZip> {
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.id, id));
  if (!delivery || delivery.userId !== userId) throw new AppError('not-found', zipRefusals.unknown);
  if (delivery.status !== 'ready') throw new AppError('conflict', zipRefusals['not-ready']);
  const licence = await findLicence(db, delivery.licenceId);
  if (!licence || licence.withdrawn) throw new AppError('conflict', zipRefusals.withdrawn);
  const files = await listReadyFiles(db, id);
  if (files.length === 0 || files.some(isStale)) throw new AppError('conflict', zipRefusals.stale);
  const lastModified = delivery.finishedAt ?? delivery.createdAt;
  const recipe = readRecipe(delivery.recipe);
  const sounds = files.map((file): SourcedEntry => toEntry(file, lastModified));
  const lists = listsOf(recipe, delivery.title, files).map(([name, bytes]) =>
    bytesEntry(name, bytes, lastModified),
  );
  const proof = await papersOf(licence, issuerOf(settings), userId, lastModified);
  const zip = layOutZip([...proof, ...lists, ...sounds]);
  return {
    ...zip,
    fileName: zipFileName(delivery.title),
    etag: etagOf(zip),
    lastModified,
    files,
    issued: { title: delivery.title, licenceId: licence.id, licence },
    total: delivery.total,
    failed: delivery.total - files.length,
  };
}

function toEntry(file: ReadyFile, modifiedAt: Date): SourcedEntry {
  const { name, head, key, bodyStart, bodySize, size, crc32: sum } = file;
  const sources: ZipSource[] = [
    ...(head && head.length > 0 ? [head] : []),
    { key: key ?? '', start: bodyStart ?? 0, size: bodySize ?? 0 },
  ];
  return { name, size: size ?? 0, crc32: sum ?? 0, modifiedAt, sources };
}

const bytesEntry = (name: string, bytes: Buffer, modifiedAt: Date): SourcedEntry => ({
  name,
  size: bytes.length,
  crc32: crc32(bytes),
  modifiedAt,
  sources: [bytes],
});

/** The lists of what is delivered, by name. */
function listsOf(recipe: Recipe, title: string, files: readonly ReadyFile[]): [string, Buffer][] {
  const listed = files.map(
    (file): ListedFile => ({
      name: file.name,
      title: titleOf(file.trackName),
      packageTitle: file.packageTitle,
      durationMs: file.durationMs ?? 0,
      tempoBpm: file.tempoBpm,
      loudnessLufs: file.loudnessLufs,
      truePeakDb: file.truePeakDb,
      cues: file.cues,
      notes: file.notes.filter(isFileNote).map((note) => fileNotes[note]),
    }),
  );
  return recipe.lists.map((kind) => [listFileName(title, kind), writeList(kind, listed, recipe.folder)]);
}

/** LICENCA.pdf and LICENCA.txt of a delivery. */
async function papersOf(licence: Licence, issuer: Issuer, caller: string, at: Date): Promise<SourcedEntry[]> {
  const pdf = await rememberedPdf(licence, issuer, { caller });
  return [
    bytesEntry(licenceFiles.pdf, Buffer.from(pdf), at),
    bytesEntry(licenceFiles.text, Buffer.from(licenceText(licence, issuer)), at),
  ];
}

/** Hashes the headers: they contain all names, sizes and CRCs. */
function etagOf(zip: StoredZip<SourcedEntry>): string {
  const hash = createHash('sha256');
  for (const { bytes } of zip.parts) if (bytes) hash.update(bytes);
  return `"${hash.digest('hex').slice(0, 32)}"`;
}
