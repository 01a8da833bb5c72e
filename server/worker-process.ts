import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Logger } from '#platform/log.server.ts';

/** Jobs are in no hurry, and a smaller young generation keeps less garbage (docs/decisions/036). */
const switches = ['--max-semi-space-size=1'];
/** Milliseconds before the first restart, doubled with each, and at most. */
const pauses = { first: 1_000, longest: 60_000 };
/** Milliseconds after which a worker counts as sound: the next restart is quick again. */
const soundAfter = 60_000;

/**
 * Runs the worker role in a process of its own and restarts it when it dies, so that no job can end the site
 * (docs/decisions/036). The worker ends when this process does, however that happens.
 * @param program the built program @returns how to end it: waits for its running jobs
 */
export function keepWorker(program: string, log: Logger): () => Promise<void> {
  let child: ChildProcess;
  let timer: NodeJS.Timeout | undefined;
  let isEnding = false;
  let delay = pauses.first;
  const begin = () => {
    const begun = Date.now();
    child = fork(program, ['--roles=worker'], { execArgv: [...process.execArgv, ...switches] });
    child.once('exit', (code, signal) => {
      if (isEnding) return;
      if (Date.now() - begun > soundAfter) delay = pauses.first;
      log.error({ code, signal, delay }, 'o trabalhador terminou sozinho e será iniciado de novo');
      timer = setTimeout(begin, delay);
      delay = Math.min(2 * delay, pauses.longest);
    });
  };
  begin();
  return async () => {
    isEnding = true;
    clearTimeout(timer);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
}
