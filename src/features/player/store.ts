import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import type { Engine } from './engine.ts';
import type { PreloadPlan } from './heads.ts';
import {
  type LikelyTrack,
  type PlayableQueue,
  type Position,
  playerTexts,
  type RepeatMode,
} from './model.ts';
import type { Playback } from './playback.ts';
import * as playback from './playback.ts';

/** What plays. Read it with `usePlayer`; change it only with `player`. */
export const playbackStore = createStore<Playback>(() => playback.atRest);

/** The playback position; a separate store, so that a tick renders only bars and clocks. */
export const positionStore = createStore<Position>(() => ({ time: 0, duration: 0, buffered: 0 }));

// Subscribed before the engine, which reads its start position here.
playbackStore.subscribe((state, before) => {
  if (state.turn === before.turn) return;
  const duration = (playback.trackOf(state)?.durationMs ?? 0) / 1000;
  positionStore.setState({ time: state.from, duration, buffered: 0 });
});

let engine: Engine | null = null;
let opening: Promise<Engine> | null = null;

/** Loads the engine on first use, to keep it out of the page's first load. */
function openEngine(): Promise<Engine> {
  opening ??= import('./engine.ts').then(
    (module) => {
      engine = new module.Engine(playbackStore, positionStore);
      return engine;
    },
    (error: unknown) => {
      opening = null;
      change((state) => (state.wanted ? playback.soundFailed(state, playerTexts.notLoaded) : state));
      throw error;
    },
  );
  return opening;
}

const whenOpen = (run: (engine: Engine) => void): void => {
  if (engine) run(engine);
  else openEngine().then(run, () => {});
};

const change = (transition: (state: Playback) => Playback): void => {
  playbackStore.setState(transition(playbackStore.getState()), true);
  if (playbackStore.getState().wanted) whenOpen(() => {});
};

/** The track of the last hover or touch. */
let expected: string | null = null;

/** Tracks of a package, or a function that fetches them. */
export type QueueSource = PlayableQueue | (() => Promise<PlayableQueue>);

export const player = {
  /** A click on play: pauses or resumes the current one, starts anything else (CAT-20, CAT-21, PKG-14). */
  playPackage: (queue: PlayableQueue, startTrackId?: string, from = 0) =>
    change((state) => playback.choose(state, queue, startTrackId, from)),
  /** For `?track=`: starts the track unless it already plays; an unknown one changes nothing (PKG-12, PKG-13). */
  startFromAddress: (queue: PlayableQueue, trackId: string, from = 0) =>
    change((state) => playback.startFromAddress(state, queue, trackId, from)),
  /** Puts the whole list around the current track, which may have been started by itself. */
  widen: (queue: PlayableQueue) => change((state) => playback.widen(state, queue)),
  toggle: () => change(playback.toggle),
  pause: () => change(playback.pause),
  next: () => change((state) => playback.step(state, 1)),
  previous: () => change((state) => playback.step(state, -1)),
  /** Clears the queue and hides the mini player; also call it on sign-out. */
  stop: () => change(playback.stop),

  seek: (seconds: number) => {
    if (engine) return engine.seek(seconds);
    const { duration } = positionStore.getState();
    positionStore.setState({ time: Math.max(0, Math.min(seconds, duration)) });
  },
  seekBy: (seconds: number) => player.seek(positionStore.getState().time + seconds),
  /** Seeks to a fraction of the current track, 0 to 1; does nothing while its duration is unknown. */
  seekFraction: (fraction: number) => {
    const { duration } = positionStore.getState();
    if (duration > 0) player.seek(Math.min(1, Math.max(0, fraction)) * duration);
  },

  /** Marks a drag of the position: meanwhile the end of the track does not start the next one. */
  hold: (isHeld: boolean) => engine?.hold(isHeld),

  /** 0 to 1, in tenths. */
  setVolume: (volume: number) => change((state) => playback.setVolume(state, volume)),
  toggleMute: () => change(playback.toggleMute),
  toggleLevel: () => change((state) => ({ ...state, levelled: !state.levelled })),
  setRepeat: (repeat: RepeatMode) => change((state) => ({ ...state, repeat })),

  /** Called by `usePackagePage`. */
  enterPackagePage: (packageId: string) => change((state) => playback.enterPage(state, packageId)),
  leavePackagePage: (packageId: string) => change((state) => playback.leavePage(state, packageId)),
  /** Says that controls over the whole window take the mini player's place; returns the function that ends it. */
  cover: (): (() => void) => {
    change((state) => ({ ...state, covered: true }));
    return () => change((state) => ({ ...state, covered: false }));
  },
  minimise: () => change((state) => ({ ...state, minimised: true })),
  restore: () => change((state) => ({ ...state, minimised: false })),

  /** Loads the engine, so that the first click finds it ready. */
  warm: () => whenOpen(() => {}),
  /** Prefetches a track on hover, focus or touch. */
  prepare: (trackId: string) => {
    expected = trackId;
    whenOpen(async (open) => {
      if ((await open.heads.fetch(trackId)) && expected === trackId) open.ready(trackId);
    });
  },
  /** Prefetches these tracks, the likeliest first, and loads the first ones; returns the cancel function. */
  prepareAll: (likely: LikelyTrack[]): (() => void) => {
    const control = new AbortController();
    whenOpen((open) => void open.prepareAll(likely, control.signal));
    return () => control.abort();
  },
  /** Prefetches heads of first tracks, only for listeners; returns the cancel function. */
  preloadPackages: (sources: QueueSource[], plan: Partial<PreloadPlan> = {}): (() => void) => {
    const control = new AbortController();
    const packages = sources.map((source) => async () => {
      const queue = typeof source === 'function' ? await source() : source;
      return queue.tracks.map((track) => track.id);
    });
    whenOpen(({ heads }) => {
      void heads.preload(packages, { packages: 5, tracksEach: 3, spacing: 2000, ...plan }, control.signal);
    });
    return () => control.abort();
  },
};

/** Selects a part of the playback state; select little, to render little. */
export const usePlayer = <T>(selector: (state: Playback) => T): T => useStore(playbackStore, selector);

/** Selects a part of the position; changes many times a second during playback. */
export const usePosition = <T>(selector: (position: Position) => T): T => useStore(positionStore, selector);

/** Whether this package, or this track of it, is current, playing or not. */
export const useIsCurrent = (packageId: string, trackId?: string): boolean =>
  usePlayer((state) => isCurrent(state, packageId, trackId));

const isCurrent = (state: Playback, packageId: string, trackId?: string): boolean => {
  const track = playback.trackOf(state);
  return (
    track !== null && state.queue?.packageId === packageId && (trackId === undefined || trackId === track.id)
  );
};

export const usePlayStatus = (
  packageId: string,
  trackId?: string,
): 'idle' | 'paused' | 'loading' | 'playing' | 'blocked' | 'failed' =>
  usePlayer((state) => {
    if (!isCurrent(state, packageId, trackId)) return 'idle';
    if (state.loading) return 'loading';
    if (state.playing) return 'playing';
    if (state.blocked) return 'blocked';
    return state.error ? 'failed' : 'paused';
  });
