import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

export const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority;

/** Lowers the priority of a background process below that of the site. */
export function stepAside(child: ChildProcess, priority: number = PRIORITY_LOW): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, priority);
  } catch {
    // The process has ended, or the system does not allow it: it keeps its priority.
  }
}

/** Sets the limits, then execs the program. A limit that the system does not have is skipped. */
const shell = '/bin/sh';

/**
 * The command that runs a program within limits, for `spawn`. Memory beyond the limit is refused, processor time
 * beyond it ends the program; no core file is left. A missing program ends with code 127. @param limits megabytes of
 * memory; seconds of processor time, unlimited when left out
 */
export function withinLimits(
  program: string,
  args: string[],
  { megabytes, seconds }: { megabytes: number; seconds?: number },
): [command: string, args: string[]] {
  const limits = [`-c 0`, `-d ${megabytes * 1024}`, ...(seconds ? [`-t ${Math.ceil(seconds)}`] : [])];
  const script = `${limits.map((limit) => `ulimit ${limit} 2>/dev/null; `).join('')}exec "$0" "$@"`;
  return [shell, ['-c', script, program, ...args]];
}
