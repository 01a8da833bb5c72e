import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { PictureWidth } from '#platform/picture-widths.ts';
import type { ObjectStat, Storage } from '#platform/storage/storage.ts';
import { shrinkPicture } from '../measuring/gateway.server.ts';
import { mimeOf } from '../model.ts';
import { hashInKey } from '../moving/model.ts';
import { publicPictureType } from './model.ts';

export interface Picture {
  /** A small picture; null: the stored one, which is sent as it is read. */
  bytes: Buffer | null;
  size: number;
  modifiedAt: Date;
  mime: string;
  /** Changes with the bytes. */
  etag: string;
}

/** Size of the memory cache for small pictures, in bytes. */
const memoryBytes = 8 * 1024 * 1024;
/** Milliseconds that facts of an immutable remote picture are cached, and for how many pictures. */
const factsLife = 60_000;
const maxFacts = 10_000;
/** Milliseconds; older cached variants are deleted at start and rendered again on demand. */
const keptFor = 30 * 24 * 60 * 60 * 1000;

/** Public pictures, original or resized as WebP; variants are cached in memory and in a folder that may be emptied. */
export class Pictures {
  readonly #storage: Storage;
  readonly #folder: string;
  readonly #memory = new Map<string, Buffer>();
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #facts = new Map<string, { facts: ObjectStat; until: number }>();
  #memorySize = 0;

  constructor(storage: Storage, folder: string) {
    this.#storage = storage;
    this.#folder = folder;
    void this.#forgetOld();
  }

  /** @throws AppError `rate-limited` when the queue is full */
  async find(key: string, width: PictureWidth | null): Promise<Picture | null> {
    const type = publicPictureType(key);
    const facts = type && (await this.#factsOf(key));
    if (!facts || facts.size === 0) return null;
    const stamp = `${key}|${facts.size}|${facts.modifiedAt.getTime()}`;
    const name = createHash('sha256').update(`${stamp}|${width}`).digest('hex').slice(0, 40);
    const etag = `"${name}"`;
    const stored = { ...facts, bytes: null, mime: mimeOf[type], etag };
    if (width === null || type === 'gif') return stored;
    const bytes = this.#recall(name) ?? (await this.#makeOnce(name, key, facts.size, width));
    return bytes.length > 0 ? { ...stored, bytes, size: bytes.length, mime: 'image/webp' } : stored;
  }

  /** Caches facts of a remote store; under a content key the picture never changes. */
  async #factsOf(key: string): Promise<ObjectStat | null> {
    const known = this.#facts.get(key);
    if (known && known.until > performance.now()) return known.facts;
    const facts = await this.#storage.stat(key);
    if (facts && this.#storage.origin !== null && hashInKey(key)) {
      if (this.#facts.size >= maxFacts) this.#facts.clear();
      this.#facts.set(key, { facts, until: performance.now() + factsLife });
    }
    return facts;
  }

  #recall(name: string): Buffer | null {
    const bytes = this.#memory.get(name);
    if (!bytes) return null;
    this.#memory.delete(name);
    this.#memory.set(name, bytes);
    return bytes;
  }

  #remember(name: string, bytes: Buffer): void {
    this.#memory.set(name, bytes);
    this.#memorySize += bytes.length;
    for (const [oldest, { length }] of this.#memory) {
      if (this.#memorySize <= memoryBytes) break;
      this.#memory.delete(oldest);
      this.#memorySize -= length;
    }
  }

  /** The resized picture; empty when the stored one cannot be decoded. */
  #makeOnce(name: string, key: string, size: number, width: PictureWidth): Promise<Buffer> {
    const making =
      this.#making.get(name) ??
      this.#readOrMake(name, key, size, width)
        .then((bytes) => {
          this.#remember(name, bytes);
          return bytes;
        })
        .finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  async #readOrMake(name: string, key: string, size: number, width: PictureWidth): Promise<Buffer> {
    const path = join(this.#folder, `${name}.webp`);
    const kept = await readFile(path).catch(() => null);
    if (kept && kept.length > 0) return kept;
    const original = await buffer(await this.#storage.openRange(key, 0, size - 1));
    const made = await shrinkPicture(original, width);
    if (made) await this.#keep(path, made);
    return Buffer.from(made ?? []);
  }

  /** A full or read-only disk costs time, not pictures. */
  async #keep(path: string, bytes: Uint8Array): Promise<void> {
    const draft = join(this.#folder, `.${randomUUID()}`);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(draft, bytes);
      await rename(draft, path);
    } catch {
      await unlink(draft).catch(() => {});
    }
  }

  async #forgetOld(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      const facts = await stat(path).catch(() => null);
      if (facts && Date.now() - facts.mtimeMs > keptFor) await unlink(path).catch(() => {});
    }
  }
}
