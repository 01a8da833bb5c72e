import type { StoreApi } from 'zustand/vanilla';
import { AddressBook, AddressRefused } from './address-book.ts';
import { Heads } from './heads.ts';
import { MediaKeys } from './media-keys.ts';
import { type Position, playerTexts } from './model.ts';
import {
  canStep,
  type Playback,
  pause,
  resume,
  soundAwaited,
  soundBegan,
  soundFailed,
  soundRefused,
  step,
  stop,
  trackEnded,
  trackOf,
} from './playback.ts';
import { Sound } from './sound.ts';
import { SoundTurn } from './sound-turn.ts';

/** Milliseconds between two readings of the position while sound plays. */
const tick = 66;
/** How often a track is tried with a new address before it counts as broken. */
const maxRenewals = 2;
/** Milliseconds of silence in the middle of a track that nobody needs to be told of. */
const hiccup = 200;

/**
 * The sound itself: one audio element that follows the playback store and tells it how far it is. It decides
 * nothing: what is to play is in the store, and every change of the store is brought to the element.
 */
export class Engine {
  readonly addresses = new AddressBook();
  readonly heads = new Heads(this.addresses);
  readonly #sound = new Sound();
  readonly #playback: StoreApi<Playback>;
  readonly #position: StoreApi<Position>;
  readonly #soundTurn: SoundTurn;
  readonly #mediaKeys: MediaKeys;
  /** The turn whose track is in the audio element; -1: none. */
  #open = -1;
  #renewals = 0;
  /** Where the last new address was needed. */
  #renewedAt = 0;
  /** The line was lost while sound was wanted. */
  #lost = false;
  #frame = 0;

