import type { StoreApi } from 'zustand/vanilla';
import { SoundTurn } from '#platform/sound-turn.ts';
import { AddressBook, AddressRefused } from './address-book.ts';
import { Heads } from './heads.ts';
import { levelGain } from './level.ts';
import { MediaKeys } from './media-keys.ts';
import { type LikelyTrack, type Position, playerTexts } from './model.ts';
import * as transitions from './playback.ts';
import { canStep, type Playback, trackOf } from './playback.ts';
import { Recovery } from './recovery.ts';
import { mostLoaded, Sound } from './sound.ts';

/** Milliseconds of stall within a track that need no message. */
const hiccup = 200;

/** Drives the sound from the playback store and reports back; the store decides what to play. */
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
  readonly #recovery = new Recovery();
  /** The last turn that was counted as a play. */
  #counted = -1;
  /** Timer of the next retry after the connection was lost. */
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isHeld = false;

  constructor(playback: StoreApi<Playback>, position: StoreApi<Position>) {
    this.#playback = playback;
    this.#position = position;
    this.#soundTurn = new SoundTurn(() => this.#change(transitions.pause));
    this.#mediaKeys = new MediaKeys({
      play: () => this.#change(transitions.resume),
      pause: () => this.#change(transitions.pause),
      stop: () => this.#change(transitions.stop),
      next: () => this.#change((state) => transitions.step(state, 1)),
      previous: () => this.#change((state) => transitions.step(state, -1)),
      seek: (time) => this.seek(time),
      seekBy: (seconds) => this.seek(position.getState().time + seconds),
    });
    this.#listen();
    const now = playback.getState();
    this.#follow(now, { ...now, wanted: false });
    playback.subscribe((state, before) => this.#follow(state, before));
  }

  /** Seeks to a second of the current track, clamped to its length (PLY-10). */
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

  /** Loads a track that is likely to be played next, at the second where it will begin. */
  ready(trackId: string, from = 0): void {
    const url = this.addresses.peek(trackId);
    if (url) this.#sound.ready(trackId, url, from);
  }

  /** Prefetches these tracks, the likeliest first, and loads as many as are kept. */
  async prepareAll(likely: LikelyTrack[], signal: AbortSignal): Promise<void> {
    for (const [place, { trackId, from }] of likely.entries()) {
      const isThere = !signal.aborted && (await this.heads.fetch(trackId, signal));
      if (isThere && !signal.aborted && place < mostLoaded) this.ready(trackId, from);
    }
  }

  /** While the position is being dragged, the end of the track does not start the next one (PLY-10). */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (!isHeld && this.#sound.element.ended) this.#end();
  }

  #end(): void {
    this.#read();
    if (!this.#isHeld) this.#change(transitions.trackEnded);
  }

  #change(transition: (state: Playback) => Playback): void {
    this.#playback.setState(transition(this.#playback.getState()));
  }

  #follow(state: Playback, before: Playback): void {
    const audio = this.#sound.element;
    audio.volume = state.levelled ? state.volume * levelGain(trackOf(state)) : state.volume;
    audio.muted = state.muted;
    if (state.turn !== before.turn) this.#recovery.reset();
    if (state.wanted || state.turn !== before.turn) clearTimeout(this.#retry);
    if (state.wanted && (!before.wanted || state.turn !== before.turn)) {
      this.#recovery.asked();
      this.#soundTurn.claim();
      const canGoOn = this.#open === state.turn && !this.#isStale(audio.currentTime);
      if (canGoOn) this.#play();
      else this.#load();
    } else if (!state.wanted && before.wanted) {
      this.#soundTurn.release();
      audio.pause();
    }
    if (state.index === null && before.index !== null) this.#unload();
    this.#mediaKeys.show(state);
  }

  #load(): void {
    const { turn } = this.#playback.getState();
    const track = trackOf(this.#playback.getState());
    if (!track) return;
    this.#open = -1;
    this.heads.fetchSoon(null);
    const ready = this.addresses.peek(track.id);
    if (ready) {
      this.#begin(ready, turn);
      return;
    }
    this.#sound.empty();
    // Called within the click: Safari then allows this element to play once the address arrives.
    this.#sound.element.play().catch(() => {});
    this.addresses.get(track.id).then(
      (url) => this.#begin(url, turn),
      (error: unknown) => this.#fail(turn, error),
    );
  }

  #begin(url: string, turn: number): void {
    const state = this.#playback.getState();
    const track = trackOf(state);
    if (!track || state.turn !== turn || !state.wanted) return;
    const { time, duration } = this.#position.getState();
    this.#open = turn;
    this.#sound.put(track.id, url, duration > 0 && time > duration - 0.1 ? 0 : time);
    this.#play();
  }

  #play(): void {
    const turn = this.#open;
    this.#sound.element.play().catch((error: unknown) => {
      const isOurs = this.#open === turn && this.#playback.getState().wanted;
      if (isOurs && (error as DOMException).name === 'NotAllowedError')
        this.#change(transitions.soundRefused);
    });
  }

  #unload(): void {
    this.#open = -1;
    this.heads.fetchSoon(null);
    this.addresses.clear();
    this.#sound.clear();
  }

  /** The element failed, usually by an expired address: continue with a new one (PLY-18). */
  #recover(): void {
    const state = this.#playback.getState();
    const track = trackOf(state);
    const { error } = this.#sound.element;
    const code = error?.code;
    if (!track || this.#open !== state.turn || code === MediaError.MEDIA_ERR_ABORTED) return;
    this.#open = -1;
    if (!state.wanted) return;
    if (code === MediaError.MEDIA_ERR_DECODE || !this.#recovery.mayRenew(this.#position.getState().time)) {
      this.#fail(state.turn, error);
      return;
    }
    this.#change(transitions.soundAwaited);
    this.addresses.renew(track.id).then(
      (url) => this.#begin(url, state.turn),
      (refusal: unknown) => this.#fail(state.turn, refusal),
    );
  }

  #fail(turn: number, error: unknown): void {
    const state = this.#playback.getState();
    if (state.turn !== turn || !state.wanted) return;
    this.#open = -1;
    console.warn('A faixa não tocou:', trackOf(state)?.id, error);
    let text: string = playerTexts.broken;
    if (error instanceof AddressRefused) {
      const isTriedAgain = error.isUnanswered && this.#retryLater();
      text = isTriedAgain ? `${error.message} ${playerTexts.again}` : error.message;
    }
    this.#change((now) => transitions.soundFailed(now, text));
  }

  /** The connection is lost: schedules a retry. @returns whether one is scheduled */
  #retryLater(): boolean {
    const delay = this.#recovery.nextRetry();
    if (delay === null) return false;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#change(transitions.resume), delay);
    return true;
  }

  #listen(): void {
    const on = (type: keyof HTMLMediaElementEventMap, run: (audio: HTMLAudioElement) => void) =>
      this.#sound.on(type, (audio) => {
        if (this.#open === this.#playback.getState().turn) run(audio);
      });
    on('playing', () => this.#began());
    on('waiting', (audio) => {
      const at = audio.currentTime;
      setTimeout(() => {
        // After a seek WebKit may play on without saying that it has data again.
        const isStill = audio.seeking || audio.currentTime === at;
        const isShort = audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
        if (audio !== this.#sound.element || audio.paused || !isShort || !isStill) return;
        if (audio.seeking || !this.#sound.hasRest(at)) return this.#change(transitions.soundAwaited);
        // WebKit on a busy machine may wait for ever with everything buffered; paused and played it goes on.
        audio.pause();
        this.#play();
      }, hiccup);
    });
    on('error', () => this.#recover());
    on('pause', (audio) => {
      if (audio.paused && !audio.ended) this.#change(transitions.pause);
    });
    on('ended', () => this.#end());
    for (const news of ['timeupdate', 'progress'] as const) on(news, () => this.#read());
    on('durationchange', () => {
      this.#read();
      this.#mediaKeys.showPosition(this.#position.getState());
    });
    on('seeked', (audio) => {
      if (audio.paused && !audio.ended && this.#playback.getState().wanted) this.#play();
      this.#mediaKeys.showPosition(this.#position.getState());
    });
  }

  #began(): void {
    // A late event: playback was paused meanwhile, perhaps by another tab.
    if (!this.#playback.getState().wanted) return;
    this.#soundTurn.take();
    this.#change(transitions.soundBegan);
    const state = this.#playback.getState();
    if (this.#counted !== state.turn) navigator.sendBeacon('/functions/count-play');
    this.#counted = state.turn;
    this.#mediaKeys.showPosition(this.#position.getState());
    this.#sound.whileSeen(() => {
      const isOn = this.#open === state.turn && this.#playback.getState().playing;
      if (isOn) this.#read();
      return isOn;
    });
    const next = canStep(state) ? trackOf(transitions.step(state, 1)) : null;
    this.heads.fetchSoon(next?.id ?? null);
  }

  #read(): void {
    const position = this.#sound.read(this.#position.getState());
    if (!position) return;
    this.#recovery.heard(position.time);
    this.#position.setState(position);
  }

  /** Whether playing from `time` needs an expired address: then renew it first. */
  #isStale(time: number): boolean {
    const { trackId } = this.#sound;
    return !(trackId && this.addresses.peek(trackId)) && !this.#sound.hasRest(time);
  }
}
