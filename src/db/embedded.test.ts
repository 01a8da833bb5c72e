import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { isDatabaseDown, openDatabase } from './open.server.ts';

// Creating a cluster waits for the disk, long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };
const program = join(import.meta.dirname, '../../tests/open-database.ts');
const log = pino({ level: 'silent' });

interface Opened {
  process: ChildProcess;
  isNew: boolean;
  user: string;
  categories: number;
  connectionString: string;
}

const processes: ChildProcess[] = [];
const folders: string[] = [];

function newFolder(parent = tmpdir(), mode = 0o755): string {
  const folder = mkdtempSync(join(parent, 'sonoteca-embedded-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

/** Starts a process that uses the database in a folder; resolves once it does. */
async function open(folder: string, account: { uid?: number; gid?: number } = {}): Promise<Opened> {
  const child = spawn(process.execPath, [program, folder], { ...account, stdio: ['ignore', 'pipe', 'pipe'] });
  processes.push(child);
  let trouble = '';
  child.stderr.on('data', (chunk: Buffer) => {
    trouble += chunk;
  });
  for await (const line of createInterface(child.stdout)) return { ...JSON.parse(line), process: child };
  throw new Error(trouble);
}

async function end(opened: Opened, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const exited = once(opened.process, 'exit');
  opened.process.kill(signal);
  await exited;
}

async function ask(connectionString: string, text = 'select 1 as answer'): Promise<unknown> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows[0];
  } finally {
    await client.end();
  }
}

const pidFile = (folder: string) => join(folder, 'postgres/data/postmaster.pid');
const serverPid = (folder: string) => Number(readFileSync(pidFile(folder), 'utf8').split('\n')[0]);
const isRunning = (folder: string) => existsSync(pidFile(folder));

/** Removes what is left of a folder's database: the server after a failed test, and data outside the folder. */
function cleanUp(folder: string): void {
  const home = existsSync(join(folder, 'postgres')) ? realpathSync(join(folder, 'postgres')) : null;
  if (isRunning(folder)) {
    try {
      process.kill(serverPid(folder), 'SIGKILL');
    } catch {}
  }
  if (home && !home.startsWith(folder)) rmSync(home, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

/** Data that a process has made and left; made once, because that takes seconds. */
let made: string | undefined;

/** A folder with data. */
async function usedFolder(): Promise<string> {
  if (!made) {
    made = newFolder();
    // Outlives the test.
    folders.pop();
    await end(await open(made));
  }
  const folder = newFolder();
  // Keeps the owner, which Node's own copy does not.
  execFileSync('cp', ['-a', join(made, 'postgres'), folder]);
  return folder;
}

afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) cleanUp(folder);
});
afterAll(() => {
  if (made) cleanUp(made);
});

describe('one process', () => {
  it('makes the data once, as an owner without further rights, and ends the server', async () => {
    const folder = newFolder();
    const first = await open(folder);
    expect(first).toMatchObject({ isNew: true, user: 'sonoteca', categories: 0 });
    expect(
      await ask(first.connectionString, 'select usesuper from pg_user where usename = current_user'),
    ).toEqual({
      usesuper: false,
    });
    await ask(
      first.connectionString,
      `insert into categories (id, name, kind) values ('a', 'TRILHAS', 'trilhas')`,
    );
    await end(first);
    expect(isRunning(folder)).toBe(false);
    const second = await open(folder);
    expect(second).toMatchObject({ isNew: false, categories: 1 });
    await end(second);
    expect(readdirSync(join(folder, 'postgres')).sort()).toEqual(['data', 'server.log']);
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const folder = join(newFolder(), 'a'.repeat(100), 'ção e espaço');
    mkdirSync(folder, { recursive: true });
    const opened = await open(folder);
    folders.push(new URL(opened.connectionString).searchParams.get('host') ?? '');
    expect(await ask(opened.connectionString)).toEqual({ answer: 1 });
    await end(opened);
    expect(isRunning(folder)).toBe(false);
  });

  it('is not misled by a pid file whose number belongs to another program', async () => {
    const folder = await usedFolder();
    writeFileSync(
      pidFile(folder),
      `${process.pid}\n${folder}/postgres/data\n1\n5432\n${folder}/postgres\n\n0 0\nready\n`,
    );
    const opened = await open(folder);
    expect(opened.isNew).toBe(false);
    await end(opened);
  });
});

