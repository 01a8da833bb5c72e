import type { FileStatus, ImportKind, ImportStatus } from '#db/schema/ingestion.ts';
import { formatCount } from '#platform/format.ts';
import { endedFiles, isOpen } from './import-states.ts';
import { driveRefusals, waitingReasons } from './imports.ts';

export interface ImportLine {
  id: string;
  kind: ImportKind;
  status: ImportStatus;
  folderName: string | null;
  packageId: string | null;
  packageTitle: string | null;
  reason: string | null;
  waitUntil: string | null;
  createdAt: string;
  finishedAt: string | null;
  files: Record<FileStatus, number>;
  /** Bytes of all files as far as known, and those that have arrived. */
  bytes: number;
  received: number;
}

export interface ImportFileLine {
  id: string;
  name: string;
  status: FileStatus;
  size: number | null;
  received: number;
  reason: string | null;
  packageId: string;
  packageTitle: string;
}

/** Files to import, without those that left the folder or whose track was removed. */
export const countFiles = ({ files }: Pick<ImportLine, 'files'>): number =>
  Object.values(files).reduce((sum, n) => sum + n, 0) - files.missing - files.removed;

/** Rows of its list, including those. */
export const countRows = (line: Pick<ImportLine, 'files'>): number =>
  countFiles(line) + line.files.missing + line.files.removed;

export const countEnded = ({ files }: Pick<ImportLine, 'files'>): number =>
  endedFiles.reduce((sum, status) => sum + files[status], 0);

/** Percentage done: the lower of the shares of bytes and of files; null while the folder is scanned. */
export function shareDone(line: Pick<ImportLine, 'status' | 'files' | 'bytes' | 'received'>): number | null {
  if (!isOpen(line.status)) return 100;
  const total = countFiles(line);
  if (total === 0) return null;
  const byFiles = countEnded(line) / total;
  const byBytes = line.bytes > 0 ? line.received / line.bytes : byFiles;
  return 100 * Math.min(1, (byFiles + byBytes) / 2);
}

/** Messages when Drive could not be reached (PKG-17, A-110). */
export const integrationTexts = {
  title: 'Erro na integração',
  text: 'Falha na comunicação com o Google Drive.',
};

const failedCalls = new Set<string>([
  driveRefusals.key,
  ...[driveRefusals, waitingReasons].flatMap((texts) => [texts.unreachable, texts['bad-answer']]),
]);

/** Whether the reason is such a failure; not when Drive responded with a refusal or a wait. */
export const isFailedCall = (reason: string): boolean => failedCalls.has(reason);

export interface Sample {
  /** Milliseconds. */
  at: number;
  share: number;
}

/** Window for the speed in milliseconds. */
const memory = 60_000;

/** Adds a sample and drops those outside the window. */
export function remember(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1);
  const kept = last && last.share > next.share ? [] : samples.filter(({ at }) => next.at - at <= memory);
  return last?.share === next.share && last.at === next.at ? [...samples] : [...kept, next];
}

/** Seconds left at the current speed; null while unknown. */
export function secondsLeft(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 2000 || last.share <= first.share) return null;
  const speed = (last.share - first.share) / (last.at - first.at);
  return Math.ceil((100 - last.share) / speed / 1000);
}

/** `menos de um minuto`, `cerca de 3 minutos`. */
export function sayTimeLeft(seconds: number): string {
  if (seconds < 60) return 'menos de um minuto';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'cerca de 1 minuto' : `cerca de ${minutes} minutos`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'cerca de 1 hora' : `cerca de ${hours} horas`;
}

/** What an import left unchanged: tracks whose file left the folder, and files whose track was removed. */
export function sayLeftOut({ files: { missing, removed } }: Pick<ImportLine, 'files'>): string[] {
  const said: string[] = [];
  if (missing === 1) said.push('1 faixa não está mais na pasta do Drive. Ela continua no pacote e toca.');
  if (missing > 1)
    said.push(
      `${formatCount(missing)} faixas não estão mais na pasta do Drive. Elas continuam no pacote e tocam.`,
    );
  if (removed === 1) said.push('1 arquivo ficou de fora: a faixa foi removida do pacote.');
  if (removed > 1)
    said.push(`${formatCount(removed)} arquivos ficaram de fora: as faixas foram removidas do pacote.`);
  return said;
}
