import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Database } from '#db/open.server.ts';
import { elementAt } from '#platform/elements.ts';
import { AppError } from '#platform/errors.ts';
import { safeFileName } from '#platform/http/disposition.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { layOutZip, type StoredZip } from '#platform/zip/stored-zip.ts';
import { refusals, type TrackFile } from '../model.ts';
import type { PackageFiles } from '../queries.server.ts';
import { saveCrc32 } from '../record-download.server.ts';
import { missingListName, uniqueNames, zipFileName } from './names.ts';
import type { SourcedEntry } from './sources.ts';

export interface PackageZip extends StoredZip<SourcedEntry> {
  fileName: string;
  etag: string;
  lastModified: Date;
  included: TrackFile[];
  missing: string[];
}

const together = 16;

type SizedFile = TrackFile & { size: number };

/**
 * Lays out the ZIP of a package: every track once, under its own name, with a list of missing ones. Unknown
 * CRCs are computed once and saved. Safe to repeat: the same files give the same bytes. @param signal aborts it @throws AppError `not-found`
 * when no track has its bytes
 */
export async function preparePackageZip(
  deps: { db: Database; storage: Storage },
  pack: PackageFiles,
  signal: AbortSignal,
): Promise<PackageZip> {
  const sizes = await readSizes(deps.storage, pack.files);
  const included: SizedFile[] = [];
  const missing: string[] = [];
  for (const [at, file] of pack.files.entries()) {
    const size = sizes[at] ?? null;
    if (file.key === null || size === null) missing.push(file.name);
    else included.push({ ...file, key: file.key, size, crc32: size === file.size ? file.crc32 : null });
  }
  if (included.length === 0) throw new AppError('not-found', refusals.noFiles);

  const lastModified = new Date(Math.max(...included.map((file) => file.createdAt.getTime())));
  const names = uniqueNames(
    included.map((file) => safeFileName(file.name)),
    [missingListName],
  );
  const entries: SourcedEntry[] = [];
  for (const [at, file] of included.entries()) {
    entries.push({
      name: elementAt(names, at),
      size: file.size,
      crc32: file.crc32 ?? (await computeCrc32(deps, file, signal)),
      modifiedAt: file.createdAt,
      sources: [{ key: file.key, start: 0, size: file.size }],
    });
  }
  if (missing.length > 0) entries.push(listOfMissing(missing, lastModified));
  const zip = layOutZip(entries);
  return {
    ...zip,
    fileName: zipFileName(pack.title),
    etag: etagOf(zip),
    lastModified,
    included,
    missing,
  };
}

/** The size in the store of each file; null when it is missing. */
async function readSizes(storage: Storage, files: PackageFiles['files']): Promise<(number | null)[]> {
  const sizes: (number | null)[] = [];
  for (let at = 0; at < files.length; at += together) {
    const batch = files
      .slice(at, at + together)
      .map(({ key }) => (key ? storage.stat(key) : Promise.resolve(null)));
    for (const facts of await Promise.all(batch)) sizes.push(facts?.size ?? null);
  }
  return sizes;
}

async function computeCrc32(
  deps: { db: Database; storage: Storage },
  file: SizedFile,
  signal: AbortSignal,
): Promise<number> {
  let sum = 0;
  if (file.size > 0) {
    for await (const piece of await deps.storage.openRange(file.key, 0, file.size - 1)) {
      signal.throwIfAborted();
      sum = crc32(piece as Buffer, sum);
    }
  }
  await saveCrc32(deps.db, file, sum);
  return sum;
}

function listOfMissing(names: string[], modifiedAt: Date): SourcedEntry {
  const lines = [
    'Estes arquivos não puderam ser incluídos neste download:',
    '',
    ...names.map((name) => `- ${name}`),
  ];
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n`);
  return { name: missingListName, size: bytes.length, crc32: crc32(bytes), modifiedAt, sources: [bytes] };
}

/** Hashes the headers: they contain all names, sizes and CRCs. */
function etagOf(zip: StoredZip<SourcedEntry>): string {
  const hash = createHash('sha256');
  for (const { bytes } of zip.parts) if (bytes) hash.update(bytes);
  return `"${hash.digest('hex').slice(0, 32)}"`;
}
