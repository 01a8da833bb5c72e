/** Event on `window` and channel between tabs, by which whatever begins to sound silences all else (PLY-14). */
export const soundEvent = 'sonoteca:sound';

const source = 'player';

/** What tabs tell one another; samples of the landing page say no time and count as asked for just now. */
interface Claim {
  source: string;
  since?: number;
}

/** Milliseconds since 1970 by a clock that all tabs share and that never shows the same time twice in one tab. */
const now = (): number => performance.timeOrigin + performance.now();

/**
 * The player's part in that: one sound at a time in this page and over all tabs. Between two tabs whichever was asked
 * for last goes on, also when their messages cross: a sound that stalls and comes back says so again, and must not
 * silence the one that has just taken its place.
 */
export class SoundTurn {
  readonly #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(soundEvent);
  #since = 0;

  /** @param onOther something else began to sound, here or in another tab. */
  constructor(onOther: () => void) {
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Claim>) => {
      if (!(data.since !== undefined && data.since < this.#since)) onOther();
    });
    window.addEventListener(soundEvent, (event) => {
      if ((event as CustomEvent<Claim>).detail?.source !== source) onOther();
    });
  }

  /** Somebody asked for sound. */
  claim(): void {
    this.#since = now();
  }

  /** The player begins to sound. */
  take(): void {
    this.#channel?.postMessage({ source, since: this.#since } satisfies Claim);
    window.dispatchEvent(new CustomEvent<Claim>(soundEvent, { detail: { source } }));
  }
}
