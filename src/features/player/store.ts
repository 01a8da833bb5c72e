import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import type { Engine } from './engine.ts';
import type { PreloadPlan } from './heads.ts';
import { type PlayableQueue, type Position, playerTexts, type RepeatMode } from './model.ts';
import type { Playback } from './playback.ts';
import * as playback from './playback.ts';

/** What plays. Read with `usePlayer`; changed only by `player`. */
export const playbackStore = createStore<Playback>(() => playback.atRest);

/** Where the sound is. A store of its own, so that a tick draws only bars and clocks again. */
export const positionStore = createStore<Position>(() => ({ time: 0, duration: 0, buffered: 0 }));

// Every turn begins at the beginning. Subscribed before the engine, which starts where this store says.
playbackStore.subscribe((state, before) => {
  if (state.turn === before.turn) return;
  const duration = (playback.trackOf(state)?.durationMs ?? 0) / 1000;
  positionStore.setState({ time: 0, duration, buffered: 0 });
});

let engine: Engine | null = null;
let opening: Promise<Engine> | null = null;

/** The engine, loaded at the first need; its weight is not in the first load of a page. */
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

/** The track for which a click was last expected. */
let expected: string | null = null;

/** Tracks of a package, at hand or to be fetched. */
export type QueueSource = PlayableQueue | (() => Promise<PlayableQueue>);

/** Everything that can be asked of the player. */
export const player = {
  /**
   * A click on play. What is current is paused or goes on; anything else starts, at its first track or the named
   * one. Away from the package's page the mini player opens (CAT-20, CAT-21, PKG-14).
   */
  playPackage: (queue: PlayableQueue, startTrackId?: string) =>
    change((state) => playback.choose(state, queue, startTrackId)),
  /** For `?track=`: starts the track unless it already plays; an unknown one changes nothing (PKG-12, PKG-13). */
  startFromAddress: (queue: PlayableQueue, trackId: string) =>
    change((state) => playback.startFromAddress(state, queue, trackId)),
  toggle: () => change(playback.toggle),
  pause: () => change(playback.pause),
  next: () => change((state) => playback.step(state, 1)),
  previous: () => change((state) => playback.step(state, -1)),
  /** Clears what plays and hides the mini player; also to be called on sign-out. */
  stop: () => change(playback.stop),

  /** Jumps to a second of the current track. */
  seek: (seconds: number) => {
    if (engine) return engine.seek(seconds);
    const { duration } = positionStore.getState();
    positionStore.setState({ time: Math.max(0, Math.min(seconds, duration)) });
  },
  /** Seconds forwards, or back. */
  seekBy: (seconds: number) => player.seek(positionStore.getState().time + seconds),
  /** Jumps to a part of the current track, 0 to 1; nothing happens while its length is unknown. */
  seekFraction: (fraction: number) => {
    const { duration } = positionStore.getState();
    if (duration > 0) player.seek(Math.min(1, Math.max(0, fraction)) * duration);
  },

  /** The position is being dragged, or was let go: meanwhile the end of the track does not start the next one. */
  hold: (isHeld: boolean) => engine?.hold(isHeld),

  /** 0 to 1, in tenths. */
  setVolume: (volume: number) => change((state) => playback.setVolume(state, volume)),
  toggleMute: () => change(playback.toggleMute),
  /** Plays tracks about equally loud, or again as they are. */
  toggleLevel: () => change((state) => ({ ...state, levelled: !state.levelled })),
  setRepeat: (repeat: RepeatMode) => change((state) => ({ ...state, repeat })),

  /** A package page opens, is left. Pages use `usePackagePage`. */
  enterPackagePage: (packageId: string) => change((state) => playback.enterPage(state, packageId)),
  leavePackagePage: (packageId: string) => change((state) => playback.leavePage(state, packageId)),
  /** Makes the mini player small, and large again; the sound goes on. */
  minimise: () => change((state) => ({ ...state, minimised: true })),
  restore: () => change((state) => ({ ...state, minimised: false })),

  /** Loads the engine, so that the first click finds it ready. */
  warm: () => whenOpen(() => {}),
  /** A click on this track seems to come (hover, focus, a finger going down): it is made ready. */
  prepare: (trackId: string) => {
    expected = trackId;
    whenOpen(async (open) => {
      if ((await open.heads.fetch(trackId)) && expected === trackId) open.ready(trackId);
    });
  },
  /**
   * Fetches the beginnings of the first tracks of the first packages; returns what cancels it. Only for
   * people who may hear; does nothing when data is to be saved.
   */
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

/** A part of what plays; pick something small, so that little is drawn again. */
export const usePlayer = <T>(selector: (state: Playback) => T): T => useStore(playbackStore, selector);

/** A part of the position; changes many times a second while sound plays. */
export const usePosition = <T>(selector: (position: Position) => T): T => useStore(positionStore, selector);

/** Whether this package, or this track of it, is the current one, sounding or not. */
export const useIsCurrent = (packageId: string, trackId?: string): boolean =>
  usePlayer((state) => isCurrent(state, packageId, trackId));

const isCurrent = (state: Playback, packageId: string, trackId?: string): boolean => {
  const track = playback.trackOf(state);
  return (
    track !== null && state.queue?.packageId === packageId && (trackId === undefined || trackId === track.id)
  );
};

/** What a play button of this package or track has to show. */
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
