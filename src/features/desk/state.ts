import type { DeskList, DeskTrack, Mark, OwnTracks } from './model.ts';

/** Something that Z takes back: what it was before. */
export type Deed =
  | { kind: 'mark'; track: DeskTrack; before: Mark | null }
  | { kind: 'heart'; track: DeskTrack; before: boolean }
  | { kind: 'project'; track: DeskTrack; takeBack: () => void };

/** What was taken back, in words. */
export const deedWords: Record<Deed['kind'], string> = {
  mark: 'a marca',
  heart: 'o favorito',
  project: 'a adição ao projeto',
};

/** What the desk shows. Changed only by the transitions below. */
export interface Desk {
  tracks: readonly DeskTrack[];
  /** Index of the current row. */
  at: number;
  total: number;
  /** Whether further tracks may follow, and whether they are being read. */
  rest: 'none' | 'more' | 'reading' | 'failed';
  /** Null: known to be unmarked. */
  marks: ReadonlyMap<string, Mark | null>;
  saved: ReadonlySet<string>;
  /** Newest last. */
  deeds: readonly Deed[];
}

/** Deeds that can be taken back. */
const mostDeeds = 50;

/** @param currentId the track that plays now: its row is the current one, when it is in the list */
export function openDesk({ tracks, total, more }: DeskList, currentId: string | null): Desk {
  const known = withoutRepeats([], tracks);
  return {
    tracks: known,
    at: Math.max(
      0,
      known.findIndex(({ id }) => id === currentId),
    ),
    total: more ? total : known.length,
    rest: more ? 'more' : 'none',
    marks: new Map(),
    saved: new Set(),
    deeds: [],
  };
}

export const currentOf = ({ tracks, at }: Desk): DeskTrack | null => tracks[at] ?? null;

/** Beyond an end: the first or the last row. */
export function goTo(desk: Desk, to: number): Desk {
  const at = Math.max(0, Math.min(to, desk.tracks.length - 1));
  return at === desk.at ? desk : { ...desk, at };
}

/** A list that changed while it was read repeats tracks. */
function withoutRepeats(known: readonly DeskTrack[], added: readonly DeskTrack[]): DeskTrack[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...added.filter(({ id }) => !ids.has(id) && ids.add(id))];
}

/** Appends further tracks; an empty list is the end. */
export function grow(desk: Desk, added: readonly DeskTrack[]): Desk {
  if (added.length === 0) return { ...desk, rest: 'none', total: desk.tracks.length };
  const tracks = withoutRepeats(desk.tracks, added);
  return { ...desk, tracks, rest: 'more', total: Math.max(desk.total, tracks.length) };
}

/** Adds what the account has stored about some tracks; marks that were set here meanwhile stay. */
export function learn(desk: Desk, ids: readonly string[], { marks, saved }: OwnTracks): Desk {
  const known = ids.map((id) => [id, marks[id] ?? null] as const);
  return { ...desk, marks: new Map([...known, ...desk.marks]), saved: new Set([...desk.saved, ...saved]) };
}

/** The mark that a press of `pressed` leaves: the same one again takes it away. */
export const markAfter = (desk: Desk, track: DeskTrack, pressed: Mark): Mark | null =>
  desk.marks.get(track.id) === pressed ? null : pressed;

export const setMark = (desk: Desk, trackId: string, mark: Mark | null): Desk => ({
  ...desk,
  marks: new Map(desk.marks).set(trackId, mark),
});

export const remember = (desk: Desk, deed: Deed): Desk => ({
  ...desk,
  deeds: [...desk.deeds, deed].slice(-mostDeeds),
});

/** The desk without its last deed. */
export const forgetLast = (desk: Desk): Desk => ({ ...desk, deeds: desk.deeds.slice(0, -1) });
