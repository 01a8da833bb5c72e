import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from '../storage/disk.server.ts';
import type { Storage } from '../storage/storage.ts';
import { ByteServer, byteServerOf } from './byte-server.server.ts';
import { Outlet } from './outlet.server.ts';
import { refuse } from './refuse.server.ts';

const bytes = randomBytes(3_000_000);
const dates = { etag: '"abc"', lastModified: 'Sat, 21 Nov 2026 09:00:00 GMT' };
let folder: string;
let storage: Storage;
let server: Server;
let url: string;
let open = 0;

class Counting extends ByteServer {
  override async open(key: string) {
    const object = await super.open(key);
    open++;
    return object;
  }
  override close(object: Parameters<ByteServer['close']>[0]) {
    open--;
    super.close(object);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonoteca-bytes-'));
  storage = await openDiskStorage({ DATA_DIR: folder });
  await storage.put('audio/a.mp3', bytes, { mime: 'audio/mpeg' });
  await storage.put('audio/empty.mp3', Buffer.alloc(0), { mime: 'audio/mpeg' });
  const disk = new Counting(storage);
  const remote = new Counting({ ...storage, path: () => null });
  server = createServer((req, res) => {
    const [, how, ...rest] = req.url!.split('/');
    const key = rest.join('/');
    const from = how === 'remote' ? remote : disk;
    from.open(key).then(
      (object) => {
        const window = how === 'window' ? { offset: 1000, size: 500 } : { offset: 0, size: object.size };
        from.answer(req, res, key, object, { ...dates, size: window.size, headers: [] }, window.offset);
      },
      (error: unknown) => refuse(res, error),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (path: string, range?: string) => {
  const response = await fetch(url + path, { headers: range ? { Range: range } : {} });
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()), response };
};

it('parts of ZIPs, however often, leave the beginnings of tracks in memory', async () => {
  const zips = new ByteServer(storage);
  const [beginning, large] = [bytes.subarray(0, 65_536), Buffer.concat([bytes, bytes])];
  await storage.put('audio/heard.mp3', beginning, { mime: 'audio/mpeg' });
  const heard = await zips.open('audio/heard.mp3');
  const readHeard = () => zips.read('audio/heard.mp3', heard, 0, beginning.length - 1);
  await readHeard();
  await writeFile(storage.path('audio/heard.mp3') ?? '', Buffer.alloc(beginning.length));
  const sender = createServer((_, res) => {
    const send = async () => {
      const outlet = new Outlet(res);
      for (let part = 0; part < 6; part++) {
        const object = await zips.open(`audio/large-${part}.mp3`);
        await zips.write(outlet, '', object, 0, object.size - 1);
        zips.close(object);
      }
      res.end();
    };
    send().catch(() => res.destroy());
  }).listen(0, '127.0.0.1');
  await once(sender, 'listening');
  for (let part = 0; part < 6; part++)
    await storage.put(`audio/large-${part}.mp3`, large, { mime: 'audio/mpeg' });
  for (let time = 0; time < 3; time++) {
    const answer = await fetch(`http://127.0.0.1:${(sender.address() as AddressInfo).port}`);
    expect((await answer.arrayBuffer()).byteLength).toBe(6 * large.length);
  }
  expect((await readHeard()).equals(beginning)).toBe(true);
  zips.close(heard);
  sender.close();
});

describe.each(['disk', 'remote'])('bytes from a %s store', (how) => {
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-65535', 0, 65_536],
    ['bytes=65530-65540', 65_530, 65_541],
    ['bytes=100000-299999', 100_000, 300_000],
    ['bytes=1-2999998', 1, 2_999_999],
    ['bytes=-10', 2_999_990, 3_000_000],
    ['bytes=2900000-', 2_900_000, 3_000_000],
  ])('PLY-12: %s has exactly its bytes, read and remembered', async (range, start, end) => {
    for (let time = 0; time < 3; time++) {
      const { status, body, response } = await ask(`/${how}/audio/a.mp3`, range);
      expect(status).toBe(206);
      expect(response.headers.get('content-length')).toBe(String(end - start));
      expect(body.equals(bytes.subarray(start, end))).toBe(true);
    }
    await expect.poll(() => open).toBe(0);
  });

  it('DWN-03: the whole equals the source', async () => {
    const { status, body } = await ask(`/${how}/audio/a.mp3`);
    expect(status).toBe(200);
    expect(body.equals(bytes)).toBe(true);
    expect((await ask(`/${how}/audio/empty.mp3`)).body).toHaveLength(0);
    await expect.poll(() => open).toBe(0);
  });

  it('answers 404 for what is not there', async () => {
    const { status, body } = await ask(`/${how}/audio/none.mp3`);
    expect([status, JSON.parse(body.toString()).error.code]).toEqual([404, 'not-found']);
  });

  it('lets everything go when callers leave in the middle', async () => {
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const request = get(`${url}/${how}/audio/a.mp3`);
        request.on('error', () => {});
        const [response] = await once(request, 'response');
        await once(response, 'data');
        request.destroy();
        await once(request, 'close');
      }),
    );
    await expect.poll(() => open).toBe(0);
  });

  it('serves callers who read slowly, many at once, each the whole', async () => {
    const totals = await Promise.all(
      Array.from({ length: 20 }, async () => {
        let total = 0;
        const request = get(`${url}/${how}/audio/a.mp3`);
        const [response] = await once(request, 'response');
        for await (const piece of response) {
          total += piece.length;
          await new Promise(setImmediate);
        }
        return total;
      }),
    );
    expect(new Set(totals)).toEqual(new Set([bytes.length]));
    await expect.poll(() => open).toBe(0);
  });
});

it('a window of an object is a whole of its own', async () => {
  const { body } = await ask('/window/audio/a.mp3');
  expect(body.equals(bytes.subarray(1000, 1500))).toBe(true);
  const part = await ask('/window/audio/a.mp3', 'bytes=-100');
  expect(part.response.headers.get('content-range')).toBe('bytes 400-499/500');
  expect(part.body.equals(bytes.subarray(1400, 1500))).toBe(true);
});

it('breaks the answer off when the file became shorter than promised', async () => {
  await storage.put('audio/shrinks.mp3', bytes, { mime: 'audio/mpeg' });
  expect((await ask('/disk/audio/shrinks.mp3', 'bytes=0-9')).status).toBe(206);
  await truncate(storage.path('audio/shrinks.mp3')!, 1_000_000);
  await expect(ask('/disk/audio/shrinks.mp3')).rejects.toThrow();
  const { status } = await ask('/disk/audio/shrinks.mp3', 'bytes=2000000-2000009');
  expect(status).toBe(503);
  await expect.poll(() => open).toBe(0);
});

it('a store has one byte server', () => {
  expect(byteServerOf(storage)).toBe(byteServerOf(storage));
});
