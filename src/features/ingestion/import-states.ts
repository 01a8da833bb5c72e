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

/** What an automatic creation shows while it works. */
export const creationLabels: Partial<Record<ImportStatus, string>> = {
  scanning: 'Lendo a pasta',
  grouping: 'Organizando os pacotes',
  running: 'Importando os áudios',
  waiting: 'Aguardando o Google Drive',
};

/** The folder is being read: no file is planned yet. */
export const readingStatuses: ImportStatus[] = ['scanning', 'grouping'];
export const isReading = (status: ImportStatus): boolean => readingStatuses.includes(status);
/** Work goes on, or will by itself. */
export const openStatuses: ImportStatus[] = [...readingStatuses, 'running', 'waiting'];
export const isOpen = (status: ImportStatus): boolean => openStatuses.includes(status);
/** Ended, and can be tried again. */
export const isStopped = (status: ImportStatus): boolean => status === 'failed' || status === 'cancelled';
/** Can be tried again though no file was planned. */
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

/** Files that the running import still has to do, those that wait for Drive too, and those nobody works on yet. */
export const dueFiles: FileStatus[] = ['pending', 'running'];
export const leftFiles: FileStatus[] = [...dueFiles, 'waiting'];
export const idleFiles: FileStatus[] = ['pending', 'waiting'];
export const arrivedFiles: FileStatus[] = ['done', 'unchanged'];
export const endedFiles: FileStatus[] = [...arrivedFiles, 'failed', 'cancelled'];
/** Not part of the import: they left the folder, or an administrator removed their track. */
export const absentFiles: FileStatus[] = ['missing', 'removed'];
/** Tried again together; a removed one only when it is named. */
export const repeatableFiles: FileStatus[] = ['failed', 'cancelled', ...idleFiles];
/** What an administrator can try again file by file. */
export const isRetryable = (status: FileStatus): boolean => status === 'failed' || status === 'removed';
/** The order of the list: what needs a look first. */
export const listedOrder: FileStatus[] = ['failed', 'running', 'waiting', 'pending', ...absentFiles];
