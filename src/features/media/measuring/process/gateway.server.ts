import { type ChildProcess, fork } from 'node:child_process';
import { stepAside, withinLimits } from '#platform/background.server.ts';
import { AppError } from '#platform/errors.ts';
import { UnreadableFile, type WorkAnswer, type WorkInput, type WorkName, type WorkResult } from '../model.ts';

/** Node's switches for the process: it holds a few seconds of audio; pictures use memory outside the heap. */
const switches = ['--max-semi-space-size=2', '--memory-balancer', '--max-old-space-size=96'];
/** Address space limit in megabytes: Node alone reserves about 640 and uses a tenth. */
const megabytes = 1280;
/** Characters of its last output that are logged after a crash. */
const lastWords = 600;

interface ProcessOptions {
  /** The program it runs: server/measuring.ts, or its build. */
  program: string;
  priority: number;
  atOnce: number;
  /** Milliseconds without work until the process ends. */
  rest?: number;
}

interface RunOptions {
  /** Milliseconds until the process counts as stuck. */
  patience: number;
  /** Longest queue of this kind of work; beyond it, calls are refused. */
  mostWaiting?: number;
  signal?: AbortSignal | undefined;
}

interface Task {
  id: number;
  work: WorkName;
  input: unknown;
  patience: number;
  /** How often the process has crashed while reading this file. */
  deaths: number;
  deadline?: NodeJS.Timeout;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Child {
  process: ChildProcess;
  isReady: boolean;
  said: string;
}

/**
 * A separate process that decodes untrusted files (docs/decisions/026), so that a bad file neither stalls nor crashes
 * the site. Starts with the first file and ends when idle. After a crash or a hang, each file that was being read is
 * read again alone; one that crashes it again is unreadable.
 */
export class ReadingProcess {
  readonly #options: Required<ProcessOptions>;
  readonly #running = new Map<number, Task>();
  /** Were being read during a crash: read alone, before anything else. */
  readonly #suspects: Task[] = [];
  #waiting: Task[] = [];
  #child: Child | null = null;
  #last = 0;
  #ending: NodeJS.Timeout | undefined;

  constructor({ rest = 30_000, ...options }: ProcessOptions) {
    this.#options = { rest, ...options };
  }

  /** @throws UnreadableFile after two crashes; AppError `rate-limited` when the queue is full; errors of the work */
  async run<K extends WorkName>(
    work: K,
    input: WorkInput<K>,
    { patience, mostWaiting = Number.POSITIVE_INFINITY, signal }: RunOptions,
  ): Promise<WorkResult<K>> {
    signal?.throwIfAborted();
    if (this.#waiting.filter((task) => task.work === work).length >= mostWaiting) throw tooBusy();
    let giveUp = () => {};
    try {
      return await new Promise<WorkResult<K>>((resolve, reject) => {
        const settle = { resolve: resolve as (result: unknown) => void, reject };
        const task: Task = { id: ++this.#last, work, input, patience, deaths: 0, ...settle };
        giveUp = () => {
          this.#drop(task);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', giveUp);
        this.#waiting.push(task);
        this.#next();
      });
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /** Starts queued work; a suspect runs alone. */
  #next(): void {
    while (this.#running.size < this.#options.atOnce) {
      if ([...this.#running.values()].some(({ deaths }) => deaths > 0)) return;
      if (this.#suspects.length > 0 && this.#running.size > 0) return;
      const task = this.#suspects.shift() ?? this.#waiting.shift();
      if (!task) break;
      this.#begin(task);
    }
    if (this.#running.size === 0) this.#restSoon();
  }

  #begin(task: Task): void {
    clearTimeout(this.#ending);
    this.#child ??= this.#fork();
    const child = this.#child;
    child.process.ref();
    child.process.channel?.ref();
    this.#running.set(task.id, task);
    task.deadline = setTimeout(() => {
      child.said = `${task.work} took longer than ${task.patience} ms`;
      endGroup(child.process);
    }, task.patience).unref();
    send(child, { id: task.id, work: task.work, input: task.input });
  }

  #restSoon(): void {
    const child = this.#child;
    if (!child) return;
    // Does not keep the site's process alive; the child ends when the channel closes.
    child.process.unref();
    child.process.channel?.unref();
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => {
      this.#child = null;
      if (child.process.connected) child.process.disconnect();
    }, this.#options.rest).unref();
  }

  #fork(): Child {
    const { program, priority } = this.#options;
    const [execPath, execArgv] = withinLimits(process.execPath, switches, { megabytes });
    // A process group of its own, so that its children end with it and Ctrl+C does not reach it.
    const begun = fork(program, [], {
      execPath,
      execArgv,
      serialization: 'advanced',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    stepAside(begun, priority);
    const child: Child = { process: begun, isReady: false, said: '' };
    begun.stderr?.setEncoding('utf8').on('data', (text: string) => {
      child.said = (child.said + text).slice(-lastWords);
    });
    (begun.stderr as NodeJS.ReadStream | null)?.unref();
    begun.on('message', (answer: WorkAnswer) => this.#hear(child, answer));
    begun.on('error', (error) => this.#lose(child, error));
    begun.once('exit', (code, signal) => {
      endGroup(begun);
      this.#lose(child, new Error(`measuring ended with ${signal ?? code}: ${child.said.trim()}`));
    });
    return child;
  }

  #hear(child: Child, answer: WorkAnswer): void {
    if ('ready' in answer) {
      child.isReady = true;
      return;
    }
    const task = this.#running.get(answer.id);
    if (!task) return;
    this.#forget(task);
    if ('result' in answer) task.resolve(answer.result);
    else task.reject(new Error(answer.failure));
    this.#next();
  }

  /** Handles the death of the process and of everything it was reading. */
  #lose(child: Child, error: Error): void {
    if (this.#child !== child) return;
    this.#child = null;
    for (const task of this.#running.values()) {
      this.#forget(task);
      if (!child.isReady) task.reject(error);
      else if (++task.deaths < 2) this.#suspects.push(task);
      else task.reject(new UnreadableFile(error.message));
    }
    this.#next();
  }

  #forget(task: Task): void {
    clearTimeout(task.deadline);
    this.#running.delete(task.id);
  }

  #drop(task: Task): void {
    this.#waiting = this.#waiting.filter((one) => one !== task);
    const at = this.#suspects.indexOf(task);
    if (at >= 0) this.#suspects.splice(at, 1);
    if (!this.#running.has(task.id)) return;
    this.#forget(task);
    if (this.#child) send(this.#child, { id: task.id, stop: true });
    this.#next();
  }
}

const tooBusy = () =>
  new AppError(
    'rate-limited',
    'Há arquivos demais sendo preparados neste momento. Tente de novo em instantes.',
    { retryAfter: 5 },
  );

/** A failed send needs no handling: the process's exit reports it. */
const send = ({ process: one }: Child, call: object) => one.connected && one.send(call, () => {});

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // the group has ended
  }
}
