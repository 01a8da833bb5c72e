export const buckets = ['covers', 'avatars', 'site', 'audio', 'recordings', 'deliveries', 'streams'] as const;
export type Bucket = (typeof buckets)[number];

export const bucketNames: Record<Bucket, string> = {
  covers: 'Capas de pacotes',
  avatars: 'Fotos de perfil',
  site: 'Imagens do site',
  audio: 'Áudios',
  recordings: 'Gravações entregues',
  deliveries: 'Preparados para o ar',
  streams: 'Versões leves para aprovação',
};

/** Buckets that count against STORAGE_QUOTA_BYTES and that the cleanup covers. */
export const pictureBuckets: readonly Bucket[] = ['covers', 'avatars', 'site'];

/** Buckets whose files go by their age: nothing in the database names them. */
export const agedBuckets: readonly Bucket[] = ['streams'];
export const isAged = (key: string): boolean => agedBuckets.some((bucket) => key.startsWith(`${bucket}/`));

/** Some object stores create this in an empty folder: never counted, never removed (STO-14). */
export const isPlaceholder = (key: string): boolean => key.split('/').at(-1) === '.emptyFolderPlaceholder';

/** Folder of upload chunks; only their upload refers to them. */
export const chunkFolder = 'uploads/';

/** Younger files may be uploads that are not yet saved. */
export const graceHours = 48;
/** Days during which a removed file can be restored. */
export const trashDays = 7;
/** Share of the quota above which 'Ação Necessária' is shown (STO-03). */
const warningShare = 0.8;

interface Usage {
  size: number;
  count: number;
}

export interface StorageStats {
  buckets: ({ bucket: Bucket } & Usage)[];
  total: Usage;
  /** Bytes of pictures, their quota, and the share used. */
  pictures: { used: number; quota: number; share: number };
  audio: { used: number; quota: number | null };
}

export interface Orphan {
  key: string;
  bucket: string;
  size: number;
  createdAt: string;
}

/** Files listed by name; more are counted. */
export const filesShown = 50;

export interface FileList {
  files: Orphan[];
  count: number;
  /** There may be more than were counted. */
  isMore: boolean;
}

/** Above 80 percent, not at it. */
export const needsAction = (share: number): boolean => share > warningShare;
