/** Largest audio file, in bytes. */
export const audioLimitBytes = 2 * 1024 ** 3;
/** Bytes that are sent at a time; what is lost with a connection is no more than this. */
export const chunkBytes = 8 * 1024 * 1024;
/** Bytes that are sent at a time at least, however little something on the way lets through. */
export const leastChunkBytes = 256 * 1024;
/** Peaks that a waveform is drawn from. */
export const peakCount = 400;
/** Days after which an upload that nobody went on with is forgotten. */
export const uploadDays = 7;

/** Why audio was refused. */
export type AudioRefusal =
  | 'not-audio'
  | 'unreadable'
  | 'empty'
  | 'too-large'
  | 'too-much'
  | 'wrong-place'
  | 'incomplete'
  | 'gone'
  | 'no-package'
  | 'twice'
  | 'quota';

/** What the sender reads for each refusal. */
export const audioRefusals: Record<AudioRefusal, string> = {
  'not-audio': 'Envie um arquivo de áudio: MP3, WAV, FLAC, OGG ou M4A.',
  unreadable: 'O arquivo está incompleto ou danificado: não foi possível ler o áudio.',
  empty: 'O arquivo está vazio.',
  'too-large': 'O arquivo deve ter no máximo 2GB.',
  'too-much': 'Chegaram mais bytes do que o arquivo tem. Envie-o de novo.',
  'wrong-place': 'O envio está em outro ponto. Continue de onde ele parou.',
  incomplete: 'O envio ainda não terminou.',
  gone: 'Este envio não existe mais. Envie o arquivo de novo.',
  'no-package': 'O pacote não existe mais.',
  twice: 'Este áudio já está no pacote.',
  quota: 'O espaço para áudios acabou.',
};

/**
 * How thoroughly a sound was measured (column `analysis`): not yet, without ffmpeg, with it. A new measurement gets the
 * next number, and the sweep measures everything once more; 2 was with tempos that were an octave off more often.
 */
export const analysisLevels = { none: 0, partial: 1, whole: 3 } as const;

/** What was measured of a sound, by the names of the columns of tracks; null where nothing could be. */
export interface SoundFacts {
  analysis: number;
  durationMs: number | null;
  /** Beats a minute, estimated; null when unsure. */
  tempoBpm: number | null;
  /** Integrated loudness in LUFS (EBU R 128). */
  loudnessLufs: number | null;
  /** True peak in dBTP; without ffmpeg the highest sample. */
  truePeakDb: number | null;
  /** `peakCount` bytes, each the peak of a slice against the highest of all. */
  peaks: Uint8Array | null;
  /** Why its sound cannot be read, in words for administrators; null: it can. */
  unreadable: string | null;
}

/** Why a sound cannot be read, as administrators read it. */
export const unreadableReasons = {
  silent: 'Nenhum som foi encontrado neste arquivo.',
  broken: 'O arquivo está danificado: por duas vezes ele interrompeu o programa que o lê.',
} as const;

/** All that is known of a sound that cannot be read. It is as much as can be: no other try follows. */
export const unreadableSound = (reason: string): SoundFacts => ({
  analysis: analysisLevels.whole,
  durationMs: null,
  tempoBpm: null,
  loudnessLufs: null,
  truePeakDb: null,
  peaks: null,
  unreadable: reason,
});
