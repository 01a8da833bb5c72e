import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { openS3Storage } from './s3.server.ts';
import type { Storage } from './storage.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

/** A store whose server responds as told, also in ways that a real one cannot be made to. */
async function storeOf(answer: (socket: Socket) => void, patience = 30_000): Promise<Storage> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { accessKeyId: 'a', secretAccessKey: 'b' };
  return openS3Storage({ endpoint, region: 'r', bucket: 'b', publicUrl: undefined, ...keys }, patience);
}

const down = { kind: 'unavailable', status: 503, retryAfter: 10 };

it('a server that is silent is unavailable, and not waited for on and on', async () => {
  let asked = 0;
  const silent = await storeOf(() => {
    asked += 1;
  }, 200);
  await expect(silent.stat('audio/x.mp3')).rejects.toMatchObject(down);
  await expect(silent.openRange('audio/x.mp3', 0, 9)).rejects.toMatchObject(down);
  await expect(silent.delete(['audio/x.mp3'])).rejects.toMatchObject(down);
  expect(asked, 'a few tries for each of the three').toBeLessThanOrEqual(12);
});

it('a server that answers with a page of its own is unavailable', async () => {
  const page = '<html>502 Bad Gateway</html>';
  const proxy = await storeOf((socket) =>
    socket.end(`HTTP/1.1 502 Bad Gateway\r\nContent-Length: ${page.length}\r\n\r\n${page}`),
  );
  await expect(proxy.openRange('audio/x.mp3', 0, 9)).rejects.toMatchObject(down);
});

it('a full one says so', async () => {
  const full = await storeOf((socket) =>
    socket.end('HTTP/1.1 507 Insufficient Storage\r\nContent-Length: 0\r\n\r\n'),
  );
  const put = full.put('audio/x.mp3', Buffer.from('x'), { mime: 'audio/mpeg' });
  await expect(put).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('cheio') as string,
  });
});

it('bytes that break off are an error, not a short file', async () => {
  const short = await storeOf((socket) =>
    socket.end('HTTP/1.1 206 Partial Content\r\nContent-Length: 10\r\n\r\nonly'),
  );
  await expect(buffer(await short.openRange('audio/x.mp3', 0, 9))).rejects.toThrow();
});

it('bytes may take longer than an answer: only silence before it counts', async () => {
  const slow = await storeOf((socket) => {
    socket.write('HTTP/1.1 206 Partial Content\r\nContent-Length: 10\r\n\r\n01234');
    setTimeout(() => socket.end('56789'), 2500);
  }, 1500);
  expect((await buffer(await slow.openRange('audio/x.mp3', 0, 9))).toString()).toBe('0123456789');
});
