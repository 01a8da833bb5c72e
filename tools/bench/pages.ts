import { spawnSync } from 'node:child_process';
import { Agent } from 'node:http';
import { packages } from '#db/schema/catalog.ts';
import { elementAt } from '#platform/elements.ts';
import { type Ask, ask, dataOf, makeSessions, openSiteDatabase } from './asking.ts';
import { type Figure, least, most, percentile } from './report.ts';
import type { Site } from './site.ts';

/** Loads an address with 32 connections of wrk. @returns responses per second @throws when some are not 2xx */
function measureRate(url: string, seconds = 5): number {
  const headers = ['-H', 'Accept-Encoding: br'];
  const run = spawnSync('wrk', ['-t1', '-c32', `-d${seconds}s`, ...headers, url], { encoding: 'utf8' });
  if (run.error) throw new Error('wrk was not found (Debian package wrk)');
  if (run.stdout.includes('Non-2xx')) throw new Error(`${url} refused some requests:\n${run.stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(run.stdout)?.[1]);
}

/** Sessions that ask in turn, requests at once, and seconds of warm-up and of measurement. */
const sessions = 50;
const atOnce = 16;
const seconds = { warm: 3, counted: 8 };

/** Responses per second of the visitors' first page, and of searches and lists on the demo catalogue. */
export async function benchPages(site: Site): Promise<Figure[]> {
  const { db, stop } = await openSiteDatabase(site);
  try {
    const cookies = (await makeSessions(db, site, sessions)).map(({ cookie }) => cookie);
    const titles = (await db.select({ title: packages.title }).from(packages)).map(({ title }) => title);
    const terms = [...new Set(titles.flatMap((title) => [title, ...title.split(' ')]))];
    const searches = terms.map((term) => dataOf('/search', 'search', `q=${encodeURIComponent(term)}`));
    const lists = ['trilhas', 'efeitos-sonoros', 'pacotes-vinhetas'].flatMap((kind) => [
      dataOf(`/category/${kind}`, 'category'),
      { path: `/library/packages?kind=${kind}&offset=0` },
    ]);
    return [
      least(
        'landing page, visitors',
        measureRate(`${site.url}/`),
        'answers/s',
        10_000,
        'wrk, 32 connections',
      ),
      ...(await figuresOf('search', site, cookies, searches, 1_500)),
      ...(await figuresOf('lists', site, cookies, lists, 2_500)),
    ];
  } finally {
    await stop();
  }
}

async function figuresOf(
  name: string,
  site: Site,
  cookies: string[],
  asks: Ask[],
  bound: number,
): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const times: number[] = [];
  const countFrom = performance.now() + seconds.warm * 1000;
  const end = countFrom + seconds.counted * 1000;
  let turn = 0;
  const walk = async () => {
    while (performance.now() < end) {
      turn += 1;
      const cookie = elementAt(cookies, turn % cookies.length);
      const { status, milliseconds } = await ask(site, agent, cookie, elementAt(asks, turn % asks.length));
      if (status !== 200) throw new Error(`${name} answered ${status}`);
      if (performance.now() >= countFrom) times.push(milliseconds);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
  agent.destroy();
  const how = `demo catalogue, ${asks.length} addresses, ${sessions} sessions, ${atOnce} at once`;
  return [
    least(`${name}, subscribers`, times.length / seconds.counted, 'answers/s', bound, how),
    most(`${name}, subscribers: p99`, percentile(times, 0.99), 'ms', 25, how),
  ];
}
