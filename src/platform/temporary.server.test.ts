import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sweepTemporary, temporaryPath } from './temporary.server.ts';

const folder = await mkdtemp(join(tmpdir(), 'sweeping-'));
afterAll(() => rm(folder, { recursive: true }));

it('OPS-22: temporary files of a killed process are removed; those in use and of others stay', async () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const own = basename(temporaryPath('mp3'));
  const ofFormerRun = basename(temporaryPath('mp3'));
  const old = `sonoteca-${randomUUID()}.wav`;
  const fresh = `sonoteca-${randomUUID()}.wav`;
  const parent = `sonoteca-${process.ppid}-${randomUUID()}.wav`;
  const stays = [own, fresh, parent, 'sonoteca-abc', 'foto.png'];
  const left = [`sonoteca-${dead}-${randomUUID()}.wav`, ofFormerRun, old];
  for (const name of [...stays, ...left]) await writeFile(join(folder, name), 'x');
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const name of [ofFormerRun, old, 'foto.png']) await utimes(join(folder, name), twoDaysAgo, twoDaysAgo);
  expect(await sweepTemporary(folder)).toBe(left.length);
  expect((await readdir(folder)).sort()).toEqual(stays.sort());
});

it('OPS-22: every temporary file has a name that the sweep knows', () => {
  const users = globSync('src/**/*.ts').filter(
    (path) => !path.includes('.test.') && /\btmpdir\(\)/.test(readFileSync(path, 'utf8')),
  );
  // The embedded database's folder for sockets.
  expect(users.sort()).toEqual(['src/db/embedded.server.ts', 'src/platform/temporary.server.ts']);
});
