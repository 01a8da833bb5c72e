import type { ObjectStat } from '#platform/storage/storage.ts';

/** Why an object needs a person's look; read on the command line. */
export const copyTexts = {
  nowhere: 'está nos registros, mas em nenhum dos dois armazenamentos',
  differs: 'a cópia saiu diferente do original e foi apagada',
  unlikeBooks: 'o conteúdo não é o que os registros dizem: já era assim na origem',
} as const;

/** What a copy from store to store has done. */
export interface MoveReport {
  copied: number;
  /** Bytes that were copied. */
  bytes: number;
  /** Were in the target already, and are the same. */
  there: number;
  /** Were replaced in the target since, and left as they are. */
  newer: number;
  failed: { key: string; reason: string }[];
}

export const emptyReport = (): MoveReport => ({ copied: 0, bytes: 0, there: 0, newer: 0, failed: [] });

/** The hash in a key that is made of its content (`audio/ab/abcd….mp3`); null for keys of another kind. */
export const hashInKey = (key: string): string | null =>
  /\/([0-9a-f]{2})\/(\1[0-9a-f]{62})\.\w+$/.exec(key)?.[2] ?? null;

/** Whether an object was put after another, by more than clocks and rounding differ. */
export const isNewer = (one: ObjectStat, other: ObjectStat): boolean =>
  one.modifiedAt.getTime() > other.modifiedAt.getTime() + 2000;

const mimes: Record<string, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** The type of an object that our books do not name, by its key's ending. */
export const mimeOfKey = (key: string): string =>
  mimes[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
