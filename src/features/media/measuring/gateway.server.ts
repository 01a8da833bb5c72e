import { type ChildProcess, fork } from 'node:child_process';
import { stepAside } from '#platform/background.server.ts';
import { type measureSound, UnreadableSound } from '../audio/gateway.server.ts';
import type { SoundFacts } from '../audio/model.ts';
import type { SoundType } from '../sound-type.ts';

/** What the process that measures is told: to measure a file, or that nobody waits for it any more. */
export type MeasuringCall =
  | { id: number; path: string; type: SoundType; ffmpegFolder: string | undefined }
  | { id: number; stop: true };
/** What it answers. */
export type MeasuringAnswer =
  | { id: number; facts: SoundFacts }
  | { id: number; failure: string; isUnreadable: boolean };

/** Node's switches for it: it holds no more than a few seconds of sound. */
const switches = ['--max-semi-space-size=4', '--max-old-space-size=96'];

interface Waiting {
  resolve(facts: SoundFacts): void;
  reject(error: unknown): void;
}

/**
 * `measureSound` in a process of its own, of the lowest priority: what answers listeners neither starts programs nor
 * listens to samples meanwhile (docs/decisions/026). It begins with the first sound and ends when there was none for a
 * while. When it ends by itself all that was being measured fails, and the next sound begins another.
 * @param program the file that it runs: server/measuring.ts, built
 * @param rest milliseconds without a sound after which it ends
 */
export function measureElsewhere(program: string, rest = 30_000): typeof measureSound {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | null = null;
  let last = 0;
  let ending: NodeJS.Timeout | undefined;

  function begin(): ChildProcess {
    const begun = fork(program, [], {
      serialization: 'advanced',
      execArgv: switches,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    stepAside(begun);
    // The site's own end is not held up: the process ends with the connection to it.
    begun.unref();
    begun.channel?.unref();
    begun.on('message', (answer: MeasuringAnswer) => {
      const one = waiting.get(answer.id);
      if ('facts' in answer) one?.resolve(answer.facts);
      else one?.reject(answer.isUnreadable ? new UnreadableSound(answer.failure) : new Error(answer.failure));
    });
    const lose = (error: Error) => {
      if (child !== begun) return;
      child = null;
      for (const { reject } of waiting.values()) reject(error);
    };
    begun.on('error', lose);
    begun.once('exit', (code, signal) => lose(new Error(`measuring ended with ${signal ?? code}`)));
    return begun;
  }

  return async (...[path, type, { ffmpegFolder, signal } = {}]: Parameters<typeof measureSound>) => {
    signal?.throwIfAborted();
    clearTimeout(ending);
    child ??= begin();
    const mine = child;
    const id = ++last;
    // What cannot be told any more is told by the end of the process.
    const send = (call: MeasuringCall) => mine.connected && mine.send(call, () => {});
    let giveUp = () => {};
    try {
      return await new Promise<SoundFacts>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        giveUp = () => {
          send({ id, stop: true });
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', giveUp);
        send({ id, path, type, ffmpegFolder });
      });
    } finally {
      signal?.removeEventListener('abort', giveUp);
      waiting.delete(id);
      if (waiting.size === 0 && child === mine) {
        ending = setTimeout(() => {
          child = null;
          mine.disconnect();
        }, rest).unref();
      }
    }
  };
}
