import type { FileStatus, ImportStatus } from '#db/schema/ingestion.ts';
import type { BadgeTone } from '#ui/badge.tsx';

interface StateFacts {
  label: string;
  tone: BadgeTone;
}

export const importStates: Record<ImportStatus, StateFacts> = {
  scanning: { label: 'Lendo a pasta', tone: 'info' },
  grouping: { label: 'Organizando', tone: 'info' },
  running: { label: 'Importando', tone: 'accent' },
  waiting: { label: 'Aguardando', tone: 'info' },
  done: { label: 'Concluída', tone: 'success' },
  failed: { label: 'Falhou', tone: 'danger' },
  cancelled: { label: 'Cancelada', tone: 'neutral' },
};

/** Shown while an automatic creation works. */
export const creationLabels: Partial<Record<ImportStatus, string>> = {
  scanning: 'Lendo a pasta',
  grouping: 'Organizando os pacotes',
  running: 'Importando os áudios',
  waiting: 'Aguardando o Google Drive',
};

/** Scanning or grouping: no file is planned yet. */
export const readingStatuses: ImportStatus[] = ['scanning', 'grouping'];
export const isReading = (status: ImportStatus): boolean => readingStatuses.includes(status);
/** Runs, or will resume by itself. */
export const openStatuses: ImportStatus[] = [...readingStatuses, 'running', 'waiting'];
export const isOpen = (status: ImportStatus): boolean => openStatuses.includes(status);
/** Ended, and can be retried. */
export const isStopped = (status: ImportStatus): boolean => status === 'failed' || status === 'cancelled';
/** Can be retried although no file was planned. */
export const isRepeatable = (status: ImportStatus): boolean => isStopped(status) || status === 'waiting';

export const fileStates: Record<FileStatus, StateFacts> = {
  pending: { label: 'Na fila', tone: 'neutral' },
  running: { label: 'Importando', tone: 'accent' },
  waiting: { label: 'Aguardando', tone: 'info' },
  done: { label: 'Importado', tone: 'success' },
  unchanged: { label: 'Sem mudanças', tone: 'neutral' },
  missing: { label: 'Fora da pasta', tone: 'neutral' },
  removed: { label: 'Removido', tone: 'neutral' },
  failed: { label: 'Falhou', tone: 'danger' },
  cancelled: { label: 'Cancelado', tone: 'neutral' },
};

/** Files left for the running import; then including those that wait for Drive; then those nobody works on. */
export const dueFiles: FileStatus[] = ['pending', 'running'];
export const leftFiles: FileStatus[] = [...dueFiles, 'waiting'];
export const idleFiles: FileStatus[] = ['pending', 'waiting'];
export const arrivedFiles: FileStatus[] = ['done', 'unchanged'];
export const endedFiles: FileStatus[] = [...arrivedFiles, 'failed', 'cancelled'];
/** Files that left the folder, or whose track was removed. */
export const absentFiles: FileStatus[] = ['missing', 'removed'];
/** Retried together; a removed one only by name. */
export const repeatableFiles: FileStatus[] = ['failed', 'cancelled', ...idleFiles];
/** Can be retried file by file. */
export const isRetryable = (status: FileStatus): boolean => status === 'failed' || status === 'removed';
/** Order of the list: problems first. */
export const listedOrder: FileStatus[] = ['failed', 'running', 'waiting', 'pending', ...absentFiles];
