import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

test('every command of npm is one program, which each system starts', () => {
  for (const command of Object.values(scripts)) expect(command).toMatch(/^(node|biome) [\w ./:-]+$/);
});

test('the files of a deployment set for glibc what `npm start` sets', () => {
  const settings = (path: string) =>
    Object.fromEntries(
      Array.from(
        readFileSync(join(import.meta.dirname, '..', path), 'utf8').matchAll(/(MALLOC_\w+)(?:=|: ')(\d+)/g),
        ([, name, value]) => [name, value],
      ),
    );
  const own = settings('tools/start.ts');
  expect(Object.keys(own)).toHaveLength(3);
  for (const file of ['systemd/sonoteca-web@.service', 'systemd/sonoteca-worker.service', 'Dockerfile'])
    expect(settings(`deploy/${file}`), file).toEqual(own);
});

/** Starts a program as npm does, tells the shell to end, and returns what the program said. */
async function endShellOf(program: string): Promise<string> {
  const preload = `--import ${join(import.meta.dirname, 'end-with-shell.ts')}`;
  const shell = spawn(`"${process.execPath}" ${preload} -e "${program}"; true`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  shell.stdout.on('data', (chunk) => (said += chunk));
  await expect.poll(() => said).toContain('running');
  shell.kill('SIGTERM');
  await once(shell, 'close');
  return said;
}

test('a program ends in order when the shell that npm started it with is told to end', async () => {
  const program =
    "setInterval(() => {}, 1000); process.once('SIGTERM', () => { console.log('ended'); process.exit() }); console.log('running')";
  expect(await endShellOf(program)).toContain('ended');
});
