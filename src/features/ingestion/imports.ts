import type { ImportKind } from '#db/schema/ingestion.ts';
import { type AudioRefusal, audioRefusals } from '#features/media/audio/model.ts';
import type { SoundRefusal } from '#features/media/reading/refusals.ts';
import { AppError, GatewayError } from '#platform/errors.ts';

/** A file or folder in Drive, with shortcuts resolved. */
export interface DriveItem {
  id: string;
  name: string;
  mimeType: string;
  /** Bytes; null when Drive does not report it. */
  size: number | null;
  /** MD5 in hex; null when Drive does not report it. */
  md5: string | null;
  /** Required beside the id for files shared under Drive's old link format. */
  resourceKey: string | null;
}

export interface ScannedFile extends DriveItem {
  folderId: string;
}

/** A folder of a scan; the pasted one is the first and has no parent. */
export interface ScannedFolder {
  id: string;
  name: string;
  parentId: string | null;
  resourceKey: string | null;
}

/** All relevant files and folders below a Drive folder, each once. */
export interface Scan {
  folders: ScannedFolder[];
  /** In natural order of folder and name. */
  files: ScannedFile[];
  /** Number of other entries: documents, pictures, broken shortcuts. */
  skipped: number;
}

/** Google Drive, or a stub without a key. */
export interface DriveGateway {
  /** False without GOOGLE_API_KEY and GOOGLE_SERVICE_ACCOUNT_JSON: every call then fails with `not-configured`. */
  readonly isConfigured: boolean;
  /** A demo folder's URL when a stand-in replaces Drive; else null. */
  readonly demoLink: string | null;
  /** One file or folder; resolves a shortcut. @throws DriveError */
  find(id: string, resourceKey: string | null, signal?: AbortSignal): Promise<DriveItem>;
  /** The direct children of a folder, all pages, with shortcuts resolved. @throws DriveError */
  list(folderId: string, resourceKey: string | null, signal?: AbortSignal): Promise<DriveItem[]>;
  /** A file's bytes from `offset` on, by a Range request. @throws DriveError, also while the body is read */
  download(
    file: { id: string; resourceKey: string | null },
    offset: number,
    signal: AbortSignal,
  ): Promise<{ body: ReadableStream<Uint8Array>; offset: number; size: number | null }>;
}

export const folderType = 'application/vnd.google-apps.folder';
export const shortcutType = 'application/vnd.google-apps.shortcut';

export const driveRefusals = {
  'not-configured': 'O Google Drive não está configurado neste site.',
  'not-found':
    'O Google Drive não encontrou este link. Confira se ele está compartilhado com “Qualquer pessoa com o link”.',
  forbidden:
    'O Google Drive não deu acesso. Compartilhe com “Qualquer pessoa com o link” e permita o download.',
  quota: 'A cota do Google Drive acabou por enquanto. Tente de novo mais tarde.',
  busy: 'O Google Drive pediu para esperar. Tente de novo em alguns minutos.',
  key: 'A chave de acesso ao Google Drive não é mais aceita. Avise quem cuida do servidor.',
  unreachable: 'O Google Drive não respondeu. Tente de novo em instantes.',
  changed: 'O arquivo mudou no Google Drive durante a importação. Tente de novo.',
  'bad-answer': 'O Google Drive enviou uma resposta que não pôde ser entendida.',
  'too-much': 'A pasta tem itens demais para uma importação. Divida-a em pastas menores.',
} as const;
export type DriveRefusal = keyof typeof driveRefusals;

const passing: ReadonlySet<DriveRefusal> = new Set(['busy', 'unreachable', 'changed', 'bad-answer']);

/** Failures that an import waits out, with the message meanwhile. */
export const waitingReasons = {
  quota: 'A cota do Google Drive acabou. A importação continua sozinha quando ela voltar.',
  busy: 'O Google Drive pediu para esperar. A importação continua sozinha.',
  unreachable: 'O Google Drive não respondeu. A importação continua sozinha quando ele voltar.',
  'bad-answer':
    'O Google Drive respondeu algo que não pôde ser entendido. A importação tenta de novo sozinha.',
} as const satisfies Partial<Record<DriveRefusal, string>>;
type WaitingReason = keyof typeof waitingReasons;
export const isWaitingReason = (reason: DriveRefusal): reason is WaitingReason => reason in waitingReasons;

/** A failure of Drive; its message is the reason's sentence, so that no key and no URL leaks. */
export class DriveError extends GatewayError {
  readonly reason: DriveRefusal;
  /** Seconds of Retry-After; null without it. */
  readonly retryAfter: number | null;

  constructor(reason: DriveRefusal, options: { retryAfter?: number | null; cause?: unknown } = {}) {
    super(driveRefusals[reason], { retryable: passing.has(reason), cause: options.cause });
    this.name = 'DriveError';
    this.reason = reason;
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** Drive's failure as a refusal for a waiting caller. */
export function toAppError(error: DriveError): AppError {
  if (error.reason === 'not-found') return new AppError('not-found', error.message, { cause: error });
  const ours = error.reason === 'forbidden' || error.reason === 'too-much';
  return new AppError(ours ? 'unprocessable' : 'unavailable', error.message, { cause: error });
}

/** Why a file did not arrive, beyond refusals of Drive and of audio. */
export const fileRefusals = {
  truncated: 'O Google Drive enviou só uma parte do arquivo.',
  endless: 'O Google Drive enviou mais bytes do que o arquivo tem.',
  page: 'O Google Drive enviou uma página da web em vez do áudio.',
  'no-package': 'O pacote não existe mais.',
  unexpected: 'Ocorreu um erro inesperado com este arquivo.',
} as const;

export type FileRefusal =
  | keyof typeof fileRefusals
  | SoundRefusal
  | Extract<AudioRefusal, 'too-large' | 'quota'>;

const passingFailures: ReadonlySet<FileRefusal> = new Set(['truncated', 'endless', 'page', 'unexpected']);

/** Thrown when a file cannot become a track; the message is shown to administrators. */
export class FileError extends GatewayError {
  readonly reason: FileRefusal;

  constructor(reason: FileRefusal) {
    const sentence =
      reason in fileRefusals
        ? fileRefusals[reason as keyof typeof fileRefusals]
        : audioRefusals[reason as AudioRefusal];
    super(sentence, { retryable: passingFailures.has(reason) });
    this.name = 'FileError';
    this.reason = reason;
  }
}

/** Hours that files wait for Drive's daily download quota. */
export const quotaHours = 24;
/** Minutes that an import waits for other temporary failures; a folder is retried after an hour at most. */
export const pauseMinutes = {
  quota: 60,
  busy: 15,
  unreachable: 15,
  'bad-answer': 15,
} as const satisfies Record<WaitingReason, number>;
/** Days until an unreadable folder is given up. */
export const patienceDays = 7;

/** Why a completed import brought nothing. */
export const emptyEnds: Record<ImportKind, string> = {
  package: 'Nenhum arquivo de áudio foi encontrado nesta pasta.',
  drafts: 'Nada de novo: as pastas deste link já têm pacote ou rascunho, ou foram excluídas.',
};

export const startRefusals = {
  'not-configured': 'O Google Drive não está configurado neste site: os áudios da pasta não foram buscados.',
  'no-package': 'O pacote não existe mais.',
  'no-link': 'Este pacote não tem um link do Google Drive.',
} as const;
export type StartRefusal = keyof typeof startRefusals;
