import { type SoundRefusal, soundRefusals } from '#features/media/reading/refusals.ts';

/** Limits of a listener's own file. */
export const ownFileBytes = 60 * 1024 * 1024;
export const ownFileMinutes = 20;

export type OwnFileRefusal =
  | 'busy'
  | 'two-at-once'
  | SoundRefusal
  | 'too-large'
  | 'too-slow'
  | 'too-long'
  | 'broken-off'
  | 'silent'
  | 'no-ffmpeg';

export const ownFileRefusals: Record<OwnFileRefusal, string> = {
  busy: 'Há arquivos demais sendo analisados neste momento. Tente de novo em instantes.',
  'two-at-once': 'Dois arquivos seus ainda estão sendo analisados. Espere um deles terminar.',
  ...soundRefusals,
  'too-large': 'O arquivo deve ter no máximo 60 MB.',
  'too-slow': 'O envio demorou demais. Tente um trecho menor.',
  'too-long': `O áudio é longo demais: até ${ownFileMinutes} minutos. Tente um trecho.`,
  'broken-off': 'O envio foi interrompido.',
  silent: 'Este arquivo só tem silêncio: não há com o que comparar.',
  'no-ffmpeg': 'O site ainda não consegue analisar áudios: falta instalar o ffmpeg no servidor.',
};
