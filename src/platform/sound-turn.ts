import { readKept, writeKept } from './kept.ts';

/** Name of the channel between all that can sound, in this tab and others, and of the number that they share. */
export const soundChannel = 'sonoteca:sound';

/** A wish for sound: numbers count up over all tabs; of equal ones, wished at once, the id decides. */
interface Claim {
  number: number;
  id: string;
}

const isLater = (one: Claim, other: Claim): boolean =>
  one.number === other.number ? one.id > other.id : one.number > other.number;

/** The highest number that this tab has heard of: what is left where the browser keeps nothing. */
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
 * One sound at a time, in this page and over all tabs (PLY-14): each thing that can sound has one of these. Whatever
 * was asked for last goes on. The order is a number that all tabs share, no clock: the clock of a tab stands still
 * while its computer sleeps. Whoever begins to sound says so; who was asked for later and sounds, says so again, so
 * that never two go on, whichever message was lost or came late.
 */
export class SoundTurn {
  readonly #channel = new BroadcastChannel(soundChannel);
  readonly #id = Math.random().toString(36).slice(2);
  /** What sound was last asked for here, as long as it is wanted. */
  #claim: Claim | null = null;
  #isSounding = false;

  /** @param onOther something else sounds, here or in another tab: be silent. */
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

  /** Somebody asked for sound here; what sounds elsewhere goes on until this does. */
  claim(): void {
    this.#claim = { number: nextNumber(), id: this.#id };
    this.#isSounding = false;
  }

  /** The sound begins, or goes on after it stalled. @returns whether it may: something else may have come first */
  take(): boolean {
    if (!this.#claim) return false;
    this.#isSounding = true;
    this.#channel.postMessage(this.#claim);
    return true;
  }

  /** No sound is wanted here any more. */
  release(): void {
    this.#claim = null;
    this.#isSounding = false;
  }

  /** Nothing will sound here any more. */
  close(): void {
    this.release();
    this.#channel.close();
  }
}
