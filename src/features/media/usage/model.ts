/** Buckets in the order of the storage page, with their names there. */
export const buckets = ['covers', 'avatars', 'site', 'audio', 'recordings'] as const;
export type Bucket = (typeof buckets)[number];

export const bucketNames: Record<Bucket, string> = {
  covers: 'Capas de pacotes',
  avatars: 'Fotos de perfil',
  site: 'Imagens do site',
  audio: 'Áudios',
  recordings: 'Gravações entregues',
};

/** Buckets that count against STORAGE_QUOTA_BYTES and that the cleanup looks at. */
export const pictureBuckets: readonly Bucket[] = ['covers', 'avatars', 'site'];

/** What some object stores put into an empty folder: never counted, never removed (STO-14). */
export const placeholderName = '.emptyFolderPlaceholder';

export const isPlaceholder = (key: string): boolean => key.split('/').at(-1) === placeholderName;

/** Where chunks on their way lie; their uploads name them, and no book does. */
export const chunkFolder = 'uploads/';

/** An upload that is not yet saved to what it is for is younger than this. */
export const graceHours = 48;
/** How long a removed file can be restored. */
export const trashDays = 7;
/** The warning 'Ação Necessária' shows above this share of the quota (STO-03). */
const warningShare = 0.8;

/** What one bucket holds, or all of them. */
interface Usage {
  size: number;
  count: number;
}

export interface StorageStats {
  buckets: ({ bucket: Bucket } & Usage)[];
  /** All buckets together. */
  total: Usage;
  /** Bytes of pictures against their quota, and the share of it, 0 and up. */
  pictures: { used: number; quota: number; share: number };
  audio: { used: number; quota: number | null };
}

/** A file that nothing names any more. */
export interface Orphan {
  key: string;
  bucket: string;
  size: number;
  createdAt: string;
}

/** Whether the warning is due: above 80 percent, not at it. */
export const needsAction = (share: number): boolean => share > warningShare;
