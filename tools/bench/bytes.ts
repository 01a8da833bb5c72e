import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { elementAt } from '#platform/elements.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { aPackage, aTrack } from '#tests/builders.ts';
import { makeSessions, openSiteDatabase } from './asking.ts';
import { type Figure, least, most, percentile } from './report.ts';
import { freePort, type Site, signIn } from './site.ts';

/** Milliseconds: younger addresses are verified again for each range, unlike most listeners' addresses. */
const young = 4_000;

const fileSize = 5 * 1024 * 1024;
const rangeSize = 64 * 1024;
/** The package that is downloaded whole: of few files, because fair use counts them for each person. */
const zip = { tracks: 2, size: 24 * 1024 * 1024 };
/** Rounds in which both servers are measured in turn; the median of the ratios counts. */
const rounds = 5;
const seconds = 3;

interface Served {
  origin: string;
  path: string;
  cookie: string;
}

interface NoiseTrack {
  packageId: string;
  trackId: string;
  file: string;
  bytes: Buffer;
}

/** Adds a package of some tracks of noise to the catalogue. @returns its first track */
async function addPackage(site: Site, tracks: number, size: number): Promise<NoiseTrack> {
  const database = await openSiteDatabase(site);
  try {
    const storage = await openDiskStorage({ DATA_DIR: site.dataDir });
    const bytes = randomBytes(size);
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    const { id: packageId } = await aPackage(database.db);
    const made: NoiseTrack[] = [];
    for (let at = 0; at < tracks; at++) {
      const track = await aTrack(database.db, { packageId, size, contentHash, name: `Medida ${at}.mp3` });
      const file = track.storageKey && storage.path(track.storageKey);
      if (!track.storageKey || !file) throw new Error('the track has no file on disk');
      await storage.put(track.storageKey, bytes, { mime: 'audio/mpeg' });
      made.push({ packageId, trackId: track.id, file, bytes });
    }
    return elementAt(made, 0);
  } finally {
    await database.stop();
  }
}

async function addressOf(site: Site, cookie: string, trackId: string): Promise<string> {
  const response = await fetch(`${site.url}/functions/audio-proxy`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ trackId }),
  });
  if (!response.ok) throw new Error(`audio-proxy answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { url: string }).url;
}

/** Debian's nginx on its own port and folder, serving one file. */
async function startNginx(file: string): Promise<{ served: Served; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'sonoteca-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; worker_processes auto; pid ${folder}/pid; error_log ${folder}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  ${temporary} access_log off; sendfile on; tcp_nopush off; keepalive_requests 100000000;
  server { listen 127.0.0.1:${port}; location = /file { alias "${file}"; default_type audio/mpeg; } }
}`,
  );
  const child = spawn('nginx', ['-p', folder, '-e', `${folder}/error.log`, '-c', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', () => reject(new Error('nginx was not found (Debian package nginx)')));
    child.once('exit', (code) => reject(new Error(`nginx ended with ${code}`)));
  });
  failed.catch(() => {});
  const served = { origin: `http://127.0.0.1:${port}`, path: '/file', cookie: 'none' };
  await Promise.race([failed, untilServes(served)]);
  return { served, stop: () => stop(child, folder) };
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = child.exitCode === null ? once(child, 'exit') : null;
  child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

async function untilServes({ origin, path }: Served): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const isThere = await fetch(origin + path, { method: 'HEAD' }).then(
      (response) => response.ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${origin} did not answer`);
}

/** Makes sure that both servers send the same bytes. */
async function checkBytes({ origin, path, cookie }: Served, bytes: Buffer): Promise<void> {
  const headers = { Cookie: cookie };
  const whole = await fetch(origin + path, { headers });
  if (!Buffer.from(await whole.arrayBuffer()).equals(bytes)) throw new Error(`${origin} sends other bytes`);
  const part = await fetch(origin + path, { headers: { ...headers, Range: `bytes=1000-${rangeSize}` } });
  const isRight = Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, rangeSize + 1));
  if (part.status !== 206 || !isRight) throw new Error(`${origin} sends another range`);
}

/** Responses per second of one server under wrk, and the milliseconds of 99 in 100. */
function measure({ origin, path, cookie }: Served, ranges: number | 'whole'): { rate: number; p99: number } {
  const script = fileURLToPath(new URL('ranges.lua', import.meta.url));
  const connections = ranges === 'whole' ? 8 : 16;
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '-s',
    script,
    origin,
    '--',
    path,
    cookie,
    String(ranges),
  ];
  const { stdout, error } = spawnSync('wrk', args, { encoding: 'utf8' });
  if (error) throw new Error('wrk was not found (Debian package wrk)');
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${origin} refused or broke off:\n${stdout}`);
  const [, slow, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const p99 = Number(slow) * (unit === 'us' ? 0.001 : unit === 's' ? 1000 : 1);
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), p99 };
}

