import { earlySound } from '#platform/early-clicks.ts';
import { SoundTurn } from '#platform/sound-turn.ts';
import { samplePath } from './sample.ts';

export interface SampleState {
  trackId: string | null;
  status: 'idle' | 'loading' | 'playing' | 'paused' | 'failed';
}

/** One audio element for all samples; stops when the big player or another tab plays. */
class SamplePlayer {
  #audio: HTMLAudioElement | null = null;
  #turn: SoundTurn | null = null;
  #state: SampleState = { trackId: null, status: 'idle' };
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getState = (): SampleState => this.#state;

  get time(): number {
    return this.#audio?.currentTime ?? 0;
  }

  /** Played part of the current sample, 0 to 1. */
  get progress(): number {
    const length = this.#audio?.duration;
    return length && Number.isFinite(length) ? Math.min(1, this.time / length) : 0;
  }

  /** Plays this sample, or pauses it when it plays. */
  toggle(trackId: string): void {
    const { trackId: current, status } = this.#state;
    if (current === trackId && (status === 'playing' || status === 'loading')) this.pause();
    else void this.#play(trackId);
  }

  pause(): void {
    this.#turn?.release();
    this.#audio?.pause();
    if (this.#state.status !== 'idle') this.#set({ ...this.#state, status: 'paused' });
  }

  /** Plays a sample from a position, 0 to 1. */
  seek(trackId: string, fraction: number): void {
    if (this.#state.trackId !== trackId || !this.#audio) return;
    if (Number.isFinite(this.#audio.duration)) this.#audio.currentTime = fraction * this.#audio.duration;
    if (this.#state.status !== 'playing') void this.#play(trackId);
  }

  async #play(trackId: string): Promise<void> {
    const audio = this.#open();
    const path = samplePath(trackId);
    if (audio.getAttribute('src') !== path || audio.error) audio.src = path;
    this.#set({ trackId, status: 'loading' });
    this.#turn?.claim();
    try {
      await audio.play();
      // It reports nothing more when it has begun before.
      if (this.#state.trackId === trackId && this.#state.status === 'loading') this.#begin();
    } catch (error) {
      const { name } = error as Error;
      if (name === 'AbortError' || this.#state.trackId !== trackId) return;
      // A browser that wants another click can be given one.
      this.#set({ trackId, status: name === 'NotAllowedError' ? 'paused' : 'failed' });
    }
  }

  #open(): HTMLAudioElement {
    if (this.#audio) return this.#audio;
    const audio = earlySound() ?? new Audio();
    const status = (next: SampleState['status']) => () => {
      if (this.#state.trackId) this.#set({ ...this.#state, status: next });
    };
    audio.addEventListener('playing', () => this.#begin());
    audio.addEventListener('waiting', status('loading'));
    audio.addEventListener('error', status('failed'));
    audio.addEventListener('ended', () => {
      audio.currentTime = 0;
      this.pause();
    });
    this.#turn = new SoundTurn(() => this.pause());
    this.#audio = audio;
    return audio;
  }

  #begin(): void {
    if (!this.#state.trackId) return;
    this.#turn?.take();
    this.#set({ ...this.#state, status: 'playing' });
  }

  #set(state: SampleState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export const samples = new SamplePlayer();
