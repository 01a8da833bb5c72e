import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { HeadObjectCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { listedAtOnce, s3Missing, s3Server } from '#tests/s3-server.ts';
import { readSettings } from '../env.server.ts';
import { openLog } from '../log.server.ts';
import { openStorage } from './open.server.ts';
import type { Storage } from './storage.ts';

const quiet = openLog('silent');
const open = (given: Record<string, string>) => openStorage(readSettings(given, '/nowhere'), quiet);

describe.skipIf(s3Missing)('a bucket of a server that checks signatures', () => {
  let server: Awaited<ReturnType<typeof s3Server>>;
  let storage: Storage;
  beforeAll(async () => {
    server = await s3Server();
    storage = await open(server.settings);
  });
  const mime = 'audio/mpeg';
  const uploads = async () =>
    (await server.client.send(new ListMultipartUploadsCommand({ Bucket: 'sonoteca' }))).Uploads ?? [];
  const listed = async (prefix: string) => {
    const found: string[] = [];
    for await (const { key, size } of storage.list(prefix)) found.push(`${key} ${size}`);
    return found;
  };

  it('keeps bytes and type, and gives ranges of them', async () => {
    const bytes = randomBytes(100_000);
    expect(await storage.put('audio/ab/x.mp3', bytes, { mime })).toEqual({ size: 100_000 });
    expect(await storage.stat('audio/ab/x.mp3')).toMatchObject({ size: 100_000 });
    const seen = await server.client.send(
      new HeadObjectCommand({ Bucket: 'sonoteca', Key: 'audio/ab/x.mp3' }),
    );
    expect(seen.ContentType).toBe(mime);
    for (const [start, end] of [
      [0, 99_999],
      [0, 0],
      [500, 999],
      [99_999, 99_999],
      [90_000, 200_000],
    ] as const) {
      const range = await buffer(await storage.openRange('audio/ab/x.mp3', start, end));
      expect(range.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    expect((await buffer(await storage.openRange('audio/ab/x.mp3', 100_000, 100_009))).length).toBe(0);
  });

  it('keeps an empty object', async () => {
    await storage.put('audio/empty.mp3', Readable.from([]), { mime });
    expect(await storage.stat('audio/empty.mp3')).toMatchObject({ size: 0 });
    expect((await buffer(await storage.openRange('audio/empty.mp3', 0, 0))).length).toBe(0);
  });

  it('takes a stream of unknown length in parts, whatever the pieces of it', async () => {
    const bytes = randomBytes(20 * 1024 * 1024 + 7);
    const pieces = Array.from({ length: 41 }, (_, at) => bytes.subarray(at * 524_288, (at + 1) * 524_288));
    const { size } = await storage.put('audio/long.wav', Readable.from(pieces), { mime: 'audio/wav' });
    expect(size).toBe(bytes.length);
    const whole = await buffer(await storage.openRange('audio/long.wav', 0, size - 1));
    expect(createHash('sha256').update(whole).digest('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
    expect(await uploads()).toEqual([]);
  });

  it.each([100, 20 * 1024 * 1024])('an upload that breaks after %d bytes leaves nothing', async (length) => {
    const reason = new Error('the sender has left');
    const source = Readable.from(
      (async function* () {
        for (let sent = 0; sent < length; sent += 100_000) yield randomBytes(Math.min(100_000, length));
        throw reason;
      })(),
    );
    await expect(storage.put('audio/broken.mp3', source, { mime })).rejects.toBe(reason);
    expect(await storage.stat('audio/broken.mp3')).toBeNull();
    expect(await uploads()).toEqual([]);
  });

  it('SEC-03: its addresses open one object, as one type and name, and for a while', async () => {
    await storage.put('audio/s.mp3', Buffer.from('0123456789'), { mime });
    const options = { seconds: 60, mime: 'audio/x-test', fileName: 'São João (1).mp3' };
    const address = (await storage.address('audio/s.mp3', options))!;
    expect(new URL(address).origin).toBe(storage.origin);
    const whole = await fetch(address);
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
    expect(whole.headers.get('content-type')).toBe('audio/x-test');
    expect(whole.headers.get('cache-control')).toBe('private, max-age=60');
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="Sao Joao (1).mp3"; filename*=UTF-8''S%C3%A3o%20Jo%C3%A3o%20%281%29.mp3`,
    );
    const part = await fetch(address, { headers: { Range: 'bytes=2-4' } });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    const etag = part.headers.get('etag')!;
    const fresh = await fetch(address, { headers: { Range: 'bytes=2-4', 'If-Range': etag } });
    expect(fresh.status).toBe(206);

    await storage.put('audio/other.mp3', Buffer.from('secret'), { mime });
    const changed = [
      address.replace('audio/s.mp3', 'audio/other.mp3'),
      address.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
      address.replace(/(X-Amz-Signature=)./, (_, name) => `${name}${/=0/.test(address) ? '1' : '0'}`),
      address.replace('x-test', 'y-test'),
    ];
    for (const url of changed) {
      const refused = await fetch(url);
      await refused.arrayBuffer();
      expect([url === address, refused.status]).toEqual([false, 403]);
    }
    expect((await fetch(address.split('?')[0]!)).ok).toBe(false);
    const short = (await storage.address('audio/s.mp3', { seconds: 1, mime }))!;
    await expect.poll(async () => (await fetch(short)).status, { interval: 300 }).toBe(403);
  });

  it('SEC-03: an address leads to the CDN where there is one', async () => {
    const cdn = await open({ ...server.settings, S3_PUBLIC_URL: 'https://cdn.example' });
    const address = (await cdn.address('audio/s.mp3', { seconds: 60, mime }))!;
    expect([cdn.origin, new URL(address).origin]).toEqual(['https://cdn.example', 'https://cdn.example']);
    const { pathname, search } = new URL(address);
    expect((await fetch(server.origin + pathname + search)).status).toBe(200);
  });

  it('STO-02: lists more than the server tells at once, and deletes it together', async () => {
    const keys = Array.from({ length: 2 * listedAtOnce + 2 }, (_, at) => `many/${at}.txt`);
    const put = (key: string) => storage.put(key, Buffer.from('x'), { mime: 'text/plain' });
    await Promise.all([...keys, 'manyother'].map(put));
    expect(await listed('many/')).toHaveLength(keys.length);
    expect(await listed('many')).toHaveLength(keys.length + 1);
    await storage.delete([...keys, 'none']);
    expect(await listed('many/')).toEqual([]);
    await storage.delete(['manyother', 'none']);
    expect(await listed('many')).toEqual([]);
    await storage.delete(['none']);
  });

  it.each(['../x', '/etc/passwd', 'audio//x', 'audio/.x', ''])('knows no key %j', async (key) => {
    await expect(storage.put(key, Buffer.from('x'), { mime })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(storage.openRange(key, 0, 1)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(storage.address(key, { seconds: 1, mime })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(storage.delete([key])).rejects.toMatchObject({ kind: 'not-found' });
    expect(await storage.stat(key)).toBeNull();
  });

  it('answers not-found for what is not there, and has no path', async () => {
    expect(await storage.stat('audio/none.mp3')).toBeNull();
    await expect(storage.openRange('audio/none.mp3', 0, 1)).rejects.toMatchObject({ kind: 'not-found' });
    expect(storage.path('audio/ab/x.mp3')).toBeNull();
  });

  it('stops the start for wrong keys and for a bucket that is not there', async () => {
    await expect(open({ ...server.settings, S3_SECRET_ACCESS_KEY: 'wrong' })).rejects.toThrow(
      /^S3_ACCESS_KEY_ID: o servidor recusou/,
    );
    await expect(open({ ...server.settings, S3_BUCKET: 'outro' })).rejects.toThrow(
      /^S3_BUCKET: .* não existe/,
    );
  });

  it('is unavailable while the server is down, and says so to people', async () => {
    await server.stop();
    const down = { kind: 'unavailable', message: expect.stringContaining('indisponível') as string };
    await expect(storage.stat('audio/s.mp3')).rejects.toMatchObject(down);
    await expect(storage.openRange('audio/s.mp3', 0, 1)).rejects.toMatchObject(down);
    await expect(storage.put('audio/s.mp3', Buffer.from('x'), { mime })).rejects.toMatchObject(down);
    await expect(storage.delete(['audio/s.mp3', 'x'])).rejects.toMatchObject(down);
    await expect(listed('')).rejects.toMatchObject(down);
    await expect(open(server.settings)).resolves.toBeDefined();
  });
});

describe('the settings of a bucket', () => {
  const all = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
  it.each(['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
    'half of them stops the start: no %s',
    async (name) => {
      await expect(open({ ...all, [name]: '' })).rejects.toThrow(`${name} não foi definida`);
    },
  );
});
