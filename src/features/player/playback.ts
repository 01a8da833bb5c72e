import type { PlayableQueue, PlayableTrack, RepeatMode } from './model.ts';

/** What plays and what shows it (specification, section 4). Changed only by the transitions below. */
export interface Playback {
  queue: PlayableQueue | null;
  /** The current track in the queue; null: none. */
  index: number | null;
  /** Counts the starts of tracks: each one is a new turn, also of the same track. */
  turn: number;
  /** Sound is wanted. The engine brings the audio element there, and tells by the four below how far it is. */
  wanted: boolean;
  playing: boolean;
  loading: boolean;
  /** The browser refuses sound until the person clicks. */
  blocked: boolean;
  /** Why the current track does not play, in Portuguese. */
  error: string | null;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  /** Tracks are played about equally loud. */
  levelled: boolean;
  repeat: RepeatMode;
  /** The package page that is open. */
  page: string | null;
  /** The mini player was opened and not closed; `showsMini` says whether it is seen. */
  mini: boolean;
  minimised: boolean;
}

/** Nothing plays; full volume, the list repeats (A-46, PLY-08). */
export const atRest: Playback = {
  queue: null,
  index: null,
  turn: 0,
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
};

const silent = { wanted: false, playing: false, loading: false, blocked: false, error: null } as const;

/** The current track, or null. */
export const trackOf = ({ queue, index }: Pick<Playback, 'queue' | 'index'>): PlayableTrack | null =>
  queue && index !== null ? (queue.tracks[index] ?? null) : null;

/** Whether the mini player is seen: opened, and its package is not the page that is open (MIN-01, A-44). */
export const showsMini = (state: Playback): boolean =>
  state.mini && trackOf(state) !== null && state.page !== state.queue?.packageId;

/** Whether previous and next lead anywhere (PLY-04). */
export const canStep = ({ queue }: Pick<Playback, 'queue'>): boolean => (queue?.tracks.length ?? 0) > 1;

/** Starts a track of a queue from its beginning; away from its package page the mini player opens. */
export function start(state: Playback, queue: PlayableQueue, index: number): Playback {
  if (!queue.tracks[index]) return state;
  const isNew = state.queue?.packageId !== queue.packageId;
  return {
    ...state,
    ...silent,
    queue,
    index,
    turn: state.turn + 1,
    wanted: true,
    loading: true,
    mini: state.page !== queue.packageId,
    minimised: isNew ? false : state.minimised,
  };
}

/**
 * A click on play: the package (or the track) that is current is paused or goes on, anything else starts
 * (CAT-20, CAT-21, PKG-14). Without a track the first one starts; an unknown track or an empty package changes
 * nothing.
 */
export function choose(state: Playback, queue: PlayableQueue, trackId?: string): Playback {
  const current = trackOf(state);
  const isCurrent =
    current !== null &&
    state.queue?.packageId === queue.packageId &&
    (trackId === undefined || trackId === current.id);
  if (isCurrent) return toggle(state);
  const index = trackId === undefined ? 0 : queue.tracks.findIndex((track) => track.id === trackId);
  return start(state, queue, index);
}

/** An address with `?track=` is opened: starts that track unless it is the one that plays (PKG-12, PKG-13). */
export function startFromAddress(state: Playback, queue: PlayableQueue, trackId: string): Playback {
  const isPlaying = state.wanted && state.queue?.packageId === queue.packageId;
  if (isPlaying && trackOf(state)?.id === trackId) return state;
  return start(
    state,
    queue,
    queue.tracks.findIndex((track) => track.id === trackId),
  );
}

/**
 * Pauses or goes on; after an error or a refusal it tries again. What sounds away from its package page is always
 * seen (MIN-01).
 */
export function toggle(state: Playback): Playback {
  const { queue, wanted, page, mini } = state;
  if (!queue || !trackOf(state)) return state;
  if (wanted) return { ...state, ...silent };
  return { ...state, ...silent, wanted: true, loading: true, mini: mini || page !== queue.packageId };
}

