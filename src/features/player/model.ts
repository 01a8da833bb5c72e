/** A track in the player's queue. Its address is fetched when needed and expires within minutes. */
export interface PlayableTrack {
  id: string;
  name: string;
  durationMs: number | null;
  /** base64 of up to 400 bytes, each a peak. */
  peaks: string | null;
  /** Integrated loudness in LUFS and true peak in dBTP; unknown ones are null or missing. */
  loudnessLufs?: number | null;
  truePeakDb?: number | null;
  tempoBpm?: number | null;
  /** Its own, in a queue of several packages. */
  kind?: string;
  coverUrl?: string | null;
}

/** A package, or another list, and its tracks as loaded in the player. */
export interface PlayableQueue {
  packageId: string;
  packageTitle: string;
  coverUrl: string | null;
  /** Category kind: sets the waveform's colour and whether a download is offered. */
  kind: string;
  /** The list's page; without it the package's. */
  address?: string;
  tracks: PlayableTrack[];
}

/** Kind and cover of a track in its queue. */
export const lookOf = (
  queue: PlayableQueue,
  track: PlayableTrack,
): { kind: string; coverUrl: string | null } => ({
  kind: track.kind ?? queue.kind,
  coverUrl: track.coverUrl ?? queue.coverUrl,
});

export type RepeatMode = 'off' | 'list' | 'one';

/** A track that may be played next, and the second at which it will begin. */
export interface LikelyTrack {
  trackId: string;
  from: number;
}

/** Playback position in seconds. A separate store, so that a tick renders only bars and clocks. */
export interface Position {
  time: number;
  /** 0 while unknown. */
  duration: number;
  /** End of the buffered audio after `time`. */
  buffered: number;
}

/** Messages of the player; short, because the card is 320 by 120 pixels. */
export const playerTexts = {
  noSession: 'Sua sessão terminou. Entre de novo.',
  noPlan: 'Assine um plano para ouvir.',
  gone: 'Esta faixa não está disponível.',
  tooMany: 'Muitos pedidos. Aguarde um instante.',
  late: 'O site está demorando para responder.',
  again: 'Tentando de novo...',
  broken: 'Não foi possível tocar esta faixa.',
  notLoaded: 'O player não carregou. Atualize a página.',
} as const;
