import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { memoryOf } from '../bench/process.ts';

/** One process of the site, started again whenever it ends, as systemd and compose do. */
export class Kept {
  readonly name: string;
  readonly #args: string[];
  readonly #env: Record<string, string>;
  readonly #log: string;
  #child: ChildProcess | null = null;
  #isEnding = false;
  /** How often it was started again. */
  restarts = -1;

  /** @param log file to which what it says is added */
  constructor(name: string, args: string[], env: Record<string, string>, log: string) {
    this.name = name;
    this.#args = args;
    this.#env = env;
    this.#log = log;
    this.#start();
  }

  #start(): void {
    this.restarts += 1;
    const output = openSync(this.#log, 'a');
    const child = spawn(process.execPath, ['build/server/main.js', ...this.#args], {
      env: { PATH: process.env.PATH ?? '', ...this.#env },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    this.#child = child;
    child.once('exit', () => {
      if (!this.#isEnding) this.#start();
    });
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Proportional set size in MB. */
  get memory(): number {
    return memoryOf(this.#child?.pid ? [this.#child.pid] : []);
  }

  async stop(): Promise<void> {
    this.#isEnding = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}
