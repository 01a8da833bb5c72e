import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildIfNeeded } from './build.ts';

/**
 * `npm start` and the program's other commands, on every system: builds when needed, then becomes the program, so that
 * signals and exit codes are the program's own. Arguments are passed on.
 */
const root = join(import.meta.dirname, '..');
const isByNpm = process.env.npm_lifecycle_event !== undefined;
const args = [
  ...(isByNpm ? ['--import', join(root, 'build/server/end-with-shell.js')] : []),
  '--max-semi-space-size=4',
  '--memory-balancer',
  join(root, 'build/server/main.js'),
  ...process.argv.slice(2),
];
// Without these settings glibc keeps the memory that bodies and passwords have used. Smaller thresholds would return memory
// that the next answer takes again, which costs more than the compression of that answer. glibc reads them only when a process
// begins. The files in deploy/ set the same.
const glibc = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '4194304',
};
const env = { ...process.env, ...glibc };

const parent = process.ppid;
buildIfNeeded(root);
// The build takes a while: whoever asked for the program may have given up.
if (process.ppid !== parent) process.exit(1);
// Windows cannot replace a process: there the program runs beside this one, which ends as it does.
if (process.platform === 'win32' || !process.execve) await runBeside();
else process.execve(process.execPath, [process.execPath, ...args], env);

async function runBeside(): Promise<never> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => void child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exit(typeof code === 'number' ? code : 1);
}