/** Our responses per second divided by nginx's, and our p99: medians of rounds that measure both in turn. */
function compare(ours: Served, nginx: Served, ranges: number | 'whole'): { ratio: number; p99: number } {
  const measured = Array.from({ length: rounds }, () => {
    const theirs = measure(nginx, ranges);
    const own = measure(ours, ranges);
    return { ratio: own.rate / theirs.rate, p99: own.p99 };
  });
  const median = (name: 'ratio' | 'p99') =>
    percentile(
      measured.map((one) => one[name]),
      0.5,
    );
  return { ratio: median('ratio'), p99: median('p99') };
}

/** Megabytes per second of whole downloads, one after another. */
function speedOf({ origin, path, cookie }: Served): number {
  const args = ['-t1', '-c1', '-d1s', '-H', `Cookie: ${cookie}`, origin + path];
  const { stdout } = spawnSync('wrk', args, { encoding: 'utf8' });
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${origin} refused or broke off:\n${stdout}`);
  const [, amount, unit] = /Transfer\/sec:\s+([\d.]+)(MB|GB)/.exec(stdout) ?? [];
  return Number(amount) * (unit === 'GB' ? 1024 : 1);
}

/** The speed of a package's ZIP divided by that of nginx, which serves the same bytes as a file. Each round is another person's. */
async function compareZip(site: Site, path: string): Promise<number> {
  const { db, stop } = await openSiteDatabase(site);
  const people = await makeSessions(db, site, rounds).finally(stop);
  const folder = mkdtempSync(join(tmpdir(), 'sonoteca-zip-'));
  const file = join(folder, 'package.zip');
  const ours = people.map(({ cookie }): Served => ({ origin: site.url, path, cookie }));
  const whole = await fetch(site.url + path, { headers: { Cookie: elementAt(ours, 0).cookie } });
  writeFileSync(file, Buffer.from(await whole.arrayBuffer()));
  const nginx = await startNginx(file);
  try {
    const ratios: number[] = [];
    for (const own of ours) {
      const theirs = speedOf(nginx.served);
      ratios.push(speedOf(own) / theirs);
    }
    return percentile(ratios, 0.5);
  } finally {
    await nginx.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The protected audio path compared with nginx, which serves the same file without a check. */
export async function benchBytes(site: Site): Promise<Figure[]> {
  const { trackId, file, bytes } = await addPackage(site, 1, fileSize);
  const { packageId } = await addPackage(site, zip.tracks, zip.size);
  const cookie = await signIn(site);
  await pause(young);
  const ours = { origin: site.url, path: await addressOf(site, cookie, trackId), cookie };
  const nginx = await startNginx(file);
  try {
    await checkBytes(ours, bytes);
    await checkBytes(nginx.served, bytes);
    const how = `ratio to nginx, median of ${rounds} rounds of ${seconds} s`;
    const ranges = compare(ours, nginx.served, fileSize / rangeSize);
    return [
      least('protected ranges of 64 KB', ranges.ratio, '× nginx', 0.5, how),
      most('protected ranges of 64 KB: p99', ranges.p99, 'ms', 4, '16 connections'),
      least('protected files of 5 MB', compare(ours, nginx.served, 'whole').ratio, '× nginx', 0.9, how),
      least(
        'a package as ZIP',
        await compareZip(site, `/package/${packageId}/zip`),
        '× nginx',
        1,
        `${zip.tracks} tracks of 24 MB, beside nginx with the same bytes as a file`,
      ),
    ];
  } finally {
    await nginx.stop();
  }
}
