import type { Position } from './model.ts';

/** Milliseconds between two reads of the position during playback. */
const tick = 66;

/** The site's one audio element, in the document but hidden. Knows bytes and seconds only. */
export class Sound {
  readonly element = document.createElement('audio');
  #trackId: string | null = null;
  /** A seek that waits until the previous one has finished. */
  #jump: number | null = null;
  #frame = 0;

  constructor() {
    this.element.preload = 'auto';
    this.element.hidden = true;
    document.body.append(this.element);
    this.element.addEventListener('seeked', () => {
      const to = this.#jump;
      this.#jump = null;
      if (to !== null) this.element.currentTime = to;
    });
  }

  get trackId(): string | null {
    return this.#trackId;
  }

  /** Loads a track from an address at a position; reuses what is already loaded. */
  put(trackId: string, url: string, from: number): void {
    const { element } = this;
    element.preload = 'auto';
    this.#jump = null;
    const isThere = this.#trackId === trackId && !element.error && element.getAttribute('src') === url;
    this.#trackId = trackId;
    if (!isThere) element.src = url;
    if (element.currentTime !== from) element.currentTime = from;
  }

  /** Loads the prefetched beginning of a track and no more; a later `put` reuses it. */
  ready(trackId: string, url: string): void {
    this.put(trackId, url, 0);
    this.element.preload = 'metadata';
  }

  empty(): void {
    this.#trackId = null;
    this.#jump = null;
    this.element.removeAttribute('src');
    this.element.load();
  }

  /** Seeks. While one seek is in flight only the latest target is kept, so that a drag makes few requests. */
  jump(to: number): void {
    if (this.element.seeking) this.#jump = to;
    else this.element.currentTime = to;
  }

  /** Calls `look` on each frame while the page is visible, until it returns false. One caller at a time. */
  whileSeen(look: () => boolean, last = 0): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame((now) => {
      const isDue = now - last >= tick;
      if (!isDue || look()) this.whileSeen(look, isDue ? now : last);
    });
  }

  /** Whether everything from a second to the end is buffered, so that no more requests follow. */
  hasRest(from: number): boolean {
    return this.#arrivedAfter(from) >= this.element.duration - 0.1;
  }

  /** The current position; null while there is none. Keeps values of `known` that the element does not report. */
  read(known: Position): Position | null {
    const { element } = this;
    if (element.readyState < HTMLMediaElement.HAVE_METADATA || this.#jump !== null) return null;
    const time = element.currentTime;
    const duration = Number.isFinite(element.duration) ? element.duration : known.duration;
    const buffered = this.#arrivedAfter(time);
    const isSame = time === known.time && duration === known.duration && buffered === known.buffered;
    return isSame ? null : { time, duration, buffered };
  }

  #arrivedAfter(time: number): number {
    const { buffered } = this.element;
    for (let at = 0; at < buffered.length; at++) {
      if (buffered.start(at) <= time + 0.1 && time <= buffered.end(at)) return buffered.end(at);
    }
    return time;
  }
}
