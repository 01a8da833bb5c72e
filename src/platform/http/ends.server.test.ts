import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { AppError } from '../errors.ts';
import { type Bounds, endAnswers } from './ends.server.ts';
import { LingeringResponse } from './lingering.server.ts';
import { refuse } from './refuse.server.ts';

const large = Buffer.alloc(32 * 1024 * 1024, 'x');
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server that answers /large and /slow (never, until the caller leaves); everything else at once. */
async function open(given: Partial<Bounds>, isProxied = false) {
  const seen: string[] = [];
  const answer = (req: IncomingMessage, res: ServerResponse, refusal: AppError | null) => {
    if (refusal) return refuse(res, refusal);
    seen.push(req.url ?? '');
    if (req.url !== '/slow') res.end(req.url === '/large' ? large : 'small');
  };
  const addressOf = (from: IncomingMessage | Socket) =>
    'socket' in from ? String(from.headers['x-forwarded-for']) : (from.remoteAddress ?? '');
  const server = createServer({ ServerResponse: LingeringResponse });
  endAnswers(server, answer, { isProxied, addressOf }, { beat: 20, ...given });
  server.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { seen, server, port: (server.address() as AddressInfo).port };
}

/** Asks in a connection of its own, and reads only when told to. */
async function ask(port: number, path: string, from = '192.0.2.1') {
  const socket = connect(port, '127.0.0.1').pause();
  sockets.push(socket);
  const said: Buffer[] = [];
  let isClosed = false;
  socket
    .on('data', (bytes: Buffer) => said.push(bytes))
    .on('error', () => {})
    .on('close', () => {
      isClosed = true;
    });
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n\r\n`);
  return {
    socket,
    text: () => {
      socket.resume();
      return Buffer.concat(said).toString();
    },
    size: () => Buffer.concat(said).length,
    isClosed: () => isClosed,
  };
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

describe('OPS-17: a response has an end', () => {
  it('closes a connection that takes nothing, and keeps one whose answer is not there yet', async () => {
    const { server, port } = await open({ patience: 300 });
    await ask(port, '/large');
    const slow = await ask(port, '/slow');
    await expect.poll(() => connectionsOf(server)).toBe(2);
    await expect.poll(() => connectionsOf(server), { timeout: 5000 }).toBe(1);
    expect(slow.isClosed()).toBe(false);
  });

  it('keeps one that takes a little in time, until it has all, also of what was written at once', async () => {
    const { port } = await open({ patience: 600 });
    const { socket, size } = await ask(port, '/large');
    const began = performance.now();
    // A caller of 16 MB a second.
    const timer = setInterval(() => {
      socket.resume();
      setTimeout(() => socket.pause(), 5);
    }, 200);
    await expect.poll(size, { timeout: 20_000, interval: 100 }).toBeGreaterThan(large.length);
    clearInterval(timer);
    expect(performance.now() - began).toBeGreaterThan(600);
  }, 25_000);

  it('has less patience while much waits in all connections', async () => {
    const { server, port } = await open({ patience: 5000, mostHeld: 40 * 1024 * 1024 });
    await ask(port, '/large');
    await ask(port, '/large');
    await expect.poll(() => connectionsOf(server)).toBe(2);
    await expect.poll(() => connectionsOf(server), { timeout: 3000 }).toBeLessThan(2);
  });

  it('answers requests of one connection in turn, and ends one that sends them ahead without end', async () => {
    const { seen, port } = await open({ mostInConnection: 3 });
    const again = 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n';
    const few = await ask(port, '/large');
    few.socket.write(again + again);
    await expect.poll(() => seen.length).toBe(1);
    await expect.poll(() => few.text().match(/HTTP\/1\.1 200/g)?.length, { timeout: 10_000 }).toBe(3);
    const many = await ask(port, '/slow');
    many.socket.resume().write(again.repeat(4));
    await expect.poll(many.isClosed).toBe(true);
  }, 15_000);
});

describe.each([
  ['of connections', false],
  ['behind a proxy', true],
])('OPS-17: places of an address, %s', (_, isProxied) => {
  it('one more takes the place of who is idle longest; other addresses have their own', async () => {
    const { port } = await open({ mostOfAddress: 2, beat: 50 }, isProxied);
    const first = await ask(port, '/large');
    const second = await ask(port, '/slow');
    const another = async () => {
      const { text, isClosed } = await ask(port, '/small');
      await expect.poll(() => isClosed() || text()).toBeTruthy();
      return text();
    };
    await expect.poll(another).toContain('small');
    expect(second.isClosed()).toBe(false);
    first.socket.resume();
    await expect.poll(first.isClosed).toBe(true);
    expect(first.size()).toBeLessThan(large.length);
  });
});

it('OPS-17: behind a proxy an address whose answers are all under way is told so, and others are served', async () => {
  const { port, seen } = await open({ mostOfAddress: 2 }, true);
  await ask(port, '/slow');
  await ask(port, '/slow');
  await expect.poll(() => seen).toEqual(['/slow', '/slow']);
  const refused = await ask(port, '/small');
  await expect.poll(refused.text).toMatch(/429[\s\S]*Retry-After: 5[\s\S]*Há conexões demais/);
  const other = await ask(port, '/small', '192.0.2.2');
  await expect.poll(other.text).toContain('small');
});
