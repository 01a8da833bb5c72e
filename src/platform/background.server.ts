import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Lets a program that works in the background step aside for the site when both want the processor. */
export function stepAside(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not let us: it then works as it is.
  }
}
