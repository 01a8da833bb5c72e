/** Seconds before each automatic retry after the connection was lost; then the listener has to ask. */
const retryDelays = [2, 4, 8, 15, 30] as const;
/** Seconds of playback after which a track counts as healthy again. */
const proof = 1;

/** Counts recovery attempts per track, so that retries never go on without end. */
export class Recovery {
  #isRenewed = false;
  #renewedAt = 0;
  #retries = 0;

  /** Another track, or a click on the same one: all attempts are available again. */
  reset(): void {
    this.#isRenewed = false;
    this.#retries = 0;
  }

  /** Playback is requested again: the address may be renewed again. */
  asked(): void {
    this.#isRenewed = false;
  }

  /** Playback reached this second. */
  heard(time: number): void {
    if (time > this.#renewedAt + proof) this.reset();
  }

  /** Whether to renew the address at this second: once, until playback has advanced (PLY-18). */
  mayRenew(time: number): boolean {
    if (this.#isRenewed) return false;
    this.#isRenewed = true;
    this.#renewedAt = time;
    return true;
  }

  /** Milliseconds before the next retry; null: no more retries. */
  nextRetry(): number | null {
    const seconds = retryDelays[this.#retries];
    this.#retries++;
    return seconds === undefined ? null : seconds * 1000;
  }
}
