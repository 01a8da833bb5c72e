import { readKept, writeKept } from './kept.ts';

/** Name of the BroadcastChannel between everything that plays, in all tabs, and of their shared counter. */
export const soundChannel = 'sonoteca:sound';

/** A request to play. Numbers count up over all tabs; on a tie the id decides. */
interface Claim {
  number: number;
  id: string;
}

const isLater = (one: Claim, other: Claim): boolean =>
  one.number === other.number ? one.id > other.id : one.number > other.number;

/** The highest number seen by this tab: the fallback where localStorage is unavailable. */
let highest = 0;

const hear = (number: number): void => {
  if (Number.isSafeInteger(number)) highest = Math.max(highest, number);
};

function nextNumber(): number {
  hear(Number(readKept(soundChannel)));
  highest += 1;
  writeKept(soundChannel, String(highest));
  return highest;
}

/**
 * Lets only one thing play at a time, in this page and over all tabs (PLY-14); everything that plays holds one. The
 * latest request wins. The order is a counter shared by all tabs, because the clock of a tab stands still while its
 * computer sleeps. Whoever starts announces it; a later claim that already plays announces itself again, so that a
 * lost or late message never leaves two playing.
 */
export class SoundTurn {
  readonly #channel = new BroadcastChannel(soundChannel);
  readonly #id = Math.random().toString(36).slice(2);
  #claim: Claim | null = null;
  #isSounding = false;

  /** @param onOther called when something else plays, here or in another tab */
  constructor(onOther: () => void) {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Claim>) => {
      hear(data.number);
      if (!this.#claim) return;
      if (isLater(data, this.#claim)) {
        this.release();
        onOther();
      } else if (this.#isSounding) this.take();
    });
  }

  /** Requests to play; other sounds continue until `take`. */
  claim(): void {
    this.#claim = { number: nextNumber(), id: this.#id };
    this.#isSounding = false;
  }

  /** Called when playback starts or resumes after a stall. @returns false when a newer request exists */
  take(): boolean {
    if (!this.#claim) return false;
    this.#isSounding = true;
    this.#channel.postMessage(this.#claim);
    return true;
  }

  release(): void {
    this.#claim = null;
    this.#isSounding = false;
  }

  close(): void {
    this.release();
    this.#channel.close();
  }
}
