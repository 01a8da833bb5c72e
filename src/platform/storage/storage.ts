import type { Readable } from 'node:stream';

/** Facts of a stored object. */
export interface ObjectStat {
  size: number;
  /** When these bytes were put. */
  modifiedAt: Date;
}

/**
 * Where bytes live: a disk folder or an S3 bucket. Keys are made by us (`audio/ab/abcdef….mp3`),
 * never by a person; what a file is called for people stands in the database.
 */
export interface Storage {
  /**
   * Stores a whole object, readable only when complete: a failed or aborted put leaves nothing behind.
   * Safe to repeat with the same key and bytes.
   * @throws AppError `unavailable` when the store is full or cannot be reached.
   */
  put(key: string, body: Readable | Uint8Array, facts: { mime: string }): Promise<{ size: number }>;
  /** The object's facts, or null when there is none. */
  stat(key: string): Promise<ObjectStat | null>;
  /** Bytes `start` to `end`, both inclusive. @throws AppError `not-found` when there is no such object. */
  openRange(key: string, start: number, end: number): Promise<Readable>;
  /** Forgets objects; those that are not there count as forgotten. */
  delete(keys: string[]): Promise<void>;
  /** Every key below a prefix, with its size; what others have put beside our files is not among them. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; modifiedAt: Date }>;
  /**
   * An address from which the bytes can be fetched without us, for `seconds` from `since` (now) on; the same options
   * give the same address, which browsers may keep. Null when the bytes go through us (disk).
   */
  address(
    key: string,
    options: { seconds: number; since?: Date; mime: string; fileName?: string },
  ): Promise<string | null>;
  /** Where those addresses lead, for the policy of pages (`https://s3.example.com`); null when there are none. */
  readonly origin: string | null;
  /** For a disk store, the file's path, for the fast way; null elsewhere. */
  path(key: string): string | null;
}
