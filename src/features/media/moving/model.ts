import type { ObjectStat } from '#platform/storage/storage.ts';
import { soundTypes } from '../sound-type.ts';

/** Why an object needs attention; printed on the command line. */
export const copyTexts = {
  nowhere: 'está nos registros, mas em nenhum dos dois armazenamentos',
  differs: 'a cópia saiu diferente do original e foi apagada',
  unlikeRecord: 'o conteúdo não é o que os registros dizem: já era assim na origem',
} as const;

export interface MoveReport {
  copied: number;
  bytes: number;
  /** Already in the target, and equal. */
  unchanged: number;
  /** Replaced in the target later, and left alone. */
  newer: number;
  failed: { key: string; reason: string }[];
}

export const emptyReport = (): MoveReport => ({ copied: 0, bytes: 0, unchanged: 0, newer: 0, failed: [] });

/** The hash in a content key (`audio/ab/abcd….mp3`); null for other keys. */
export const hashInKey = (key: string): string | null =>
  /\/([0-9a-f]{2})\/(\1[0-9a-f]{62})\.\w+$/.exec(key)?.[2] ?? null;

/** Whether an object is newer than another by more than clocks and rounding differ. */
export const isNewer = (one: ObjectStat, other: ObjectStat): boolean =>
  one.modifiedAt.getTime() > other.modifiedAt.getTime() + 2000;

const mimes: Record<string, string> = {
  ...soundTypes,
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** The type of an object without a row, by its key's extension. */
export const mimeOfKey = (key: string): string =>
  mimes[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
