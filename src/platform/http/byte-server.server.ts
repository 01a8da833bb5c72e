import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { AppError } from '../errors.ts';
import { blockSize, HotBlocks } from '../storage/hot-blocks.server.ts';
import { type OpenFile, OpenFiles } from '../storage/open-files.server.ts';
import type { Storage } from '../storage/storage.ts';
import { Outlet } from './outlet.server.ts';
import { refuse } from './refuse.server.ts';
import { planAnswer, type Representation } from './representation.ts';

/** Ranges up to this size come from memory; longer ones are streamed from disk. */
const hotLimit = 256 * 1024;

/** An object whose bytes can be sent: an open file, or a remote object. */
export interface OpenObject {
  size: number;
  /** Null: the store is not a disk, or the object is closed. */
  file: OpenFile | null;
}

/** Sends stored bytes, whole or in part, without web streams between disk and socket. */
export class ByteServer {
  readonly storage: Storage;
  readonly #files = new OpenFiles();
  readonly #blocks = new HotBlocks();

  constructor(storage: Storage) {
    this.storage = storage;
  }

  /** The object if no waiting is needed. The caller must close it. */
  openNow(key: string): OpenObject | null {
    const path = this.storage.path(key);
    const file = path === null ? null : this.#files.takeOpen(path);
    return file && { size: file.size, file };
  }

  /** @throws AppError `not-found`, or `unavailable` when the store fails */
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

  /** Bytes `start` to `end` (inclusive) of an open object. */
  async read(key: string, object: OpenObject, start: number, end: number): Promise<Buffer> {
    if (object.file) return Buffer.concat(await this.#blocks.read(object.file, start, end));
    return buffer(await this.storage.openRange(key, start, end));
  }

  /**
   * Writes bytes `start` to `end` (inclusive) of a part of a ZIP; false when the caller has disconnected. Caches nothing:
   * a package's files would push out the beginnings of tracks, and each other.
   */
  async write(outlet: Outlet, key: string, object: OpenObject, start: number, end: number): Promise<boolean> {
    if (object.file) return this.#writeFile(outlet, object.file, start, end, false);
    return outlet.writeStream(await this.storage.openRange(key, start, end));
  }

  /** Serves cached blocks from memory and streams the rest. @param isPopular whether to cache missing blocks */
  async #writeFile(
    outlet: Outlet,
    file: OpenFile,
    start: number,
    end: number,
    isPopular: boolean,
  ): Promise<boolean> {
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

  /** Answers a GET or HEAD for an open object (or `whole.size` bytes from `offset`), and always closes it. */
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

  /** A failure before the first byte becomes a refusal; later the caller sees a truncated body. */
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
      let isWhole = false;
      if (far) isWhole = await outlet.writeStream(far);
      else if (object.file) {
        const isPopular = this.#blocks.isPopular(object.file);
        isWhole = await this.#writeFile(outlet, object.file, start, end, isPopular);
      }
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

/** The shared byte server of a store, with one set of open files and cached blocks. */
export function byteServerOf(storage: Storage): ByteServer {
  const known = servers.get(storage);
  if (known) return known;
  const server = new ByteServer(storage);
  servers.set(storage, server);
  return server;
}

/**
 * Answers a Hono endpoint's GET or HEAD with an object that few people ask for: nothing of it stays in memory. The
 * connection is written to directly, because web streams hold several pieces for each caller. @throws AppError `not-found`, or
 * `unavailable` when the store fails
 */
export async function answerOnce(
  /** The endpoint's `c.env`. */
  env: unknown,
  storage: Storage,
  key: string,
  whole: Representation,
  /** The bytes, where they are not those of the object. */
  made: Buffer | null = null,
): Promise<Response> {
  const { incoming, outgoing } = env as HttpBindings;
  const { status, headers, range } = planAnswer(incoming.method, incoming.headers, whole);
  if (!range || made) {
    const body = range && made ? new Uint8Array(made.subarray(range.start, range.end + 1)) : null;
    const response = new Response(body, { status });
    // biome-ignore lint/style/noNonNullAssertion: names and values come in turn
    for (let at = 0; at < headers.length; at += 2) response.headers.set(headers[at]!, headers[at + 1]!);
    return response;
  }
  const server = byteServerOf(storage);
  const object = await server.open(key);
  const send = async () => {
    outgoing.writeHead(status, headers);
    if (await server.write(new Outlet(outgoing), key, object, range.start, range.end)) outgoing.end();
  };
  send()
    .catch(() => outgoing.destroy())
    .finally(() => server.close(object));
  return RESPONSE_ALREADY_SENT;
}
