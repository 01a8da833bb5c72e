/** Event on `window` and channel between tabs, by which whatever begins to sound silences all else (PLY-14). */
export const soundEvent = 'sonoteca:sound';

const source = 'player';

/** The player's part in that: one sound at a time in this page and over all tabs. */
export class SoundTurn {
  readonly #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(soundEvent);

  /** @param onOther something else began to sound, here or in another tab. */
  constructor(onOther: () => void) {
    this.#channel?.addEventListener('message', onOther);
    window.addEventListener(soundEvent, (event) => {
      if ((event as CustomEvent<{ source?: string }>).detail?.source !== source) onOther();
    });
  }

  /** The player begins to sound. */
  take(): void {
    this.#channel?.postMessage({ source });
    window.dispatchEvent(new CustomEvent(soundEvent, { detail: { source } }));
  }
}
