import type { Position } from './model.ts';

/** Milliseconds between two looks at the position while sound plays. */
const tick = 66;

/** The audio element of the site: made once, in the document but never seen. Knows bytes and seconds, nothing else. */
export class Sound {
  readonly element = document.createElement('audio');
  /** The track whose bytes the element has. */
  #trackId: string | null = null;
  /** A jump that waits until the one before it has landed. */
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

  /** Takes a track's bytes from an address, from a second on; what is there already is not fetched again. */
  put(trackId: string, url: string, from: number): void {
    const { element } = this;
    element.preload = 'auto';
    this.#jump = null;
    const isThere = this.#trackId === trackId && !element.error && element.getAttribute('src') === url;
    this.#trackId = trackId;
    if (!isThere) element.src = url;
    if (element.currentTime !== from) element.currentTime = from;
  }

  /** Opens a track whose beginning was fetched, and takes no more of it; `put` then finds it there. */
  ready(trackId: string, url: string): void {
    this.put(trackId, url, 0);
    this.element.preload = 'metadata';
  }

  /** Falls silent and lets the bytes go. */
  empty(): void {
    this.#trackId = null;
    this.#jump = null;
    this.element.removeAttribute('src');
    this.element.load();
  }

  /** Moves to a second. While one jump is under way only the last wish counts: a drag makes few requests. */
  jump(to: number): void {
    if (this.element.seeking) this.#jump = to;
    else this.element.currentTime = to;
  }

  /** Calls again and again, while somebody can see it, until the answer is no. One caller at a time. */
  whileSeen(look: () => boolean, last = 0): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame((now) => {
      const isDue = now - last >= tick;
      if (!isDue || look()) this.whileSeen(look, isDue ? now : last);
    });
  }

  /** Whether all sound from a second to the end has arrived, so that no more bytes will be asked for. */
  hasRest(from: number): boolean {
    return this.#arrivedAfter(from) >= this.element.duration - 0.1;
  }

  /** Where the sound is; null while there is nothing to say. `known` is kept where the element knows less. */
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