/** Goes on, if there is something to go on with. */
export const resume = (state: Playback): Playback => (state.wanted ? state : toggle(state));

/** Pauses, whoever asks: a button, a headphone that was pulled out, another tab that sounds. */
export const pause = (state: Playback): Playback => (state.wanted ? { ...state, ...silent } : state);

/** The next or the previous track; past the ends it goes round (PLY-03). One track alone stays (PLY-04). */
export function step(state: Playback, by: 1 | -1): Playback {
  const { queue, index } = state;
  if (!queue || index === null || !canStep(state)) return state;
  const { length } = queue.tracks;
  return start(state, queue, (index + by + length) % length);
}

/**
 * The track came to its end: the next one starts, round and round by default. A list of one track stops, and so
 * does the last track without repeat (PLY-05, PLY-06, A-46).
 */
export function trackEnded(state: Playback): Playback {
  const { queue, index, repeat } = state;
  if (!queue || index === null) return state;
  if (repeat === 'one') return start(state, queue, index);
  const isLast = index === queue.tracks.length - 1;
  return canStep(state) && !(repeat === 'off' && isLast) ? step(state, 1) : { ...state, ...silent };
}

/** Sound comes out: loading ends and playing becomes true. */
export const soundBegan = (state: Playback): Playback =>
  state.wanted ? { ...state, playing: true, loading: false, blocked: false, error: null } : state;

/** Sound is wanted and has not arrived (PLY-02). */
export const soundAwaited = (state: Playback): Playback =>
  state.wanted && !state.loading ? { ...state, loading: true } : state;

/** The track cannot be played: not playing, a short text, and the next may be tried (PLY-07, A-45). */
export const soundFailed = (state: Playback, error: string): Playback => ({ ...state, ...silent, error });

/** The browser wants a click first: one clear play button instead of an endless spinner. */
export const soundRefused = (state: Playback): Playback => ({ ...state, ...silent, blocked: true });

/** Clears what plays and hides the mini player; volume and repeat stay (PLY-19, A-44). */
export const stop = (state: Playback): Playback => ({
  ...state,
  ...silent,
  queue: null,
  index: null,
  turn: state.turn + 1,
  mini: false,
  minimised: false,
});

/** A package page opens, and whichever was open is left: its own mini player goes away. */
export function enterPage(state: Playback, packageId: string): Playback {
  const left = state.page === null ? state : leavePage(state, state.page);
  return { ...left, page: packageId, mini: left.mini && state.queue?.packageId !== packageId };
}

/** A package page is left: if its package plays, the mini player takes over (PKG-15, PKG-16). */
export function leavePage(state: Playback, packageId: string): Playback {
  const takesOver = state.wanted && state.queue?.packageId === packageId;
  return {
    ...state,
    page: state.page === packageId ? null : state.page,
    mini: state.mini || takesOver,
  };
}

/** Volume from 0 to 1 in tenths; turning it up ends the silence of mute (PLY-08). */
export function setVolume(state: Playback, volume: number): Playback {
  if (!Number.isFinite(volume)) return state;
  const next = Math.round(Math.min(1, Math.max(0, volume)) * 10) / 10;
  return { ...state, volume: next, muted: next > 0 ? false : state.muted };
}

/** Silence and back; from volume 0 it comes back at half. */
export const toggleMute = (state: Playback): Playback =>
  state.muted || state.volume === 0
    ? { ...state, muted: false, volume: state.volume || 0.5 }
    : { ...state, muted: true };

/** After a reload: the same track is there again, paused, and so is the mini player if it was. */
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
  mini: mini && state.page !== queue.packageId,
  minimised,
});

const modes: readonly RepeatMode[] = ['list', 'one', 'off'];

/** The repeat mode that the button leads to: list, one, off, and again. */
export const nextRepeat = (mode: RepeatMode): RepeatMode => modes[(modes.indexOf(mode) + 1) % modes.length]!;
