import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/database.ts';
import { Bus } from './bus.server.ts';

const { bus: other, pool, connectionString, log } = await testDatabase();

/** A TCP gateway before the database that can drop its connections silently. */
async function openGateway() {
  const database = new URL(connectionString);
  const folder = database.searchParams.get('host');
  const port = database.searchParams.get('port') ?? (database.port || '5432');
  const forgotten = new Set<Socket>();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = folder
      ? connect(`${folder}/.s.PGSQL.${port}`)
      : connect(Number(port), database.hostname || '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!forgotten.has(from)) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = new URL(connectionString);
  address.searchParams.delete('host');
  address.searchParams.delete('port');
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: address.href,
    forgetConnections: () => {
      for (const socket of sockets) forgotten.add(socket);
    },
  };
}

describe('the bus', () => {
  it('SEC-02: a connection that fell silent is noticed: all is forgotten, and words are heard again', async () => {
    const gateway = await openGateway();
    const bus = new Bus(pool, gateway.address, log, { every: 50, patience: 2_000 });
    const heard: string[] = [];
    bus.on('viewer', (key) => heard.push(key));
    const hears = async (key: string) => {
      await other.publish('viewer', key);
      return heard;
    };
    await bus.start();
    await expect.poll(() => hears('ana')).toContain('ana');

    heard.length = 0;
    gateway.forgetConnections();
    await other.publish('viewer', 'rui');
    await expect.poll(() => heard).toContain('*');
    expect(heard).not.toContain('rui');
    await expect.poll(() => hears('eva')).toContain('eva');
    await bus.stop();
  });
});
