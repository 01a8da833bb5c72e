import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import type { AppError } from '../errors.ts';
import { readBody } from './body.server.ts';

const server = createServer((req, res) => {
  readBody(req, 1000).then(
    (text) => res.end(`got ${text.length}`),
    (error: AppError) => res.writeHead(error.status).end(),
  );
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const send = (bytes: number) =>
  fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'x'.repeat(bytes) });

describe('a body read at the socket', () => {
  it('comes whole up to its limit', async () => {
    expect(await (await send(1000)).text()).toBe('got 1000');
    expect((await send(1001)).status).toBe(413);
    expect((await send(500_000)).status).toBe(413);
  });

  it('is not listened to for ever when it is too large', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const piece = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
    const pump = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', pump);
    pump();
    await closed;
  });
});
