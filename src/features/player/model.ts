/** A track in the player's queue. Addresses are fetched when needed and are good for minutes only. */
export interface PlayableTrack {
  id: string;
  name: string;
  durationMs: number | null;
  /** base64 of up to 400 bytes, each a peak of 0 to 255. */
  peaks: string | null;
}

/** What is loaded in the player at once: a package and its tracks. */
export interface PlayableQueue {
  packageId: string;
  packageTitle: string;
  coverUrl: string | null;
  /** Category kind: colours the waveform and decides whether a download is offered. */
  kind: string;
  tracks: PlayableTrack[];
}

export type RepeatMode = 'off' | 'list' | 'one';
