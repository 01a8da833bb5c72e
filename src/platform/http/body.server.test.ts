import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../errors.ts';
import { readText, withBytes } from './body.server.ts';
import { type BodyLimit, Collector } from './collector.server.ts';

const server = createServer((req, res) => {
  readText(req, { maxBytes: 1000 }).then(
    (text) => res.end(`got ${text.length}`),
    (error: AppError) => res.writeHead(error.status).end(error.kind),
  );
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const send = (body: string | ReadableStream, headers: HeadersInit = {}) =>
  fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as unknown as RequestInit);

const inPieces = (size: number, count: number) =>
  ReadableStream.from(
    (async function* () {
      for (let at = 0; at < count; at++) yield new Uint8Array(size).fill(120);
    })(),
  );
const request = (body: ReadableStream, headers: HeadersInit = {}) =>
  new Request('http://x', { method: 'POST', body, headers, duplex: 'half' } as unknown as RequestInit);
const readBytes = (from: Request, limit: BodyLimit) =>
  withBytes(from, limit, (bytes) => Uint8Array.prototype.slice.call(bytes));
const kindOf = (reading: Promise<unknown>) => reading.catch((error: AppError) => error.kind);

describe('a body read at the socket', () => {
  it('comes whole up to its limit', async () => {
    expect(await (await send('x'.repeat(1000))).text()).toBe('got 1000');
    expect((await send('x'.repeat(1001))).status).toBe(413);
    expect((await send('x'.repeat(500_000))).status).toBe(413);
    expect((await send(inPieces(500, 3))).status).toBe(413);
  });

  it('is not unpacked', async () => {
    expect((await send('x', { 'Content-Encoding': 'gzip' })).status).toBe(415);
  });
});

describe('a body', () => {
  afterEach(() => void vi.useRealTimers());

  it('comes whole up to its limit, whatever its pieces', async () => {
    const bytes = await readBytes(request(inPieces(1000, 1000)), { maxBytes: 1_000_000 });
    expect(Buffer.alloc(1_000_000, 'x').equals(bytes)).toBe(true);
    expect(await kindOf(readBytes(request(inPieces(1000, 1001)), { maxBytes: 1_000_000 }))).toBe('too-large');
    expect(await readBytes(new Request('http://x'), { maxBytes: 1 })).toHaveLength(0);
  });

  it('is refused in pieces of a byte, each of which costs as much as a large one', async () => {
    expect(await kindOf(readBytes(request(inPieces(1, 60_000)), { maxBytes: 64 * 1024 }))).toBe('invalid');
  });

  it('is refused when it is not as long as it was said to be', async () => {
    const short = request(inPieces(10, 1), { 'Content-Length': '11' });
    expect(await kindOf(readBytes(short, { maxBytes: 100 }))).toBe('invalid');
  });

  it('is not waited for as long as its sender likes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const endless = request(new ReadableStream({ pull: () => new Promise(() => {}) }));
    const reading = kindOf(readBytes(endless, { maxBytes: 64 * 1024 }));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await reading).toBe('too-slow');
  });

  it('is refused when all bodies together are too much for the memory, unless it is small or an upload of an administrator', async () => {
    const waiting: (() => void)[] = [];
    const held = Array.from({ length: 4 }, () =>
      readBytes(
        request(
          ReadableStream.from(
            (async function* () {
              yield new Uint8Array(4 * 1024 * 1024);
              await new Promise<void>((resolve) => waiting.push(resolve));
            })(),
          ),
        ),
        { maxBytes: 5 * 1024 * 1024 },
      ),
    );
    await expect.poll(() => waiting).toHaveLength(4);
    const picture = () => readBytes(request(inPieces(100_000, 10)), { maxBytes: 5 * 1024 * 1024 });
    expect(await kindOf(picture())).toBe('rate-limited');
    expect(await readBytes(request(inPieces(1000, 60)), { maxBytes: 64 * 1024 })).toHaveLength(60_000);
    const upload = { maxBytes: 5 * 1024 * 1024, sender: 'administrator' } as const;
    expect(await readBytes(request(inPieces(100_000, 10)), upload)).toHaveLength(1_000_000);
    for (const go of waiting) go();
    await Promise.all(held);
    expect(await picture()).toHaveLength(1_000_000);
  });

  it('counts as memory until it has been used', async () => {
    const done: (() => void)[] = [];
    const inUse = Array.from({ length: 4 }, () =>
      withBytes(
        request(ReadableStream.from([new Uint8Array(4 * 1024 * 1024)])),
        { maxBytes: 5 * 1024 * 1024 },
        () => new Promise<void>((resolve) => done.push(resolve)),
      ),
    );
    await expect.poll(() => done).toHaveLength(4);
    const picture = () => readBytes(request(inPieces(100_000, 10)), { maxBytes: 5 * 1024 * 1024 });
    expect(await kindOf(picture())).toBe('rate-limited');
    for (const end of done) end();
    await Promise.all(inUse);
    expect(await picture()).toHaveLength(1_000_000);
  });

  it('leaves no memory behind for the garbage collection', async () => {
    const kept: Uint8Array[] = [];
    await withBytes(request(inPieces(1000, 100)), { maxBytes: 100_000 }, (bytes) => void kept.push(bytes));
    const failing = withBytes(request(inPieces(1000, 100)), { maxBytes: 100_000 }, (bytes) => {
      kept.push(bytes);
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(kept.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0]);
  });

  it('takes no memory for a length that is only declared', async () => {
    const mb = 1024 * 1024;
    const silent = Array.from(
      { length: 12 },
      () => new Collector({ maxBytes: 8 * mb }, String(8 * mb), null),
    );
    for (const one of silent) one.add(new Uint8Array(1000));
    const picture = readBytes(request(inPieces(100_000, 10)), { maxBytes: 5 * mb });
    expect(await kindOf(picture)).toHaveLength(1_000_000);
    for (const one of silent) one.release();
  });
});
