import type { PlayableQueue, PlayableTrack } from '#features/player/model.ts';

/** A track as the desk plays and shows it. */
export interface DeskTrack extends PlayableTrack {
  packageId: string;
  packageTitle: string;
  coverUrl: string | null;
  kind: string;
}

/** A list of tracks as it hands itself to the desk; made anew each time the desk opens. */
export interface DeskList {
  /** What is listed, in the desk's head. */
  title: string;
  /** The tracks at hand, in order; may be none when `more` brings the first. */
  tracks: DeskTrack[];
  /** How many there are, as far as is known. */
  total: number;
  /** Brings the tracks that follow; none: the list ends. A failure may be tried again. */
  more?: () => Promise<DeskTrack[]>;
  /** The queue around the current track, which keeps playing after the desk closes. */
  queue?: PlayableQueue;
}

export const marks = [1, 2, 3, 4, 5] as const;
export type Mark = (typeof marks)[number];

export const isMark = (value: unknown): value is Mark => marks.some((mark) => mark === value);

/** Marks that an account may keep. */
export const mostMarks = 10_000;
/** Tracks whose marks are asked for at once. */
export const mostAsked = 120;

/** What a listener keeps about some tracks. */
export interface OwnTracks {
  marks: Record<string, Mark>;
  /** Ids of the saved ones. */
  saved: string[];
}

/** A queue of this track alone: the desk never starts the next one by itself. */
export const queueOfOne = ({
  packageId,
  packageTitle,
  coverUrl,
  kind,
  ...track
}: DeskTrack): PlayableQueue => ({ packageId, packageTitle, coverUrl, kind, tracks: [track] });

/** The tracks of a queue, each with its package. */
export const deskTracksOf = ({ tracks, ...pack }: PlayableQueue): DeskTrack[] =>
  tracks.map((track) => ({ ...track, ...pack }));