describe('several processes', () => {
  it('that start at once on new data share one server', async () => {
    const folder = newFolder();
    const all = await Promise.all([open(folder), open(folder), open(folder)]);
    expect(all.filter((opened) => opened.isNew)).toHaveLength(1);
    for (const opened of all) expect(await ask(opened.connectionString)).toEqual({ answer: 1 });
    expect(readdirSync(join(folder, 'postgres')).filter((name) => name.startsWith('new-'))).toEqual([]);
    await Promise.all(all.map((opened) => end(opened)));
    expect(isRunning(folder)).toBe(false);
  });

  it('the second leaves the server to the first, and the last one out ends it, whoever started it', async () => {
    const folder = await usedFolder();
    const first = await open(folder);
    await end(await open(folder));
    expect(await ask(first.connectionString)).toEqual({ answer: 1 });
    const third = await open(folder);
    const pid = serverPid(folder);
    await end(first);
    expect(await ask(third.connectionString)).toEqual({ answer: 1 });
    expect(serverPid(folder)).toBe(pid);
    await end(third);
    expect(isRunning(folder)).toBe(false);
  });

  it('the next one adopts, and later ends, the server of a process that was killed', async () => {
    const folder = await usedFolder();
    const killed = await open(folder);
    const pid = serverPid(folder);
    await end(killed, 'SIGKILL');
    expect(await ask(killed.connectionString)).toEqual({ answer: 1 });
    const next = await open(folder);
    expect(next.isNew).toBe(false);
    expect(serverPid(folder)).toBe(pid);
    await end(next);
    expect(isRunning(folder)).toBe(false);
  });
});

describe('a server that stops', () => {
  it('gives errors that say so, ends no process, and is started again', async () => {
    const folder = await usedFolder();
    const { db, pool, stop } = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined }, log);
    const before = serverPid(folder);
    const cutOff = db
      .transaction(async (tx) => {
        await tx.execute('select 1');
        process.kill(before, 'SIGINT');
        await vi.waitUntil(() => !isRunning(folder) || serverPid(folder) !== before, { timeout: 60_000 });
        await tx.execute('select 1');
      })
      .catch((error: unknown) => error);
    expect(isDatabaseDown(await cutOff)).toBe(true);
    const refusals: unknown[] = [];
    await vi.waitUntil(
      () =>
        pool.query('select 1').then(
          () => true,
          (error: unknown) => {
            refusals.push(error);
            return false;
          },
        ),
      { timeout: 60_000 },
    );
    expect(refusals.filter((error) => !isDatabaseDown(error))).toEqual([]);
    expect(serverPid(folder)).not.toBe(before);
    const second = serverPid(folder);
    process.kill(second, 'SIGKILL');
    await vi.waitUntil(() => isRunning(folder) && serverPid(folder) !== second, { timeout: 60_000 });
    await vi.waitUntil(
      () =>
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    );
    await stop();
    expect(isRunning(folder)).toBe(false);
    await expect(pool.query('select 1')).rejects.toSatisfy(isDatabaseDown);
  });
});

describe.runIf(isRoot)('as root', () => {
  it('in a folder that no other account may enter, keeps data where the server reaches them', async () => {
    const folder = newFolder('/root', 0o700);
    const opened = await open(folder);
    expect(realpathSync(join(folder, 'postgres'))).toMatch(/^\/var\/lib\/sonoteca\/data-/);
    await ask(
      opened.connectionString,
      `insert into categories (id, name, kind) values ('a', 'TRILHAS', 'trilhas')`,
    );
    await end(opened);
    const again = await open(folder);
    expect(again).toMatchObject({ isNew: false, categories: 1 });
    await end(again);
  });
});

const nobodyCanRun =
  isRoot && spawnSync(process.execPath, ['--version', program], { ...nobody, cwd: '/' }).status === 0;

describe.runIf(nobodyCanRun)('as an account without rights', () => {
  it('runs everything as that account', async () => {
    const folder = newFolder();
    chownSync(folder, nobody.uid, nobody.gid);
    const opened = await open(folder, nobody);
    expect(opened.isNew).toBe(true);
    const second = await open(folder, nobody);
    await end(opened);
    expect(await ask(second.connectionString)).toEqual({ answer: 1 });
    await end(second);
    expect(isRunning(folder)).toBe(false);
  });
});
