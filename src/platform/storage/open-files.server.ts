import { close, fstat, open } from 'node:fs';
import { AppError } from '../errors.ts';
import { toStorageError } from './disk.server.ts';

export interface OpenFile {
  readonly fd: number;
  readonly size: number;
  readonly modifiedAt: Date;
  /** Identifies the bytes: the same when the unchanged file is opened again. */
  readonly stamp: string;
}

interface Entry extends OpenFile {
  readonly openedAt: number;
  /** Reference count: this cache, plus every holder. */
  users: number;
}

/** Keeps the most-read files open. One is checked after `maxAge` milliseconds, so that a vanished one is noticed. */
export class OpenFiles {
  readonly #entries = new Map<string, Entry>();
  readonly #opening = new Map<string, Promise<Entry>>();
  readonly #max: number;
  readonly #maxAge: number;
  #sweeper: NodeJS.Timeout | null = null;

  constructor({ max = 256, maxAge = 60_000 }: { max?: number; maxAge?: number } = {}) {
    this.#max = max;
    this.#maxAge = maxAge;
  }

  /** The file if it is already open. The caller must `release` it. */
  takeOpen(path: string): OpenFile | null {
    const entry = this.#entries.get(path);
    if (!entry) return null;
    if (performance.now() - entry.openedAt > this.#maxAge) {
      this.#retire(path, entry);
      return null;
    }
    entry.users++;
    this.#entries.delete(path);
    this.#entries.set(path, entry);
    return entry;
  }

  /** Opens the file. @throws AppError `not-found`, or `unavailable` when the disk fails */
  async take(path: string): Promise<OpenFile> {
    const known = this.takeOpen(path);
    if (known) return known;
    const opening = this.#opening.get(path) ?? this.#open(path);
    const entry = await opening;
    entry.users++;
    return entry;
  }

  release(file: OpenFile): void {
    const entry = file as Entry;
    entry.users--;
    if (entry.users === 0) close(entry.fd, () => {});
  }

  /** Open files; for tests. */
  get count(): number {
    return this.#entries.size;
  }

  #open(path: string): Promise<Entry> {
    const opening = openEntry(path)
      .then((entry) => {
        this.#entries.set(path, entry);
        this.#shrink();
        return entry;
      })
      .finally(() => this.#opening.delete(path));
    this.#opening.set(path, opening);
    return opening;
  }

  #shrink(): void {
    for (const [path, entry] of this.#entries) {
      if (this.#entries.size <= this.#max) break;
      this.#retire(path, entry);
    }
    this.#sweeper ??= setInterval(() => this.#sweep(), Math.max(1000, this.#maxAge)).unref();
  }

  #sweep(): void {
    const oldest = performance.now() - this.#maxAge;
    for (const [path, entry] of this.#entries) if (entry.openedAt < oldest) this.#retire(path, entry);
    if (this.#entries.size > 0 || !this.#sweeper) return;
    clearInterval(this.#sweeper);
    this.#sweeper = null;
  }

  #retire(path: string, entry: Entry): void {
    this.#entries.delete(path);
    this.release(entry);
  }
}

function openEntry(path: string): Promise<Entry> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT' || error.code === 'ENOTDIR'
          ? new AppError('not-found', 'Arquivo não encontrado.', { cause: error })
          : toStorageError(error),
      );
    open(path, 'r', (error, fd) => {
      if (error) return fail(error);
      fstat(fd, (failed, facts) => {
        if (failed || !facts.isFile()) {
          close(fd, () => {});
          return fail(failed ?? Object.assign(new Error('not a file'), { code: 'ENOENT' }));
        }
        resolve({
          fd,
          size: facts.size,
          modifiedAt: facts.mtime,
          stamp: `${facts.ino}.${facts.mtimeMs}.${facts.size}`,
          openedAt: performance.now(),
          users: 1,
        });
      });
    });
  });
}
