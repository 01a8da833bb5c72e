import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ownPort } from './ports.ts';

/** The built program as an operating system sees it: exit codes, signals, output and leftovers. */
const port = ownPort();
const folder = mkdtempSync(join(tmpdir(), 'sonoteca-process-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Program {
  child: ChildProcess;
  said: () => string;
  /** The exit code, or the signal that killed it. */
  ended: Promise<number | string>;
}

/** @param preload code that runs in the process before the program */
function begin(dataDir: string, preload = ''): Program {
  const switches = preload ? ['--import', `data:text/javascript,${encodeURIComponent(preload)}`] : [];
  const child = spawn(process.execPath, [...switches, 'build/server/main.js'], {
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return { child, said: () => text, ended };
}

test('OPS-01: an older Node is refused with a sentence', async () => {
  const pretend = `const versions = { ...process.versions, node: '20.20.2' };
    Object.defineProperty(process, 'versions', { value: versions });`;
  const { said, ended } = begin(join(folder, 'none'), pretend);
  expect(await ended).toBe(1);
  expect(said().trim()).toMatch(/^A Sonoteca precisa do Node 24 ou mais novo, e este é o 20\.20\.2\..*$/);
});

test('OPS-05: a DATA_DIR that cannot be made is refused with a sentence', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const { said, ended } = begin(join(file, 'data'));
  expect(await ended).toBe(1);
  expect(said().trim()).toMatch(/^DATA_DIR: não consigo escrever em .*$/);
});

test.describe('OPS-07: SIGTERM ends a start in order and leaves no database running', () => {
  const phases: [string, (dataDir: string, said: string) => boolean][] = [
    ['before the database', (dataDir) => existsSync(dataDir)],
    ['while the database is made', (dataDir) => existsSync(join(dataDir, 'postgres'))],
    ['as the database answers', (dataDir) => existsSync(join(dataDir, 'postgres/data/postmaster.pid'))],
    ['during the demo content', (dataDir) => existsSync(join(dataDir, 'files/covers'))],
    ['as it goes on the air', (_, said) => said.includes('está no ar')],
  ];
  for (const [at, [phase, isReached]] of phases.entries()) {
    test(phase, async () => {
      const dataDir = join(folder, `phase-${at}`);
      const { child, said, ended } = begin(dataDir);
      await expect.poll(() => isReached(dataDir, said()), { intervals: [5], timeout: 60_000 }).toBe(true);
      child.kill('SIGTERM');
      expect(await ended, said()).toBe(0);
      expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
    });
  }
});

test('OPS-08: an uncaught error and an unhandled rejection are logged with their cause and end it with code 1', async () => {
  for (const [at, trouble] of ['throw error', 'Promise.reject(error)'].entries()) {
    const preload = `process.on('message', () => {
      const error = new Error('the roof', { cause: new Error('the rain') });
      setTimeout(() => { ${trouble} });
    })`;
    const { child, said, ended } = begin(join(folder, 'phase-4'), preload);
    await expect.poll(said).toContain('está no ar');
    child.send('now');
    expect(await ended, said()).toBe(1);
    const fatal = said()
      .split('\n')
      .find((line) => line.includes('"level":60'));
    const origin = ['uncaughtException', 'unhandledRejection'][at];
    expect(JSON.parse(fatal ?? '')).toMatchObject({
      level: 60,
      origin,
      err: { message: 'the roof', cause: { message: 'the rain' } },
    });
  }
});

test('a worker that dies is started again while the site answers, and ends with a site that is killed', async () => {
  const { child, said, ended } = begin(join(folder, 'phase-4'));
  const worker = (): number | undefined =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .map(Number)
      .find((pid) => commandOf(pid).includes('--roles=worker'));
  const started = 'Sonoteca: trabalhador iniciado';
  await expect.poll(said).toContain(started);
  const first = worker() ?? 0;
  process.kill(first, 'SIGKILL');
  await expect.poll(said).toContain('o trabalhador terminou sozinho');
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  await expect.poll(() => said().split(started).length).toBe(3);
  const second = worker() ?? 0;
  expect([first, second]).not.toContain(0);
  expect(second).not.toBe(first);
  child.kill('SIGKILL');
  await expect.poll(() => commandOf(second)).toBe('');
  expect(await ended).toBe('SIGKILL');
});

/** A process's command line; '' when it has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