  constructor(playback: StoreApi<Playback>, position: StoreApi<Position>) {
    this.#playback = playback;
    this.#position = position;
    this.#soundTurn = new SoundTurn(() => this.#change(pause));
    this.#mediaKeys = new MediaKeys({
      play: () => this.#change(resume),
      pause: () => this.#change(pause),
      stop: () => this.#change(stop),
      next: () => this.#change((state) => step(state, 1)),
      previous: () => this.#change((state) => step(state, -1)),
      seek: (time) => this.seek(time),
      seekBy: (seconds) => this.seek(position.getState().time + seconds),
    });
    this.#listen();
    const now = playback.getState();
    this.#follow(now, { ...now, wanted: false });
    playback.subscribe((state, before) => this.#follow(state, before));
  }

  /** Jumps to a second of the current track; beyond its ends it stops there (PLY-10). */
  seek(time: number): void {
    const state = this.#playback.getState();
    if (!trackOf(state)) return;
    const { duration } = this.#position.getState();
    const to = Math.max(0, Math.min(time, duration > 0 ? duration : time));
    this.#position.setState({ time: to });
    this.#mediaKeys.showPosition(this.#position.getState());
    if (this.#open !== state.turn) return;
    if (this.#isStale(to)) {
      this.#open = -1;
      if (state.wanted) this.#load();
    } else this.#sound.jump(to);
  }

  #change(transition: (state: Playback) => Playback): void {
    this.#playback.setState(transition(this.#playback.getState()));
  }

  #follow(state: Playback, before: Playback): void {
    const audio = this.#sound.element;
    audio.volume = state.volume;
    audio.muted = state.muted;
    this.#mediaKeys.show(state);
    if (state.turn !== before.turn) this.#renewals = 0;
    if (state.wanted && (!before.wanted || state.turn !== before.turn)) {
      const canGoOn = this.#open === state.turn && !this.#isStale(audio.currentTime);
      if (canGoOn) this.#play();
      else this.#load();
    } else if (!state.wanted && before.wanted) audio.pause();
    if (state.index === null && this.#open >= 0) this.#unload();
  }

  /** Brings the current track into the element, at the position where it is to begin. */
  #load(): void {
    const { turn } = this.#playback.getState();
    const track = trackOf(this.#playback.getState())!;
    this.#open = -1;
    this.heads.fetchSoon(null);
    const ready = this.addresses.peek(track.id);
    if (ready) {
      this.#begin(ready, turn);
      return;
    }
    this.#sound.empty();
    // Within the click: from now on Safari lets this element sound when the address has come.
    this.#sound.element.play().catch(() => {});
    this.addresses.get(track.id).then(
      (url) => this.#begin(url, turn),
      (error: unknown) => this.#fail(turn, error),
    );
  }

  #begin(url: string, turn: number): void {
    const state = this.#playback.getState();
    if (state.turn !== turn || !state.wanted) return;
    const { time, duration } = this.#position.getState();
    this.#open = turn;
    this.#sound.put(trackOf(state)!.id, url, duration > 0 && time > duration - 0.1 ? 0 : time);
    this.#play();
  }

  #play(): void {
    const turn = this.#open;
    this.#sound.element.play().catch((error: unknown) => {
      const isOurs = this.#open === turn && this.#playback.getState().wanted;
      if (isOurs && (error as DOMException).name === 'NotAllowedError') this.#change(soundRefused);
    });
  }

  #unload(): void {
    this.#open = -1;
    this.heads.fetchSoon(null);
    this.addresses.clear();
    this.#sound.empty();
  }

  /** The element cannot go on: usually the address has ended, so a new one takes over at the same place (PLY-18). */
  #recover(): void {
    const state = this.#playback.getState();
    const track = trackOf(state);
    const { error } = this.#sound.element;
    const code = error?.code;
    if (!track || this.#open !== state.turn || code === MediaError.MEDIA_ERR_ABORTED) return;
    this.#open = -1;
    if (!state.wanted) return;
    if (code === MediaError.MEDIA_ERR_DECODE || this.#renewals >= maxRenewals) {
      this.#fail(state.turn, error);
      return;
    }
    this.#renewals++;
    this.#renewedAt = this.#position.getState().time;
    this.#change(soundAwaited);
    this.addresses.renew(track.id).then(
      (url) => this.#begin(url, state.turn),
      (refusal: unknown) => this.#fail(state.turn, refusal),
    );
  }

  #fail(turn: number, error: unknown): void {
    const state = this.#playback.getState();
    if (state.turn !== turn || !state.wanted) return;
    this.#open = -1;
    this.#lost = error instanceof AddressRefused && error.isOffline;
    console.warn('A faixa não tocou:', trackOf(state)?.id, error);
    this.#change((now) =>
      soundFailed(now, error instanceof AddressRefused ? error.message : playerTexts.broken),
    );
  }

  #listen(): void {
    const audio = this.#sound.element;
    const on = (type: keyof HTMLMediaElementEventMap, run: () => void) =>
      audio.addEventListener(type, () => {
        if (this.#open === this.#playback.getState().turn) run();
      });
    on('playing', () => this.#began());
    on('waiting', () => {
      setTimeout(() => {
        if (audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) this.#change(soundAwaited);
      }, hiccup);
    });
    on('error', () => this.#recover());
    on('pause', () => {
      if (audio.paused && !audio.ended) this.#change(pause);
    });
    on('ended', () => {
      this.#read();
      this.#change(trackEnded);
    });
    on('timeupdate', () => this.#read());
    on('progress', () => this.#read());
    on('durationchange', () => {
      this.#read();
      this.#mediaKeys.showPosition(this.#position.getState());
    });
    on('seeked', () => this.#mediaKeys.showPosition(this.#position.getState()));
    window.addEventListener('online', () => {
      if (this.#lost) this.#change(resume);
      this.#lost = false;
    });
  }

  #began(): void {
    const { turn } = this.#playback.getState();
    this.#lost = false;
    this.#soundTurn.take();
    this.#change(soundBegan);
    this.#mediaKeys.showPosition(this.#position.getState());
    this.#run(turn, 0);
    const state = this.#playback.getState();
    this.heads.fetchSoon(canStep(state) ? trackOf(step(state, 1))!.id : null);
  }

  /** Reads the position while sound comes out and somebody can see it. */
  #run(turn: number, last: number): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame((now) => {
      const state = this.#playback.getState();
      if (state.turn !== turn || !state.playing) return;
      const isDue = now - last >= tick;
      if (isDue) this.#read();
      this.#run(turn, isDue ? now : last);
    });
  }

  /** Reads the element's position into the store. */
  #read(): void {
    const position = this.#sound.read(this.#position.getState());
    if (!position) return;
    if (position.time > this.#renewedAt + 1) this.#renewals = 0;
    this.#position.setState(position);
  }

  /**
   * Whether the address has ended and sound from this second on would need it: then a new one is fetched first,
   * instead of being refused.
   */
  #isStale(time: number): boolean {
    const { trackId } = this.#sound;
    return !(trackId && this.addresses.peek(trackId)) && !this.#sound.hasRest(time);
  }
}
