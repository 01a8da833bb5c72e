import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

export const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority;

/** Lets a program that works in the background step aside for the site when both want the processor. */
export function stepAside(child: ChildProcess, priority: number = PRIORITY_LOW): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, priority);
  } catch {
    // It has ended already, or the system does not let us: it then works as it is.
  }
}

/** The shell, which sets limits and then becomes the program. A system without one of the limits goes without it. */
const shell = '/bin/sh';

/**
 * The command that runs a program within limits, for `spawn`: what wants more memory is refused it, what works longer is
 * ended by the system, and neither leaves a core file. A missing program ends with code 127.
 * @param limits megabytes of memory of its own; seconds of processor time, left out: any
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
