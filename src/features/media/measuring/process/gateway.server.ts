import { type ChildProcess, fork } from 'node:child_process';
import { stepAside, withinLimits } from '#platform/background.server.ts';
import { AppError } from '#platform/errors.ts';
import { UnreadableFile, type WorkAnswer, type WorkInput, type WorkName, type WorkResult } from '../model.ts';

/** Node's switches for it: it holds no more than a few seconds of sound; pictures lie outside of this memory. */
const switches = ['--max-semi-space-size=4', '--max-old-space-size=96'];
/** Megabytes that the process may ask for: Node itself asks for some 640 at once, and uses a tenth of them. */
const megabytes = 1280;
/** Last characters of what it wrote before it died, for the log. */
const lastWords = 600;

interface ProcessOptions {
  /** The file that it runs: server/measuring.ts, or what was built of it. */
  program: string;
  /** How far it steps aside for the site. */
  priority: number;
  /** Files that are read at the same moment. */
  atOnce: number;
  /** Milliseconds without work after which the process ends. */
  rest?: number;
}

interface RunOptions {
  /** Milliseconds that the work may take before the process counts as stuck. */
  patience: number;
  /** How much of this kind may wait: who comes later is refused. */
  mostWaiting?: number;
  signal?: AbortSignal | undefined;
}

interface Task {
  id: number;
  work: WorkName;
  input: unknown;
  patience: number;
  /** How often the process has died while it read this file. */
  deaths: number;
  deadline?: NodeJS.Timeout;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** The process of the moment. */
interface Child {
  process: ChildProcess;
  isReady: boolean;
  said: string;
}

/**
 * A process of its own that reads files from outside (docs/decisions/026): what answers people neither waits for it nor
 * dies of it. It begins with the first file and ends when there was none for a while. When it dies or is stuck, every
 * file that it was reading is read once more, each alone; the one that ends it again is unreadable.
 */
export class ReadingProcess {
  readonly #options: Required<ProcessOptions>;
  readonly #running = new Map<number, Task>();
  /** Were being read when the process died: read alone before anything else. */
  readonly #suspects: Task[] = [];
  #waiting: Task[] = [];
  #child: Child | null = null;
  #last = 0;
  #ending: NodeJS.Timeout | undefined;

  constructor({ rest = 30_000, ...options }: ProcessOptions) {
    this.#options = { rest, ...options };
  }

  /**
   * @throws UnreadableFile when the file ended the process twice; AppError `rate-limited` when too much of this kind
   * waits already; any error of the work itself, and when the process cannot begin
   */
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

  /** Begins what may begin now; a suspect has the process for itself. */
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
    // The site's own end is not held up: the process ends with the connection to it.
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
    // A group of its own, so that what it has begun ends with it, and no keyboard's signal reaches it.
    const begun = fork(program, [], {
      execPath,
      execArgv,
      serialization: 'advanced',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    stepAside(begun, priority);
    const child: Child = { process: begun, isReady: false, said: '' };
    begun.stderr!.setEncoding('utf8').on('data', (text: string) => {
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

  /** The process is gone with all that it was reading. */
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

  /** Nobody waits for it any more. */
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

/** What cannot be told any more is told by the end of the process. */
const send = ({ process: one }: Child, call: object) => one.connected && one.send(call, () => {});

/** Ends a process with all that it has begun. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
}
