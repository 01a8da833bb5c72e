import type { Position } from './model.ts';

/** Milliseconds between two reads of the position during playback. */
const tick = 66;

/** Tracks that are kept loaded beside the one that is heard. */
export const mostLoaded = 3;

/** An audio element with what is loaded into it. */
class Deck {
  readonly element = document.createElement('audio');
  trackId: string | null = null;
  /** A seek that waits until the previous one has finished. */
  jump: number | null = null;

  constructor() {
    this.element.hidden = true;
    this.element.addEventListener('seeked', () => {
      const to = this.jump;
      this.jump = null;
      if (to !== null) this.element.currentTime = to;
    });
  }

  holds(trackId: string, url: string): boolean {
    const { element } = this;
    return this.trackId === trackId && !element.error && element.getAttribute('src') === url;
  }

  put(trackId: string, url: string, from: number): void {
    this.jump = null;
    if (!this.holds(trackId, url)) this.element.src = url;
    this.trackId = trackId;
    if (this.element.currentTime !== from) this.element.currentTime = from;
  }

  empty(): void {
    this.jump = null;
    if (this.trackId === null && !this.element.hasAttribute('src')) return;
    this.trackId = null;
    this.element.removeAttribute('src');
    this.element.load();
  }
}

/**
 * The site's one sound: of several audio elements the one that is heard stands in the document, hidden; the others hold
 * what is likely to be heard next, and take its place. Knows bytes and seconds only.
 */
export class Sound {
  #heard = new Deck();
  /** The one that was used last comes first. */
  readonly #spare: Deck[] = [];
  readonly #listeners: [type: keyof HTMLMediaElementEventMap, run: (audio: HTMLAudioElement) => void][] = [];
  #frame = 0;

  constructor() {
    document.body.append(this.element);
  }

  /** What is heard, or will be; another one after `put`. */
  get element(): HTMLAudioElement {
    return this.#heard.element;
  }

  get trackId(): string | null {
    return this.#heard.trackId;
  }

  /** Listens to whichever element is heard. */
  on(type: keyof HTMLMediaElementEventMap, run: (audio: HTMLAudioElement) => void): void {
    this.#listeners.push([type, run]);
    for (const { element } of [this.#heard, ...this.#spare]) this.#hear(element, type, run);
  }

  #hear(
    audio: HTMLAudioElement,
    type: keyof HTMLMediaElementEventMap,
    run: (audio: HTMLAudioElement) => void,
  ): void {
    audio.addEventListener(type, () => {
      if (audio === this.element) run(audio);
    });
  }

  /** Loads a track from an address at a position; reuses what is already loaded. */
  put(trackId: string, url: string, from: number): void {
    const loaded = this.#spare.find((deck) => deck.holds(trackId, url));
    // Safari lets an element that nobody has touched play within a click or key only.
    if (loaded && !this.#heard.holds(trackId, url) && navigator.userActivation?.isActive) this.#take(loaded);
    this.element.preload = 'auto';
    this.#heard.put(trackId, url, from);
  }

  /** Another element takes the place of the one that is heard, which falls silent and stays loaded. */
  #take(deck: Deck): void {
    const before = this.#heard;
    before.element.pause();
    deck.element.volume = before.element.volume;
    deck.element.muted = before.element.muted;
    this.#heard = deck;
    this.#spare.splice(this.#spare.indexOf(deck), 1);
    this.#spare.unshift(before);
    before.element.replaceWith(deck.element);
  }

  /** Loads the beginning of a track beside the one that is heard; a later `put` takes it. */
  ready(trackId: string, url: string, from: number): void {
    if (this.#heard.holds(trackId, url)) return;
    const deck = this.#spare.find((each) => each.holds(trackId, url)) ?? this.#freeDeck();
    this.#spare.splice(this.#spare.indexOf(deck), 1);
    this.#spare.unshift(deck);
    // No more than it needs to begin.
    deck.element.preload = 'metadata';
    deck.put(trackId, url, from);
  }

  #freeDeck(): Deck {
    const oldest = this.#spare.at(-1);
    if (oldest && this.#spare.length >= mostLoaded) return oldest;
    const deck = new Deck();
    for (const [type, run] of this.#listeners) this.#hear(deck.element, type, run);
    this.#spare.push(deck);
    return deck;
  }

  /** Unloads what is heard. */
  empty(): void {
    this.#heard.empty();
  }

  /** Unloads everything. */
  clear(): void {
    for (const deck of [this.#heard, ...this.#spare]) deck.empty();
  }

  /** Seeks. While one seek is in flight only the latest target is kept, so that a drag makes few requests. */
  jump(to: number): void {
    if (this.element.seeking) this.#heard.jump = to;
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

  /**
   * The current position; null while there is none. A measured length stays: the element's is an estimate for some files.
   */
  read(known: Position): Position | null {
    const { element } = this;
    if (element.readyState < HTMLMediaElement.HAVE_METADATA || this.#heard.jump !== null) return null;
    const duration = known.duration || (Number.isFinite(element.duration) ? element.duration : 0);
    const time = duration > 0 ? Math.min(element.currentTime, duration) : element.currentTime;
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
