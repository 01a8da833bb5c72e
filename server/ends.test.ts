import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { wholeSite } from '#tests/whole-site.ts';

const site = await wholeSite({ TRUST_PROXY: 'true' });
const { hostname, port } = new URL(site.url);
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});
const statusFor = async (address: string) =>
  (await site.ask('/healthz', { headers: { 'X-Forwarded-For': address } })).status;

it('OPS-17: behind a proxy an address has 256 answers at a time, and no other one feels it', async () => {
  const begin = async () => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    await once(socket, 'connect');
    const head = 'POST /auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n';
    socket.write(`${head}X-Forwarded-For: 192.0.2.1\r\nContent-Length: 9\r\n\r\ne`);
  };
  for (let at = 0; at < 255; at++) await begin();
  // A station's browsers: they hold fewer.
  expect(await statusFor('192.0.2.1')).toBe(200);
  await begin();
  await expect.poll(() => statusFor('192.0.2.1')).toBe(429);
  expect(await statusFor('192.0.2.2')).toBe(200);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => statusFor('192.0.2.1')).toBe(200);
});
