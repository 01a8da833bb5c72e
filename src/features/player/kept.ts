import type { PlayableQueue, PlayableTrack, RepeatMode } from './model.ts';

/** Where in the queue, in a text of its own because it changes often. */
export interface KeptSpot {
  packageId: string;
  index: number;
  /** Seconds. */
  time: number;
  mini: boolean;
  minimised: boolean;
}

/** How this person likes to hear; kept for the device, whoever is signed in. */
export interface KeptSettings {
  volume: number;
  muted: boolean;
  levelled: boolean;
  repeat: RepeatMode;
}

/** Names in localStorage. */
export const keptNames = {
  queue: 'player-queue',
  spot: 'player-spot',
  settings: 'player-settings',
  place: 'player-place',
  shortcuts: 'player-shortcuts',
} as const;

type Loose = Record<string, unknown>;

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

const isMeasure = (value: unknown): boolean => value == null || typeof value === 'number';

const isTrack = (value: unknown): value is PlayableTrack =>
  isLoose(value) &&
  isText(value.id) &&
  isText(value.name) &&
  (value.durationMs === null || typeof value.durationMs === 'number') &&
  isTextOrNull(value.peaks) &&
  [value.loudnessLufs, value.truePeakDb, value.tempoBpm].every(isMeasure);

/** Whether this is a queue that can be played, whoever wrote it. */
export const isQueue = (value: unknown): value is PlayableQueue =>
  isLoose(value) &&
  isText(value.packageId) &&
  isText(value.packageTitle) &&
  isTextOrNull(value.coverUrl) &&
  isText(value.kind) &&
  Array.isArray(value.tracks) &&
  value.tracks.every(isTrack);

function parse(text: string | null): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** The queue that stays over a reload, if this listener left it: nobody else gets to see it. Null: none, or damaged. */
export function parseKeptQueue(text: string | null, listener: string): PlayableQueue | null {
  const kept = parse(text);
  return isLoose(kept) && kept.listener === listener && isQueue(kept.queue) ? kept.queue : null;
}

/** The kept spot in this queue; null when none was kept for it. */
export function parseKeptSpot(text: string | null, queue: PlayableQueue): KeptSpot | null {
  const kept = parse(text);
  if (!isLoose(kept) || kept.packageId !== queue.packageId) return null;
  const { index, time } = kept;
  if (typeof index !== 'number' || !queue.tracks[index]) return null;
  return {
    packageId: queue.packageId,
    index,
    time: typeof time === 'number' && time > 0 ? time : 0,
    mini: kept.mini === true,
    minimised: kept.minimised === true,
  };
}

/** The kept settings, each one only if it is sound. */
export function parseKeptSettings(text: string | null): Partial<KeptSettings> {
  const kept = parse(text);
  if (!isLoose(kept)) return {};
  const { volume, muted, levelled, repeat } = kept;
  return {
    ...(typeof volume === 'number' && volume >= 0 && volume <= 1 ? { volume } : {}),
    ...(typeof muted === 'boolean' ? { muted } : {}),
    ...(typeof levelled === 'boolean' ? { levelled } : {}),
    ...(repeat === 'off' || repeat === 'list' || repeat === 'one' ? { repeat } : {}),
  };
}

/** A place on the screen, in pixels from its upper left corner; null when none was kept. */
export function parseKeptPlace(text: string | null): { x: number; y: number } | null {
  const kept = parse(text);
  if (!isLoose(kept) || !Number.isFinite(kept.x) || !Number.isFinite(kept.y)) return null;
  return { x: kept.x as number, y: kept.y as number };
}
