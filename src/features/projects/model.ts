import type { PlayableQueue } from '#features/player/model.ts';
import { formatTime } from '#platform/format.ts';
import { cutText } from '#platform/letters.ts';

/** Projects that an account may have, archived ones included. */
export const mostProjects = 200;
/** Tracks that a project may hold. */
export const mostTracks = 500;
export const longestTitle = 120;
export const longestNote = 500;
/** Days for which a deleted project, and a track taken out of one, can be brought back. */
export const undoDays = 30;

/** A project in a list. */
export interface ProjectLine {
  id: string;
  title: string;
  isArchived: boolean;
  trackCount: number;
  /** Of the tracks that can be heard. */
  totalMs: number;
  changedAt: string;
}

/** A track of a project; of one that has gone only the copied names are known. */
export interface ProjectTrack {
  id: string;
  packageId: string;
  name: string;
  packageTitle: string;
  note: string;
  /** False: the track or its package is no longer in the library. */
  available: boolean;
  kind: string | null;
  coverUrl: string | null;
  durationMs: number | null;
  /** base64 of up to 400 bytes, each a peak. */
  peaks: string | null;
  loudnessLufs: number | null;
  truePeakDb: number | null;
  tempoBpm: number | null;
}

/** A project with its tracks, in order. */
export interface Project {
  id: string;
  title: string;
  isArchived: boolean;
  changedAt: string;
  tracks: ProjectTrack[];
}

/** A project that tracks may be added to. */
export interface ProjectChoice {
  id: string;
  title: string;
  trackCount: number;
  /** How many of the tracks in question it already holds. */
  holds: number;
}

/** What is added to a project: tracks, or all tracks of a package. */
export type Addition = { trackIds: string[] } | { packageId: string };

/** A track of a project that can be heard. */
export type AudibleTrack = Omit<ProjectTrack, 'kind' | 'available'> & { kind: string };

/** The tracks that can be heard, as the player and the listening desk take them. */
export const audibleTracks = (tracks: readonly ProjectTrack[]): AudibleTrack[] =>
  tracks.flatMap(({ available, kind, ...track }) => (available && kind ? [{ ...track, kind }] : []));

/** Milliseconds of all tracks whose length is known. */
export const lengthOf = (tracks: readonly Pick<ProjectTrack, 'durationMs'>[]): number =>
  tracks.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);

/** A project as the player's queue; tracks that have gone are left out. */
export const queueOfProject = ({ id, title, tracks }: Project): PlayableQueue => ({
  packageId: id,
  packageTitle: title,
  coverUrl: null,
  kind: tracks.find(({ kind }) => kind)?.kind ?? '',
  address: `/projetos/${id}`,
  tracks: audibleTracks(tracks),
});

/** A length as `4:05` or `1:04:05`. */
export function formatLength(milliseconds: number): string {
  const hours = Math.floor(milliseconds / 3_600_000);
  const rest = formatTime((milliseconds % 3_600_000) / 1000);
  return hours > 0 ? `${hours}:${rest.padStart(5, '0')}` : rest;
}

/** The title of a copy, within the bound. */
export const titleOfCopy = (title: string): string => `${cutText(title, longestTitle - 8)} (cópia)`;

export const projectTexts = {
  full: 'Um projeto pode ter até 500 faixas. Tire algumas ou comece outro projeto.',
  tooMany: 'Você já tem 200 projetos. Exclua um que não usa mais.',
  unknown: 'Este projeto não existe mais.',
  noTracks: 'Estas faixas não estão mais na biblioteca.',
} as const;
