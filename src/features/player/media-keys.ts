import { lookOf, type Position } from './model.ts';
import { canStep, type Playback, trackOf } from './playback.ts';

/** What media keys and the operating system's panel can request. */
export interface MediaOrders {
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  stop(): void;
  seek(time: number): void;
  seekBy(seconds: number): void;
}

/** Publishes what plays to the operating system, and handles its media keys (PLY-15). */
export class MediaKeys {
  readonly #session = typeof navigator === 'undefined' ? undefined : navigator.mediaSession;
  readonly #orders: MediaOrders;
  #turn = -1;

  constructor(orders: MediaOrders) {
    this.#orders = orders;
    this.#listen('play', () => orders.play());
    this.#listen('pause', () => orders.pause());
    this.#listen('stop', () => orders.stop());
    this.#listen('seekto', ({ seekTime }) => orders.seek(seekTime ?? 0));
    this.#listen('seekbackward', ({ seekOffset }) => orders.seekBy(-(seekOffset ?? 10)));
    this.#listen('seekforward', ({ seekOffset }) => orders.seekBy(seekOffset ?? 10));
  }

  show(state: Playback): void {
    const session = this.#session;
    if (!session) return;
    const track = trackOf(state);
    session.playbackState = track ? (state.wanted ? 'playing' : 'paused') : 'none';
    if (state.turn === this.#turn) return;
    this.#turn = state.turn;
    const { queue } = state;
    const cover = track && queue ? lookOf(queue, track).coverUrl : null;
    session.metadata =
      track && queue
        ? new MediaMetadata({
            title: track.name,
            artist: queue.packageTitle,
            album: queue.packageTitle,
            artwork: cover ? [{ src: cover }] : [],
          })
        : null;
    const canGo = canStep(state);
    this.#listen('nexttrack', canGo ? () => this.#orders.next() : null);
    this.#listen('previoustrack', canGo ? () => this.#orders.previous() : null);
    if (!track) session.setPositionState();
  }

  /** Call after a seek, or when the duration is known; the system extrapolates in between. */
  showPosition({ time, duration }: Position): void {
    if (duration > 0) this.#session?.setPositionState?.({ duration, position: Math.min(time, duration) });
  }

  #listen(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
    try {
      this.#session?.setActionHandler(action, handler);
    } catch {
      // unsupported action
    }
  }
}
