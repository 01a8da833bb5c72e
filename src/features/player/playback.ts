import { elementAt } from '#platform/elements.ts';
import type { PlayableQueue, PlayableTrack, RepeatMode } from './model.ts';

/** State of playback and its visibility (specification, section 4). Changed only by the transitions below. */
export interface Playback {
  queue: PlayableQueue | null;
  /** Index of the current track in the queue; null: none. */
  index: number | null;
  /** Counts starts of tracks; restarting the same track is a new turn. */
  turn: number;
  /** The second at which the turn begins. */
  from: number;
  /** Playback is requested. The engine follows, and reports by the next four fields. */
  wanted: boolean;
  playing: boolean;
  loading: boolean;
  /** The browser requires a click before any sound. */
  blocked: boolean;
  /** Why the current track does not play, in Portuguese. */
  error: string | null;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  levelled: boolean;
  repeat: RepeatMode;
  page: string | null;
  /** The mini player was opened and not closed; `showsMini` decides whether it is visible. */
  mini: boolean;
  minimised: boolean;
  /** Something over the whole window has controls of its own. */
  covered: boolean;
}

/** The initial state: full volume, the list repeats (A-46, PLY-08). */
export const atRest: Playback = {
  queue: null,
  index: null,
  turn: 0,
  from: 0,
  wanted: false,
  playing: false,
  loading: false,
  blocked: false,
  error: null,
  volume: 1,
  muted: false,
  levelled: false,
  repeat: 'list',
  page: null,
  mini: false,
  minimised: false,
  covered: false,
};

const silent = { wanted: false, playing: false, loading: false, blocked: false, error: null } as const;

export const trackOf = ({ queue, index }: Pick<Playback, 'queue' | 'index'>): PlayableTrack | null =>
  queue && index !== null ? (queue.tracks[index] ?? null) : null;

/** Whether the mini player is visible: opened, not covered, and its package's page is not open (MIN-01, A-44). */
export const showsMini = (state: Playback): boolean =>
  state.mini && !state.covered && trackOf(state) !== null && state.page !== state.queue?.packageId;

/** Whether previous and next are enabled (PLY-04). */
export const canStep = ({ queue }: Pick<Playback, 'queue'>): boolean => (queue?.tracks.length ?? 0) > 1;

/** Starts a track of a queue at a second; away from its package page the mini player opens. */
export function start(state: Playback, queue: PlayableQueue, index: number, from = 0): Playback {
  if (!queue.tracks[index]) return state;
  const isNew = state.queue?.packageId !== queue.packageId;
  return {
    ...state,
    ...silent,
    queue,
    index,
    turn: state.turn + 1,
    from,
    wanted: true,
    loading: true,
    mini: state.page !== queue.packageId,
    minimised: isNew ? false : state.minimised,
  };
}

/** A click on play: pauses or resumes the current one, starts anything else (CAT-20, CAT-21, PKG-14). */
export function choose(state: Playback, queue: PlayableQueue, trackId?: string, from = 0): Playback {
  const current = trackOf(state);
  const isCurrent =
    current !== null &&
    state.queue?.packageId === queue.packageId &&
    (trackId === undefined || trackId === current.id);
  if (isCurrent) return toggle(state);
  const index = trackId === undefined ? 0 : queue.tracks.findIndex((track) => track.id === trackId);
  return start(state, queue, index, from);
}

/** Handles `?track=` in the URL: starts that track unless it is the current one (PKG-12, PKG-13). */
export function startFromAddress(state: Playback, queue: PlayableQueue, trackId: string, from = 0): Playback {
  const isPlaying = state.wanted && state.queue?.packageId === queue.packageId;
  if (isPlaying && trackOf(state)?.id === trackId) return state;
  return start(
    state,
    queue,
    queue.tracks.findIndex((track) => track.id === trackId),
    from,
  );
}

/** Pauses or resumes; after an error it retries. Elsewhere than on its page the mini player opens (MIN-01). */
export function toggle(state: Playback): Playback {
  const { queue, wanted, page, mini } = state;
  if (!queue || !trackOf(state)) return state;
  if (wanted) return { ...state, ...silent };
  return { ...state, ...silent, wanted: true, loading: true, mini: mini || page !== queue.packageId };
}

export const resume = (state: Playback): Playback => (state.wanted ? state : toggle(state));

