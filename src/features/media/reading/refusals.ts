import type { ErrorKind } from '#platform/errors.ts';

const wanted = 'Envie um arquivo de áudio: MP3, WAV, FLAC, OGG ou M4A.';

/** What a file is instead of a sound that is taken: as its sender reads it (docs/sounds.md). */
const seenInstead = {
  'not-audio': 'Isto não é um áudio que o site conheça.',
  pdf: 'Isto é um PDF.',
  zip: 'Isto é um ZIP, ou um documento: envie os áudios um a um, fora dele.',
  packed: 'Isto é um arquivo compactado (RAR, 7z ou gzip): envie os áudios que estão dentro dele.',
  picture: 'Isto é uma imagem.',
  page: 'Isto é uma página da web.',
  text: 'Isto é um texto.',
  playlist: 'Isto é uma lista de reprodução, sem o som: envie os áudios dela.',
  video: 'Isto é um vídeo: salve só o som dele.',
  apple: 'Isto é um arquivo auxiliar do Mac (“._”), sem o som: envie o arquivo de mesmo nome sem “._”.',
  aiff: 'Isto é um AIFF: salve-o como WAV ou FLAC.',
  wma: 'Isto é um WMA: salve-o em outro formato.',
  adts: 'Isto é um AAC sem contêiner (ADTS): salve-o como M4A.',
  mp2: 'Isto é um MP2 (MPEG Layer II), não um MP3: salve-o em outro formato.',
  rifx: 'Isto é um WAV com os bytes na ordem inversa (RIFX): salve-o como WAV comum.',
  wave64: 'Isto é um Wave64: salve-o como WAV (RF64) ou FLAC.',
  matroska: 'Isto é um WebM ou Matroska: salve só o som, em outro formato.',
  midi: 'Isto é um MIDI: tem notas, não som.',
  protected: 'Isto é um áudio protegido contra cópia (DRM): só o programa da loja o toca.',
  other: 'Isto é um áudio em um formato que o site não recebe.',
  tag: 'O arquivo só tem uma etiqueta ID3, sem som.',
  zeros: 'O arquivo só tem zeros: nenhum som foi gravado nele.',
  'no-samples': 'O arquivo só tem o cabeçalho: nenhum som foi gravado nele.',
} as const;

/** Why a file is no sound that is taken. */
export type SoundRefusal = keyof typeof seenInstead | 'empty' | 'unreadable';

/** A reason as it is said to the sender: what was seen, and what is taken. */
export const soundRefusals = {
  // cast: Object.fromEntries forgets which keys it was given
  ...(Object.fromEntries(
    Object.entries(seenInstead).map(([reason, seen]) => [reason, `${seen} ${wanted}`]),
  ) as Record<keyof typeof seenInstead, string>),
  empty: 'O arquivo está vazio.',
  unreadable: 'O arquivo está incompleto ou danificado: não foi possível ler o áudio.',
} satisfies Record<SoundRefusal, string>;

const damaged: readonly SoundRefusal[] = ['tag', 'zeros', 'no-samples', 'unreadable'];

/** The status with which a call is refused. */
export const refusalKind = (reason: SoundRefusal): ErrorKind =>
  reason === 'empty' ? 'invalid' : damaged.includes(reason) ? 'unprocessable' : 'unsupported';

export const isSoundRefusal = (reason: string): reason is SoundRefusal => reason in soundRefusals;
