import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Database } from '#db/open.server.ts';
import { AppError } from '#platform/errors.ts';
import type { ObjectStat, Storage } from '#platform/storage/storage.ts';
import type { Journal } from './journal.ts';
import { copyTexts, emptyReport, hashInKey, isNewer, type MoveReport, mimeOfKey } from './model.ts';
import { type BookedObject, listBookedObjects } from './queries.server.ts';

const atOnce = 4;

interface Deps {
  db: Database;
  from: Storage;
  to: Storage;
  journal: Journal;
  onProgress?: (done: number, total: number, report: MoveReport) => void;
}

/**
 * Copies everything from one store to another while the site runs, and verifies it by reading each object back and
 * comparing hashes. Existing objects are compared by hash first, and by size and age once verified. An object that was
 * replaced in the target later is left alone. Safe to repeat, and resumes after an abort. @throws AppError
 * `unavailable` when a store does not respond; what was copied is kept
 */
export async function copyStore(deps: Deps): Promise<MoveReport> {
  // Bytes are stored before their row is written: reading the rows first finds no row without bytes.
  const booked = await bookedByKey(deps.db);
  const sources = await listAll(deps.from);
  const targets = await listAll(deps.to);
  const report = emptyReport();
  const keys = [...new Set([...sources.keys(), ...booked.keys()])];
  const waiting = keys.values();
  let done = 0;
  const work = async () => {
    for (const key of waiting) {
      const move = new Move(deps, report, key, booked.get(key));
      await move.run(sources.get(key) ?? null, targets.get(key) ?? null);
      deps.onProgress?.(++done, keys.length, report);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return withoutDeleted(deps.db, report);
}

/** Drops objects that were deleted during the copy. */
async function withoutDeleted(db: Database, report: MoveReport): Promise<MoveReport> {
  if (!report.failed.some(({ reason }) => reason === copyTexts.nowhere)) return report;
  const booked = await bookedByKey(db);
  const failed = report.failed.filter(({ key, reason }) => reason !== copyTexts.nowhere || booked.has(key));
  return { ...report, failed };
}

async function bookedByKey(db: Database): Promise<Map<string, BookedObject>> {
  const booked = new Map<string, BookedObject>();
  for await (const object of listBookedObjects(db)) booked.set(object.key, object);
  return booked;
}

async function listAll(storage: Storage): Promise<Map<string, ObjectStat>> {
  const found = new Map<string, ObjectStat>();
  for await (const { key, size, modifiedAt } of storage.list('')) found.set(key, { size, modifiedAt });
  return found;
}

class Move {
  readonly #deps: Deps;
  readonly #report: MoveReport;
  readonly #key: string;
  readonly #booked: BookedObject | undefined;
  /** The SHA-256 that the content must have, from its row or its key. */
  readonly #expected: string | null;

  constructor(deps: Deps, report: MoveReport, key: string, booked: BookedObject | undefined) {
    this.#deps = deps;
    this.#report = report;
    this.#key = key;
    this.#booked = booked;
    this.#expected = booked?.contentHash ?? hashInKey(key);
  }

  async run(listed: ObjectStat | null, target: ObjectStat | null): Promise<void> {
    const { from, journal } = this.#deps;
    try {
      const source = listed ?? (await from.stat(this.#key));
      if (!source) this.#count(target ? 'unchanged' : copyTexts.nowhere);
      else if (target && journal.knows(this.#key, source, target)) this.#count('unchanged');
      else if (!target || (await this.#mustReplace(source, target))) await this.#copy(source);
    } catch (error) {
      // Deleted from the source after the listing.
      if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
      this.#count(copyTexts.nowhere);
    }
  }

  /** Compares an object in both stores. @returns whether the target's copy is wrong and must be replaced */
  async #mustReplace(source: ObjectStat, target: ObjectStat): Promise<boolean> {
    const { from, to, journal } = this.#deps;
    const wanted = await hashOf(from, this.#key, source.size);
    const found = await hashOf(to, this.#key, target.size);
    const isRight = this.#expected === null || found === this.#expected;
    if (wanted === found) {
      if (isRight) journal.note(this.#key, source, target);
      this.#count(isRight ? 'unchanged' : copyTexts.unlikeRecord);
      return false;
    }
    if (this.#expected !== null) {
      if (isRight) this.#count('unchanged');
      return !isRight;
    }
    const isReplaced = isNewer(target, source);
    if (isReplaced) this.#count('newer');
    return !isReplaced;
  }

  async #copy(source: ObjectStat): Promise<void> {
    const { from, to, journal } = this.#deps;
    const hash = createHash('sha256');
    const mime = this.#booked?.mime ?? mimeOfKey(this.#key);
    const bytes = await open(from, this.#key, source.size);
    const { size } = await to
      .put(this.#key, hashed(bytes, hash), { mime })
      // A stream that was not read to its end is still open.
      .finally(() => bytes.destroy());
    const sent = hash.digest('hex');
    const target = await to.stat(this.#key);
    if (size !== source.size || !target || (await hashOf(to, this.#key, target.size)) !== sent) {
      await to.delete([this.#key]);
      this.#count(copyTexts.differs);
      return;
    }
    this.#report.copied++;
    this.#report.bytes += size;
    if (this.#expected !== null && sent !== this.#expected) this.#count(copyTexts.unlikeRecord);
    else journal.note(this.#key, source, target);
  }

  #count(outcome: 'unchanged' | 'newer' | (typeof copyTexts)[keyof typeof copyTexts]): void {
    if (outcome === 'unchanged' || outcome === 'newer') this.#report[outcome]++;
    else this.#report.failed.push({ key: this.#key, reason: outcome });
  }
}

/** Reads a whole object; a range of an empty one cannot be requested. */
async function open(storage: Storage, key: string, size: number): Promise<Readable> {
  return size === 0 ? Readable.from([]) : storage.openRange(key, 0, size - 1);
}

function hashed(stream: Readable, hash: ReturnType<typeof createHash>): Readable {
  const read = async function* () {
    for await (const chunk of stream) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  };
  return Readable.from(read(), { objectMode: false });
}

async function hashOf(storage: Storage, key: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await open(storage, key, size)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