/** Pauses: by a button, an unplugged headphone, or another tab that starts playing. */
export const pause = (state: Playback): Playback => (state.wanted ? { ...state, ...silent } : state);

/** The next or previous track, wrapping around (PLY-03); a single track stays (PLY-04). */
export function step(state: Playback, by: 1 | -1): Playback {
  const { queue, index } = state;
  if (!queue || index === null || !canStep(state)) return state;
  const { length } = queue.tracks;
  return start(state, queue, (index + by + length) % length);
}

/**
 * Starts the next track, wrapping around; stops a single track, or the last one without repeat (PLY-05, PLY-06, A-46).
 */
export function trackEnded(state: Playback): Playback {
  const { queue, index, repeat } = state;
  if (!queue || index === null) return state;
  if (repeat === 'one') return start(state, queue, index);
  const isLast = index === queue.tracks.length - 1;
  return canStep(state) && !(repeat === 'off' && isLast) ? step(state, 1) : { ...state, ...silent };
}

export const soundBegan = (state: Playback): Playback =>
  state.wanted ? { ...state, playing: true, loading: false, blocked: false, error: null } : state;

/** Playback is requested and the audio is loading (PLY-02). */
export const soundAwaited = (state: Playback): Playback =>
  state.wanted && !state.loading ? { ...state, loading: true } : state;

/** The track cannot be played: stops with a short text; the next track may be tried (PLY-07, A-45). */
export const soundFailed = (state: Playback, error: string): Playback => ({ ...state, ...silent, error });

/** The browser requires a click: shows one clear play button instead of an endless spinner. */
export const soundRefused = (state: Playback): Playback => ({ ...state, ...silent, blocked: true });

/** Clears the queue and hides the mini player; volume and repeat stay (PLY-19, A-44). */
export const stop = (state: Playback): Playback => ({
  ...state,
  ...silent,
  queue: null,
  index: null,
  turn: state.turn + 1,
  mini: false,
  minimised: false,
});

/** Opens a package page in place of the previous one; its own mini player hides. */
export function enterPage(state: Playback, packageId: string): Playback {
  const left = state.page === null ? state : leavePage(state, state.page);
  return { ...left, page: packageId, mini: left.mini && state.queue?.packageId !== packageId };
}

/** Leaves a package page: if its package plays, the mini player opens (PKG-15, PKG-16). */
export function leavePage(state: Playback, packageId: string): Playback {
  const takesOver = state.wanted && state.queue?.packageId === packageId;
  return {
    ...state,
    page: state.page === packageId ? null : state.page,
    mini: state.mini || takesOver,
  };
}

/** Volume from 0 to 1 in tenths; raising it unmutes (PLY-08). */
export function setVolume(state: Playback, volume: number): Playback {
  if (!Number.isFinite(volume)) return state;
  const next = Math.round(Math.min(1, Math.max(0, volume)) * 10) / 10;
  return { ...state, volume: next, muted: next > 0 ? false : state.muted };
}

/** Mutes and unmutes; from volume 0 it unmutes at half. */
export const toggleMute = (state: Playback): Playback =>
  state.muted || state.volume === 0
    ? { ...state, muted: false, volume: state.volume || 0.5 }
    : { ...state, muted: true };

/** Replaces the queue by the whole list if it contains the current track, which keeps playing. */
export function widen(state: Playback, queue: PlayableQueue): Playback {
  const current = trackOf(state);
  if (!current || state.queue === queue || state.queue?.packageId !== queue.packageId) return state;
  const index = queue.tracks.findIndex((track) => track.id === current.id);
  return index < 0 ? state : { ...state, queue, index };
}

/** After a reload: restores the same track, paused, and the mini player if it was open. */
export const recall = (
  state: Playback,
  queue: PlayableQueue,
  { index, mini, minimised }: { index: number; mini: boolean; minimised: boolean },
): Playback => ({
  ...state,
  ...silent,
  queue,
  index,
  turn: state.turn + 1,
  from: 0,
  mini: mini && state.page !== queue.packageId,
  minimised,
});

const modes: readonly RepeatMode[] = ['list', 'one', 'off'];

/** The next repeat mode: list, one, off, list. */
export const nextRepeat = (mode: RepeatMode): RepeatMode =>
  elementAt(modes, (modes.indexOf(mode) + 1) % modes.length);
