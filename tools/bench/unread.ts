import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeThings, seeEveryPage, sumOf, watch } from './hostile.ts';
import { type Figure, most, percentile } from './report.ts';
import { forgetSite, type Site, signIn, startSite } from './site.ts';

const connections = 1000;
/** Milliseconds after which all are gone: the site's patience, or that of a connection whose small answer is sent. */
const patience = 75_000;
/** Milliseconds until an address sees who does not read: until then, 256 answers that have just begun fill its places. */
const settled = 3_000;
/** A picture from before animated ones had to be small. */
const picture = 'avatars/bench/avatar.gif';

/**
 * 1,000 connections ask for pictures, scripts and ZIP files and never read: once from as many addresses, once from
 * one, from which somebody signs in meanwhile. Measures what they take, and for how long (decision 074).
 */
export async function benchUnread(root: string): Promise<Figure[]> {
  const site = await startSite(root, undefined, { TRUST_PROXY: 'true' });
  try {
    mkdirSync(join(site.dataDir, 'files', 'avatars', 'bench'), { recursive: true });
    writeFileSync(join(site.dataDir, 'files', picture), Buffer.alloc(5 * 1024 * 1024, 'x'));
    await seeEveryPage(site, await makeThings(site));
    await watch(site, pause(5_000)); // first-time work is done
    const quiet = await watch(site, pause(15_000));
    const asked = await requestsOf(site);
    const figures: Figure[] = [];
    for (const [name, addressOf] of senders) {
      const sockets = Array.from({ length: connections }, (_, at) =>
        begin(site, asked[at % asked.length] ?? '', addressOf(at)),
      );
      await pause(settled);
      const loaded = await watch(site, pause(patience), addressOf(0));
      const left = heldOf(site, sockets);
      for (const socket of sockets) socket.destroy();
      figures.push(
        most(
          `unread answers, ${name}: memory`,
          webOf(loaded) - webOf(quiet),
          'MB',
          60,
          `PSS of the web process, the first of before ${sumOf(quiet)}, at most ${sumOf(loaded)}`,
        ),
        most(
          `unread answers, ${name}: sign-in p95`,
          percentile(loaded.signIns, 0.95),
          'ms',
          1000,
          `${loaded.signIns.length} sign-ins from one of the addresses, without load ${Math.round(percentile(quiet.signIns, 0.95))} ms`,
        ),
        most(
          `unread answers, ${name}: sign-ins that failed`,
          loaded.failures,
          'answers',
          0,
          `or questions for the health, from ${settled / 1000} s on`,
        ),
        most(
          `unread answers, ${name}: left`,
          left,
          'connections',
          0,
          `of ${connections} after ${patience / 1000} s`,
        ),
      );
    }
    return figures;
  } finally {
    await site.stop();
    forgetSite(site);
  }
}

/** The web process alone: those that read files end when they are idle, which would hide what it takes. */
const webOf = ({ parts: [web = 0] }: { parts: number[] }): number => web;

const senders: [string, (at: number) => string][] = [
  ['1,000 addresses', (at) => `198.18.${at >> 8}.${at & 255}`],
  ['one address', () => '198.19.0.1'],
];

/** The heads of requests for stored bytes of each kind. */
async function requestsOf(site: Site): Promise<string[]> {
  const cookie = await signIn(site);
  const get = async (path: string) => (await fetch(site.url + path, { headers: { Cookie: cookie } })).text();
  const page = await get('/library');
  const found = (pattern: RegExp) => {
    const match = pattern.exec(page)?.[0];
    if (!match) throw new Error(`the library has no ${pattern}`);
    return match;
  };
  const pack = found(/\/package\/[\w-]+/);
  const cover = found(/\/media\/covers\/[\w./-]+/);
  const script = found(/\/assets\/[\w.-]+\.js/);
  const paths = [`/media/${picture}`, `/media/${picture}?w=96`, cover, script, `${pack}/zip`];
  return paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n`);
}

/** Asks, and never reads. */
function begin(site: Site, head: string, address: string): Socket {
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => {}).write(`${head}X-Forwarded-For: ${address}\r\n\r\n`);
  return socket;
}

/** How many of them the site still holds, as the system tells: who does not read is not told of an end. */
function heldOf(site: Site, sockets: Socket[]): number {
  const hex = (port: number | undefined) => (port ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const established = '01';
  const held = new Set(
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, from, , state]) => from?.endsWith(hex(Number(new URL(site.url).port))) && state === established,
      )
      .map(([, , to]) => to?.split(':')[1]),
  );
  return sockets.filter(({ localPort }) => held.has(hex(localPort))).length;
}
