import type { PlayableQueue, PlayableTrack, RepeatMode } from './model.ts';

/** Position in the queue, stored separately because it changes often. */
export interface KeptSpot {
  packageId: string;
  index: number;
  time: number;
  mini: boolean;
  minimised: boolean;
}

/** Playback settings; stored per device, whoever is signed in. */
export interface KeptSettings {
  volume: number;
  muted: boolean;
  levelled: boolean;
  repeat: RepeatMode;
}

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

/** An address of this site. */
const isPath = (value: unknown): boolean => isText(value) && /^\/[\w/-]*$/.test(value);

const isMeasure = (value: unknown): boolean => value == null || typeof value === 'number';

const isTrack = (value: unknown): value is PlayableTrack =>
  isLoose(value) &&
  isText(value.id) &&
  isText(value.name) &&
  (value.durationMs === null || typeof value.durationMs === 'number') &&
  isTextOrNull(value.peaks) &&
  [value.loudnessLufs, value.truePeakDb, value.tempoBpm].every(isMeasure) &&
  (value.kind === undefined || isText(value.kind)) &&
  (value.coverUrl === undefined || isTextOrNull(value.coverUrl));

/** Type guard: stored or remote data may be malformed. */
export const isQueue = (value: unknown): value is PlayableQueue =>
  isLoose(value) &&
  isText(value.packageId) &&
  isText(value.packageTitle) &&
  isTextOrNull(value.coverUrl) &&
  isText(value.kind) &&
  (value.address === undefined || isPath(value.address)) &&
  Array.isArray(value.tracks) &&
  value.tracks.every(isTrack);

function parse(text: string | null): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** The stored queue, only if it belongs to this listener; null when missing or malformed. */
export function parseKeptQueue(text: string | null, listener: string): PlayableQueue | null {
  const kept = parse(text);
  return isLoose(kept) && kept.listener === listener && isQueue(kept.queue) ? kept.queue : null;
}

/** The stored position in this queue; null when there is none for it. */
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

/** The stored settings; malformed ones are left out. */
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

/**
 * The stored position, in pixels from the upper left corner; `low`: at the lower edge; null when it was never shown, or
 * malformed.
 */
export function parseKeptPlace(text: string | null): { x: number; y: number } | 'low' | null {
  const kept = parse(text);
  if (kept === 'low') return kept;
  if (!isLoose(kept) || !Number.isFinite(kept.x) || !Number.isFinite(kept.y)) return null;
  return { x: kept.x as number, y: kept.y as number };
}
