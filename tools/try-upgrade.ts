import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './bench/site.ts';
import { build } from './build.ts';
import { untilHealthy, walk } from './walk.ts';

/**
 * `npm run try-upgrade [-- TAG]`: whether a version and the one before it serve one database at once, as they do during
 * an upgrade. The tagged version (the last one) makes a site and serves it; this one migrates the database beside it;
 * the tagged version is started once more. The main job is walked on all three. TAG may be any commit; without any tag,
 * as in a shallow copy, it is the commit that set the present version.
 */
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30 });
const firstLine = (...args: string[]) =>
  git(...args)
    .toString()
    .split('\n', 1)[0];
const tag =
  process.argv[2] ||
  firstLine('tag', '--merged', 'HEAD', '--sort=-version:refname') ||
  firstLine('log', '-1', '-G^  "version": ', '--format=%h', '--', 'package.json');
if (!tag) throw new Error('no earlier version is known here: name a commit');
const folder = mkdtempSync(join(tmpdir(), 'sonoteca-upgrade-'));
const before = join(folder, 'before');
const password = 'senha-de-teste';
const started: ChildProcess[] = [];

/** Starts a version's program on the common data. @returns its address, which answers */
async function start(version: string, ...args: string[]): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['build/server/main.js', ...args], {
    cwd: version,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'error',
    },
  });
  started.push(child);
  await untilHealthy(url, () => child.exitCode !== null);
  return url;
}

try {
  build(root);
  execFileSync('git', ['worktree', 'add', '--detach', before, tag], { cwd: root, stdio: 'ignore' });
  for (const args of [
    ['ci', '--no-audit', '--no-fund'],
    ['run', 'build'],
  ])
    execFileSync('npm', args, { cwd: before, stdio: 'ignore' });
  const sites = {
    [`${tag}, which made the site`]: await start(before),
    'this version, which migrated it': await start(root, '--roles=web'),
    [`${tag}, started on what was migrated`]: await start(before, '--roles=web'),
  };
  for (const [name, url] of Object.entries(sites)) {
    const walked = await walk({ url, email: 'assinante@sonoteca.local', password }).catch((cause: Error) => {
      // Which of them fails says what the migration broke.
      throw new Error(`${name}: ${cause.message}`, { cause });
    });
    console.log(`${name}: ${walked}`);
  }
} finally {
  // The first one ends last: the database is its own.
  for (const child of started.toReversed()) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  // In this order it also works when the start of it all has failed, whose reason is then told.
  rmSync(folder, { recursive: true, force: true });
  git('worktree', 'prune');
}
