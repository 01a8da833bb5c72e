import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { LingeringResponse } from './lingering.server.ts';
import { refuse } from './refuse.server.ts';

const seen: string[] = [];
const server = createServer({ ServerResponse: LingeringResponse }, (req, res) => {
  seen.push(req.url!);
  if (req.url === '/whole') req.resume().on('end', () => res.end('whole'));
  else if (req.url === '/begun')
    // The body is whole then, in the connection's own memory.
    req.once('readable', () => setImmediate(() => req.read(1) && res.end('begun')));
  else if (req.url === '/streamed') res.write('begun', () => res.end(' and done'));
  else refuse(res, new AppError('unauthenticated', 'Faça login.'));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function open() {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let read = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    read += text;
  });
  const closed = new Promise<Error | null>((resolve) => {
    socket.once('error', resolve).once('close', () => resolve(null));
  });
  await once(socket, 'connect');
  return { socket, closed, read: () => read };
}
const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;
const write = (socket: Socket, bytes: number) =>
  new Promise<void>((resolve) => socket.write(Buffer.alloc(bytes, 'x'), () => resolve()));

describe('an answer before the body has come', () => {
  it.each(['/refused', '/streamed'])('%s says that the connection ends, and is read whole', async (path) => {
    const { socket, closed, read } = await open();
    socket.write(head(path, 2_000_000));
    await expect.poll(read).toContain(path === '/streamed' ? 'and done' : 'Faça login.');
    expect(read()).toMatch(/^connection: close\r$/im);
    // A sender that reads the response only after sending everything is still drained.
    await write(socket, 1_000_000);
    await write(socket, 1_000_000);
    socket.end();
    expect(await closed).toBeNull();
  });

  it('keeps the connection where the body was there, or there is none', async () => {
    const { socket, closed, read } = await open();
    socket.write(`${head('/whole', 3)}abc`);
    await expect.poll(read).toContain('whole');
    socket.write('GET /again HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(read).toContain('Faça login.');
    expect(read().match(/^connection: keep-alive\r$/gim)).toHaveLength(2);
    socket.end();
    expect(await closed).toBeNull();
  });

  it('ends the connection where a body was there, and only begun to be read', async () => {
    const { socket, closed, read } = await open();
    socket.write(`${head('/begun', 3)}abc`);
    await expect.poll(read).toContain('begun');
    expect(read()).toMatch(/^connection: close\r$/im);
    socket.end();
    expect(await closed).toBeNull();
  });

  it('answers nothing more in a connection that ends', async () => {
    const { socket, closed, read } = await open();
    socket.write(head('/refused', 10));
    await expect.poll(read).toContain('Faça login.');
    socket.end(`${'x'.repeat(10)}${head('/late', 0)}`);
    await closed;
    expect(read().match(/^HTTP/gm)).toHaveLength(1);
  });

  it('listens only so long to a sender without end', async () => {
    const { socket, closed, read } = await open();
    socket.write('POST /refused HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    await expect.poll(read).toContain('Faça login.');
    const piece = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
    const pump = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', pump);
    pump();
    await closed;
  }, 15_000);
});
