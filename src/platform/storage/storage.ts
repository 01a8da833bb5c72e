import type { Readable } from 'node:stream';

export interface ObjectStat {
  size: number;
  modifiedAt: Date;
}

/** Where bytes live: a disk folder or a bucket. We generate the keys; the database has the names for people. */
export interface Storage {
  /** Stores a whole object atomically. Safe to repeat with equal bytes. @throws AppError `unavailable` */
  put(key: string, body: Readable | Uint8Array, facts: { mime: string }): Promise<{ size: number }>;
  /** The object's facts, or null. */
  stat(key: string): Promise<ObjectStat | null>;
  /** Bytes `start` to `end` (inclusive). @throws AppError `not-found` */
  openRange(key: string, start: number, end: number): Promise<Readable>;
  /** Deletes objects; missing ones count as deleted. */
  delete(keys: string[]): Promise<void>;
  /** Every key below a prefix with its size; foreign files are skipped. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; modifiedAt: Date }>;
  /** A URL to fetch the bytes directly, deterministic and valid for `seconds` from `since`; null on disk. */
  address(
    key: string,
    options: { seconds: number; since?: Date; mime: string; fileName?: string },
  ): Promise<string | null>;
  /** Origin of those URLs for the CSP (`https://s3.example.com`); null when there are none. */
  readonly origin: string | null;
  /** The file's path on a disk store, for sending it directly; null elsewhere. */
  path(key: string): string | null;
}
