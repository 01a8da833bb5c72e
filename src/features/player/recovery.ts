/** Seconds until each new try after the line was lost; after the last one the listener has to ask. */
const retryDelays = [2, 4, 8, 15, 30] as const;
/** Seconds of sound after which a track counts as sound again. */
const proof = 1;

/** Counts what was done for a track that could not go on, so that it is helped and never asked for without end. */
export class Recovery {
  #isRenewed = false;
  #renewedAt = 0;
  #retries = 0;

  /** Another track, or the same one from a click: all help is there again. */
  reset(): void {
    this.#isRenewed = false;
    this.#retries = 0;
  }

  /** Sound is asked for again: a new address may help again. */
  asked(): void {
    this.#isRenewed = false;
  }

  /** Sound came out up to this second. */
  heard(time: number): void {
    if (time > this.#renewedAt + proof) this.reset();
  }

  /** Whether a new address may be tried at this second: once, until sound has come out again (PLY-18). */
  mayRenew(time: number): boolean {
    if (this.#isRenewed) return false;
    this.#isRenewed = true;
    this.#renewedAt = time;
    return true;
  }

  /** Milliseconds to wait before the next try on a lost line; null: no more tries. */
  nextRetry(): number | null {
    const seconds = retryDelays[this.#retries];
    this.#retries++;
    return seconds === undefined ? null : seconds * 1000;
  }
}
