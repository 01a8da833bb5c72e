import type { ZipEntry } from '#platform/zip/stored-zip.ts';

/** A piece of a file in a ZIP: bytes, or a stretch of a stored object. */
export type ZipSource = Buffer | { key: string; start: number; size: number };

/** A file of a ZIP with what it consists of, in order. */
export interface SourcedEntry extends ZipEntry {
  sources: readonly ZipSource[];
}
