import { z } from 'zod';
import type { LicenceTrack } from '#db/schema/licences.ts';

/** Files that one user may fetch per minute: far above any station's work. */
export const fairUse = { files: 300, seconds: 60 } as const;

/** A file as a licence records it. */
export const licensedTrack = (
  file: Pick<TrackFile, 'id' | 'packageId' | 'name' | 'packageTitle' | 'size' | 'contentHash'>,
): LicenceTrack => ({
  trackId: file.id,
  packageId: file.packageId,
  name: file.name,
  packageTitle: file.packageTitle,
  sha256: file.contentHash,
  bytes: file.size,
});

/** How a file was delivered: alone, with its package, or prepared for the air. */
export type DownloadKind = 'track' | 'zip' | 'delivery';

/** How it was delivered, in words; and the badge that says so where files stand in a list. */
export const downloadWays: Record<DownloadKind, string> = {
  track: 'Download',
  zip: 'Download em ZIP',
  delivery: 'Entrega para o ar',
};
export const downloadBadges: Record<DownloadKind, string | null> = {
  track: null,
  zip: 'ZIP',
  delivery: 'Para o ar',
};

/** A stored kind; an unknown one is of a single file. */
export const downloadKind = (kind: string): DownloadKind =>
  kind === 'zip' || kind === 'delivery' ? kind : 'track';

/** A track's stored bytes with the facts for a response; exists only for visible tracks. */
export interface TrackFile {
  id: string;
  packageId: string;
  packageTitle: string;
  name: string;
  /** The category's kind: decides whether the file may be downloaded. */
  kind: string;
  isFeatured: boolean;
  key: string;
  mime: string;
  /** As recorded on upload; null when unknown. */
  size: number | null;
  durationMs: number | null;
  contentHash: string | null;
  crc32: number | null;
  createdAt: Date;
  /** Key and bytes of the small MP3 for listening; null: the original is played. */
  previewKey: string | null;
  previewSize: number | null;
}

/** The file that is played: the small MP3 of a heavy original. Downloads always get the original. */
export function asHeard(file: TrackFile): TrackFile {
  if (!file.previewKey) return file;
  const contentHash = /[0-9a-f]{64}/.exec(file.previewKey)?.[0] ?? null;
  return {
    ...file,
    key: file.previewKey,
    size: file.previewSize,
    mime: 'audio/mpeg',
    contentHash,
    crc32: null,
  };
}

/** A signed address, valid for minutes in one session. */
export interface AudioAddress {
  url: string;
  /** ISO, server clock. */
  expiresAt: string;
}

const missing = { error: 'Informe a faixa.' };

/** Body of audio-proxy: our name for the id, or the specification's; its fileName is ignored. */
export const audioProxySchema = z
  .object({
    trackId: z.string(missing).max(200, missing).optional(),
    fileId: z.string(missing).max(200, missing).optional(),
  })
  .transform((body) => body.trackId || body.fileId || '')
  .refine((trackId) => trackId !== '', missing);

export const refusals = {
  unknownTrack: 'Faixa não encontrada.',
  noSample: 'Esta faixa ainda não tem amostra.',
  unknownPackage: 'Pacote não encontrado.',
  noSession: 'Faça login para continuar.',
  badAddress: 'Este endereço de áudio não é válido nesta sessão.',
  expired: 'Este endereço de áudio expirou. Atualize a página.',
  jingle: 'As vinhetas não podem ser baixadas: solicite a gravação com o nome da sua rádio.',
  fileGone: 'O arquivo desta faixa não está disponível no momento.',
  noFiles: 'Nenhum arquivo deste pacote está disponível no momento.',
  cancelled: 'Este download foi cancelado.',
  tooMany: 'Muitos downloads em pouco tempo. Aguarde um instante e continue.',
} as const;
