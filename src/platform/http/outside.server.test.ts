import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchOutside, isInnerAddress } from './outside.server.ts';

/** A localhost certificate for tests, valid for a hundred years; nothing else trusts it. */
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../tests/fakes/${name}`, import.meta.url));
const [keyPath, certPath] = [fixture('localhost-key.pem'), fixture('localhost-cert.pem')];
const ca = readFileSync(certPath, 'utf8');

const asked: string[] = [];
const answers: Record<string, (req: IncomingMessage, res: ServerResponse) => void> = {
  '/picture': (_, res) => res.end('bytes'),
  '/large': (_, res) => res.end(Buffer.alloc(2000)),
  '/endless': (_, res) => {
    const timer = setInterval(() => res.write(Buffer.alloc(100)), 5);
    res.once('close', () => clearInterval(timer));
  },
  '/silent': () => {},
  '/near': (_, res) => res.writeHead(302, { Location: '/picture' }).end(),
  '/loop': (_, res) => res.writeHead(302, { Location: '/loop' }).end(),
  '/to-http': (_, res) => res.writeHead(302, { Location: 'http://localhost/picture' }).end(),
  '/to-inner': (_, res) => res.writeHead(302, { Location: 'https://169.254.169.254/latest' }).end(),
  '/gone': (_, res) => res.writeHead(404).end('no'),
};
const server = createServer({ key: readFileSync(keyPath), cert: ca }, (req, res) => {
  asked.push(req.url!);
  answers[req.url!]?.(req, res);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `https://localhost:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const isForbidden = (ip: string) => ip !== '127.0.0.1' && ip !== '::1' && isInnerAddress(ip);
const get = (path: string, options: object = {}) =>
  fetchOutside(path.startsWith('/') ? url + path : path, { ca, isForbidden, maxBytes: 1000, ...options });

describe('something from outside', () => {
  it('A-68: is fetched, over redirects too', async () => {
    expect(await get('/picture')).toEqual({ ok: true, bytes: Buffer.from('bytes') });
    expect(await get('/near')).toMatchObject({ ok: true });
  });

  it.each([
    ['http://localhost/picture', 'bad-address'],
    ['javascript:alert(1)', 'bad-address'],
    ['file:///etc/passwd', 'bad-address'],
    ['data:image/png;base64,AAAA', 'bad-address'],
    ['https://user:pw@localhost/x', 'bad-address'],
    ['nothing', 'bad-address'],
    ['/to-http', 'bad-address'],
    ['/to-inner', 'forbidden-address'],
    ['/loop', 'unreachable'],
    ['/gone', 'unreachable'],
    ['/large', 'too-large'],
    ['/endless', 'too-large'],
  ])('PKM-15, A-68: %s is refused: %s', async (address, reason) => {
    expect(await get(address)).toEqual({ ok: false, reason });
  });

  it('A-68: what does not answer is given up', async () => {
    expect(await get('/silent', { patience: 150 })).toEqual({ ok: false, reason: 'too-slow' });
  });

  it('A-68: a name that leads to this machine is refused before anything is asked', async () => {
    asked.length = 0;
    expect(await fetchOutside(`${url}/picture`, { ca })).toEqual({ ok: false, reason: 'forbidden-address' });
    expect(await fetchOutside(url.replace('localhost', '127.0.0.1'), { ca })).toEqual({
      ok: false,
      reason: 'forbidden-address',
    });
    expect(asked).toEqual([]);
  });

  it('an unknown certificate is refused', async () => {
    expect(await fetchOutside(`${url}/picture`, { isForbidden })).toEqual({
      ok: false,
      reason: 'unreachable',
    });
  });
});

describe('an address of the inside', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'not an address',
  ])('%s', (ip) => expect(isInnerAddress(ip)).toBe(true));
  it.each(['8.8.8.8', '151.101.1.140', '2606:4700::1111', '::ffff:8.8.8.8'])('is not %s', (ip) =>
    expect(isInnerAddress(ip)).toBe(false),
  );
});
