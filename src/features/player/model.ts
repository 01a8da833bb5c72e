/** A track in the player's queue. Addresses are fetched when needed and are good for minutes only. */
export interface PlayableTrack {
  id: string;
  name: string;
  durationMs: number | null;
  /** base64 of up to 400 bytes, each a peak of 0 to 255. */
  peaks: string | null;
  /** Integrated loudness in LUFS and true peak in dBTP; unknown ones are null, or not there. */
  loudnessLufs?: number | null;
  truePeakDb?: number | null;
  /** Beats a minute, estimated. */
  tempoBpm?: number | null;
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

/** Where the sound is, in seconds. Kept apart from the playback, so that a tick draws only bars and clocks. */
export interface Position {
  time: number;
  /** 0 while unknown. */
  duration: number;
  /** How far the sound after `time` has arrived. */
  buffered: number;
}

/** Sentences of the player; short, because they stand on a card of 320 by 120 pixels. */
export const playerTexts = {
  noSession: 'Sua sessão terminou. Entre de novo.',
  noPlan: 'Assine um plano para ouvir.',
  gone: 'Esta faixa não está disponível.',
  tooMany: 'Muitos pedidos. Aguarde um instante.',
  late: 'O site demora a responder.',
  again: 'Tentando de novo...',
  broken: 'Não foi possível tocar esta faixa.',
  notLoaded: 'O player não carregou. Atualize a página.',
} as const;
