import { z } from 'zod';

/** How many files one user may fetch in a minute before being asked to wait: far above any station's work. */
export const fairUse = { files: 300, seconds: 60 } as const;

/** A track's stored bytes and what belongs on an answer with them; only tracks that listeners can see have this. */
export interface TrackFile {
  id: string;
  packageId: string;
  packageTitle: string;
  /** The file's own name. */
  name: string;
  /** Kind of the package's category: decides whether the file may be handed out. */
  kind: string;
  isFeatured: boolean;
  /** Key in the file store. */
  key: string;
  mime: string;
  /** As noted when the file arrived; null when unknown. */
  size: number | null;
  durationMs: number | null;
  contentHash: string | null;
  crc32: number | null;
  createdAt: Date;
  /** Key and bytes of a small MP3 that is heard in its place; null: the original is heard. */
  previewKey: string | null;
  previewSize: number | null;
}

/** What is heard of a track: its small MP3, where the original is too heavy. Handed out is always the original. */
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

/** A signed address, good for minutes in one session. */
export interface AudioAddress {
  url: string;
  /** ISO, server clock. */
  expiresAt: string;
}

const missing = { error: 'Informe a faixa.' };

/** Body of audio-proxy: our name of the id, or the specification's; the specification's fileName says nothing new. */
export const audioProxySchema = z
  .object({
    trackId: z.string(missing).max(200, missing).optional(),
    fileId: z.string(missing).max(200, missing).optional(),
  })
  .refine((body) => (body.trackId ?? body.fileId ?? '') !== '', missing)
  .transform((body) => (body.trackId || body.fileId)!);

/** What people read when bytes are refused. */
export const refusals = {
  unknownTrack: 'Faixa não encontrada.',
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
