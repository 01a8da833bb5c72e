import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '#db/open.server.ts';
import { openLog } from '#platform/log.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { aTrack } from '#tests/builders.ts';
import { type Figure, least, percentile } from './report.ts';
import { freePort, type Site, signIn } from './site.ts';

/** Milliseconds: younger addresses are verified again for each range, unlike most listeners' addresses. */
const young = 4_000;

const fileSize = 5 * 1024 * 1024;
const rangeSize = 64 * 1024;
/** Rounds in which both servers are measured in turn; the median of the ratios counts. */
const rounds = 5;
const seconds = 3;

interface Served {
  origin: string;
  path: string;
  cookie: string;
}

/** Adds a track of 5 MB of noise to the catalogue. */
async function addTrack(site: Site): Promise<{ trackId: string; file: string; bytes: Buffer }> {
  const database = await openDatabase({ DATA_DIR: site.dataDir }, openLog('warn'));
  try {
    const bytes = randomBytes(fileSize);
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    const track = await aTrack(database.db, { size: fileSize, contentHash, name: 'Medida.mp3' });
    const storage = await openDiskStorage({ DATA_DIR: site.dataDir });
    const file = track.storageKey && storage.path(track.storageKey);
    if (!track.storageKey || !file) throw new Error('the track has no file on disk');
    await storage.put(track.storageKey, bytes, { mime: 'audio/mpeg' });
    return { trackId: track.id, file, bytes };
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

/** Responses per second of one server under wrk. */
function measure({ origin, path, cookie }: Served, ranges: number | 'whole'): number {
  const script = fileURLToPath(new URL('ranges.lua', import.meta.url));
  const connections = ranges === 'whole' ? 8 : 16;
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
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
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

/** Our responses per second divided by nginx's: the median of rounds that measure both in turn. */
function compare(ours: Served, nginx: Served, ranges: number | 'whole'): number {
  const ratios = Array.from({ length: rounds }, () => {
    const theirs = measure(nginx, ranges);
    return measure(ours, ranges) / theirs;
  });
  return percentile(ratios, 0.5);
}

/** The protected audio path compared with nginx, which serves the same file without a check. */
export async function benchBytes(site: Site): Promise<Figure[]> {
  const { trackId, file, bytes } = await addTrack(site);
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
      least('protected ranges of 64 KB', ranges, '× nginx', 0.5, how),
      least('protected files of 5 MB', compare(ours, nginx.served, 'whole'), '× nginx', 0.9, how),
    ];
  } finally {
    await nginx.stop();
  }
}
