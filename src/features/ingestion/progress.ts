import { formatCount } from '#platform/format.ts';
import {
  driveRefusals,
  type FileStatus,
  type ImportKind,
  type ImportStatus,
  isOpen,
  waitingReasons,
} from './imports.ts';

/** An import in the list. */
export interface ImportLine {
  id: string;
  kind: ImportKind;
  status: ImportStatus;
  folderName: string | null;
  packageId: string | null;
  packageTitle: string | null;
  /** Why it waits or failed. */
  reason: string | null;
  waitUntil: string | null;
  createdAt: string;
  finishedAt: string | null;
  /** How many files are in each state. */
  files: Record<FileStatus, number>;
  /** Bytes of all files, as far as Drive says, and those that have arrived. */
  bytes: number;
  received: number;
}

/** A file in an import's list. */
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

const ended: readonly FileStatus[] = ['done', 'unchanged', 'failed', 'cancelled'];

/** Files that were to come; not those that have left the folder, or whose track was taken out. */
export const countFiles = ({ files }: Pick<ImportLine, 'files'>): number =>
  Object.values(files).reduce((sum, n) => sum + n, 0) - files.missing - files.removed;

/** Rows of its list, those too. */
export const countRows = (line: Pick<ImportLine, 'files'>): number =>
  countFiles(line) + line.files.missing + line.files.removed;

/** Files of which nothing more is expected. */
export const countEnded = ({ files }: Pick<ImportLine, 'files'>): number =>
  ended.reduce((sum, status) => sum + files[status], 0);

/** Share that is done, 0 to 100: by bytes and by files, the lower of the two; null while the folder is being read. */
export function shareDone(line: Pick<ImportLine, 'status' | 'files' | 'bytes' | 'received'>): number | null {
  if (!isOpen(line.status)) return 100;
  const total = countFiles(line);
  if (total === 0) return null;
  const byFiles = countEnded(line) / total;
  const byBytes = line.bytes > 0 ? line.received / line.bytes : byFiles;
  return 100 * Math.min(1, (byFiles + byBytes) / 2);
}

/** Said to administrators when Drive could not be talked to (PKG-17, A-110). */
export const integrationTexts = {
  title: 'Erro na integração',
  text: 'Falha na comunicação com o Google Drive.',
};

const failedCalls = new Set<string>([
  driveRefusals.key,
  ...[driveRefusals, waitingReasons].flatMap((texts) => [texts.unreachable, texts['bad-answer']]),
]);

/** Whether a reason says that. It does not where Drive answers: that it refuses a folder, or asks to wait. */
export const isFailedCall = (reason: string): boolean => failedCalls.has(reason);

/** How far an import was at a moment. */
export interface Sample {
  /** Milliseconds. */
  at: number;
  share: number;
}

/** Milliseconds over which the speed is judged. */
const memory = 60_000;

/** The samples with one more, without those that are too old to tell the present speed. */
export function remember(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1);
  const kept = last && last.share > next.share ? [] : samples.filter(({ at }) => next.at - at <= memory);
  return last?.share === next.share && last.at === next.at ? [...samples] : [...kept, next];
}

/** Seconds until all is done at the present speed; null while nobody can tell. */
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

/** What an import left as it was: tracks whose file has left the folder, and files whose track people took out. */
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
