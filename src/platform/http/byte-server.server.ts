import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../errors.ts';
import { blockSize, HotBlocks } from '../storage/hot-blocks.server.ts';
import { type OpenFile, OpenFiles } from '../storage/open-files.server.ts';
import type { Storage } from '../storage/storage.ts';
import { Outlet } from './outlet.server.ts';
import { refuse } from './refuse.server.ts';
import { planAnswer, type Representation } from './representation.ts';

/** Ranges up to this size come from the blocks in memory; longer ones are read as they are sent. */
const hotLimit = 256 * 1024;

/** An object whose bytes can be sent: an open file, or one that is fetched from afar. */
export interface OpenObject {
  size: number;
  /** Null: the store is not a disk, or the object was closed. */
  file: OpenFile | null;
}

/** Sends stored bytes to callers, whole or in part, without web streams between disk and socket. */
export class ByteServer {
  readonly storage: Storage;
  readonly #files = new OpenFiles();
  readonly #blocks = new HotBlocks();

  constructor(storage: Storage) {
    this.storage = storage;
  }

  /** The object if it needs no waiting. Whoever opens an object closes it. */
  openNow(key: string): OpenObject | null {
    const path = this.storage.path(key);
    const file = path === null ? null : this.#files.takeOpen(path);
    return file && { size: file.size, file };
  }

  /** @throws AppError `not-found` when there is no such object, `unavailable` when the store fails. */
  async open(key: string): Promise<OpenObject> {
    const path = this.storage.path(key);
    if (path !== null) {
      const file = await this.#files.take(path);
      return { size: file.size, file };
    }
    const facts = await this.storage.stat(key);
    if (!facts) throw new AppError('not-found', 'Arquivo não encontrado.');
    return { size: facts.size, file: null };
  }

  /** Safe to repeat. */
  close(object: OpenObject): void {
    if (object.file) this.#files.release(object.file);
    object.file = null;
  }

  /** Some of an open object's bytes, `start` to `end` inclusive. */
  async read(key: string, object: OpenObject, start: number, end: number): Promise<Buffer> {
    if (object.file) return Buffer.concat(await this.#blocks.read(object.file, start, end));
    return buffer(await this.storage.openRange(key, start, end));
  }

  /** Writes `start` to `end`, both inclusive, of an object into an answer; false when the caller has left. */
  async write(outlet: Outlet, key: string, object: OpenObject, start: number, end: number): Promise<boolean> {
    if (object.file) return this.#writeFile(outlet, object.file, start, end);
    return outlet.writeStream(await this.storage.openRange(key, start, end));
  }

  /** What is in memory goes out from there; the rest is read as it is sent. */
  async #writeFile(outlet: Outlet, file: OpenFile, start: number, end: number): Promise<boolean> {
    const isPopular = this.#blocks.isPopular(file);
    for (let position = start; position <= end; ) {
      let pieces = this.#blocks.run(file, position, end);
      if (pieces.length === 0 && isPopular) {
        pieces = await this.#blocks.read(file, position, Math.min(end, position + blockSize - 1));
      }
      if (pieces.length > 0) {
        if (!(await outlet.writeAll(pieces))) return false;
        for (const piece of pieces) position += piece.length;
        continue;
      }
      const length = await outlet.writePiece(file.fd, position, end);
      if (length === 0) return false;
      position += length;
    }
    return true;
  }

  /**
   * Answers a GET or HEAD for an open object, or for the `whole.size` bytes from `offset` on of it, and closes the object when the answer has
   * ended, however it ends.
   */
  answer(
    req: IncomingMessage,
    res: ServerResponse,
    key: string,
    object: OpenObject,
    whole: Representation,
    offset = 0,
  ): void {
    const { status, headers, range } = planAnswer(req.method, req.headers, whole);
    if (!range) {
      this.close(object);
      res.writeHead(status, headers).end();
      return;
    }
    const start = offset + range.start;
    const end = offset + range.end;
    if (!object.file || end - start >= hotLimit) {
      void this.#stream(res, () => res.writeHead(status, headers), key, object, start, end);
      return;
    }
    const pieces = this.#blocks.peek(object.file, start, end);
    if (pieces) {
      this.close(object);
      res.writeHead(status, headers);
      endWith(res, pieces);
      return;
    }
    this.#blocks
      .read(object.file, start, end)
      .finally(() => this.close(object))
      .then((read) => {
        res.writeHead(status, headers);
        endWith(res, read);
      })
      .catch((error: unknown) => refuse(res, error));
  }

  /** A failure before the first byte is still a refusal; after it the caller sees that bytes are missing. */
  async #stream(
    res: ServerResponse,
    begin: () => void,
    key: string,
    object: OpenObject,
    start: number,
    end: number,
  ): Promise<void> {
    try {
      const far = object.file ? null : await this.storage.openRange(key, start, end);
      begin();
      const outlet = new Outlet(res);
      const isWhole = far
        ? await outlet.writeStream(far)
        : await this.#writeFile(outlet, object.file!, start, end);
      if (isWhole) res.end();
    } catch (error) {
      refuse(res, error);
    } finally {
      this.close(object);
    }
  }
}

function endWith(res: ServerResponse, pieces: Buffer[]): void {
  for (let at = 0; at < pieces.length - 1; at++) res.write(pieces[at]);
  res.end(pieces.at(-1));
}

const servers = new WeakMap<Storage, ByteServer>();

/** The one byte server of a store: its open files and hot blocks are shared by everything that sends bytes. */
export function byteServerOf(storage: Storage): ByteServer {
  const known = servers.get(storage);
  if (known) return known;
  const server = new ByteServer(storage);
  servers.set(storage, server);
  return server;
}
