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

  /** A body that brings so many bytes and then stalls until it goes on; a caller of its own where it has an address. */
  function stalled(bytes: number, address: string, limit: BodyLimit) {
    const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: hasCome, resolve: comes } = Promise.withResolvers<void>();
    const pieces = (async function* () {
      yield new Uint8Array(bytes);
      comes();
      await isOver;
    })();
    const sent = request(ReadableStream.from(pieces), { 'x-client-address': address });
    return { hasCome, goOn, reading: kindOf(readBytes(sent, limit)) };
  }
  const picture = (address: string, sender?: 'administrator') =>
    readBytes(request(inPieces(100_000, 10), { 'x-client-address': address }), {
      maxBytes: 5 * 1024 * 1024,
      ...(sender && { sender }),
    });

  it('OPS-20: waits for others of its address, and for nobody else', async () => {
    const form = { maxBytes: 1024 * 1024 };
    const many = Array.from({ length: 17 }, () => stalled(100_000, '192.0.2.1', form));
    await Promise.all(many.slice(0, 6).map(({ hasCome }) => hasCome));
    expect(await picture('192.0.2.2')).toHaveLength(1_000_000);
    expect(await picture('192.0.2.1', 'administrator')).toHaveLength(1_000_000);
    const small = request(inPieces(1000, 60), { 'x-client-address': '192.0.2.1' });
    expect(await readBytes(small, { maxBytes: 64 * 1024 })).toHaveLength(60_000);
    let isRead = false;
    const waiting = picture('192.0.2.1').then(() => {
      isRead = true;
    });
    await picture('192.0.2.2');
    expect(isRead).toBe(false);
    for (const { goOn } of many) goOn();
    await Promise.all([...many.map(({ reading }) => reading), waiting]);
  });

  it('OPS-20: is refused when too many of its address wait', async () => {
    const form = { maxBytes: 1024 * 1024 };
    const many = Array.from({ length: 30 }, () => stalled(100_000, '192.0.2.3', form));
    const kinds = Promise.all(many.map(({ reading }) => reading));
    expect(await Promise.race(many.map(({ reading }) => reading))).toBe('rate-limited');
    for (const { goOn } of many) goOn();
    expect((await kinds).filter((kind) => kind === 'rate-limited')).toHaveLength(30 - 6 - 16);
  });

  it('OPS-20: that holds memory and stalls ends in seconds, and gives it back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const one = stalled(100_000, '192.0.2.4', { maxBytes: 6 * 1024 * 1024 });
    await one.hasCome;
    const next = picture('192.0.2.4');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await one.reading).toBe('too-slow');
    expect(await next).toHaveLength(1_000_000);
    one.goOn();
  });

  it('counts as memory until it has been used', async () => {
    const { promise: isUsed, resolve: use } = Promise.withResolvers<void>();
    const { promise: hasCome, resolve: comes } = Promise.withResolvers<void>();
    const whole = request(ReadableStream.from([new Uint8Array(4 * 1024 * 1024)]), {
      'x-client-address': '192.0.2.5',
    });
    const inUse = withBytes(whole, { maxBytes: 5 * 1024 * 1024 }, () => {
      comes();
      return isUsed;
    });
    await hasCome;
    let isRead = false;
    const waiting = picture('192.0.2.5').then(() => {
      isRead = true;
    });
    await picture('192.0.2.6');
    expect(isRead).toBe(false);
    use();
    await Promise.all([inUse, waiting]);
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
    const sent = { length: String(8 * mb), encoding: null, caller: '192.0.2.7' };
    const silent = Array.from({ length: 12 }, () => new Collector({ maxBytes: 8 * mb }, sent));
    for (const one of silent) void one.add(new Uint8Array(1000));
    expect(silent.map(({ held }) => held)).toEqual(silent.map(() => null));
    expect(await picture('192.0.2.7')).toHaveLength(1_000_000);
    for (const one of silent) one.release();
  });
});
