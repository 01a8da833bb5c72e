import type { Carried, Cues } from '#db/schema/catalog.ts';
import { type SoundRefusal, soundRefusals } from '../reading/refusals.ts';

export const audioLimitBytes = 2 * 1024 ** 3;
/** Upload chunk: at most this much is lost with a connection. */
export const chunkBytes = 8 * 1024 * 1024;
/** Smallest chunk, for proxies with low limits. */
export const leastChunkBytes = 256 * 1024;
export const peakCount = 400;
/** Days until an abandoned upload is removed. */
export const uploadDays = 7;

export type AudioRefusal =
  | SoundRefusal
  | 'too-large'
  | 'too-much'
  | 'wrong-place'
  | 'incomplete'
  | 'gone'
  | 'no-package'
  | 'twice'
  | 'quota';

export const audioRefusals: Record<AudioRefusal, string> = {
  ...soundRefusals,
  'too-large': 'O arquivo deve ter no máximo 2 GB.',
  'too-much': 'Chegaram mais bytes do que o arquivo tem. Envie-o de novo.',
  'wrong-place': 'O envio parou em outro ponto. Continue de lá.',
  incomplete: 'O envio ainda não terminou.',
  gone: 'Este envio não existe mais. Envie o arquivo de novo.',
  'no-package': 'O pacote não existe mais.',
  twice: 'Este áudio já está no pacote.',
  quota: 'O espaço para áudios acabou.',
};

/**
 * Thoroughness of a measurement (column `analysis`); a changed one gets the next number, and all are measured again.
 */
export const analysisLevels = { none: 0, partial: 1, whole: 6 } as const;

/** Measurements, named like the columns of tracks; null where unknown. */
export interface SoundFacts {
  analysis: number;
  durationMs: number | null;
  /** Estimated beats a minute; null when unsure. */
  tempoBpm: number | null;
  /** Integrated loudness in LUFS (EBU R 128). */
  loudnessLufs: number | null;
  /** True peak in dBTP; without ffmpeg the highest sample. */
  truePeakDb: number | null;
  /** `peakCount` bytes, each the peak of a slice relative to the highest of all. */
  peaks: Uint8Array | null;
  /** What it sounds like (timbre.ts); null for silence, and without ffmpeg. */
  timbre: Uint8Array | null;
  /** Cue points: the file's own, else estimated (cues.ts); null for silence, and without ffmpeg. */
  cues: Cues | null;
  /** By content: the MIME type of its container (soundTypes). */
  mime: string | null;
  /** By content: ffmpeg's name of the codec, e.g. mp3, aac, alac, vorbis, opus, flac, pcm_s16le. */
  codec: string | null;
  channels: number | null;
  /** Samples a second. */
  sampleRate: number | null;
  /** An MP3 whose frames have several bit rates. */
  isVbr: boolean | null;
  /** Channels or sample rate change inside, a chained Ogg, or an MP3 behind an MP3. */
  hasJoints: boolean | null;
  /** An MP3 whose places players can compute: of one bit rate, with a header that is right or frames of one size. */
  isSeekable: boolean | null;
  /** What came with the file beside its sound; null: nothing. */
  carried: Carried | null;
  /** Why it cannot be decoded, for administrators; null: it can. */
  unreadable: string | null;
  /** From the file's tags: who wrote and published it, and its codes. */
  authors: string | null;
  publisher: string | null;
  isrc: string | null;
  iswc: string | null;
}

export const unreadableReasons = {
  silent: 'Nenhum som foi encontrado neste arquivo.',
  broken: 'O arquivo está danificado: por duas vezes ele interrompeu o programa que o lê.',
} as const;

/** The facts of bytes that are not measured yet. */
export const unmeasured: SoundFacts = {
  analysis: analysisLevels.none,
  durationMs: null,
  tempoBpm: null,
  loudnessLufs: null,
  truePeakDb: null,
  peaks: null,
  timbre: null,
  cues: null,
  mime: null,
  codec: null,
  channels: null,
  sampleRate: null,
  isVbr: null,
  hasJoints: null,
  isSeekable: null,
  carried: null,
  unreadable: null,
  authors: null,
  publisher: null,
  isrc: null,
  iswc: null,
};

/** The facts of an unreadable sound. Counts as fully measured, so it is not tried again. */
export const unreadableSound = (reason: string): SoundFacts => ({
  ...unmeasured,
  analysis: analysisLevels.whole,
  unreadable: reason,
});
