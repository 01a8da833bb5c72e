import type { Readable } from 'node:stream';
import { type Settings, SettingsError } from '#platform/env.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { notFound } from '#platform/storage/refusals.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { openAll } from './backup-files.server.ts';
import { isStamp } from './kept.ts';
import { manifestName } from './model.ts';
import { opening, sealedSize, sealing } from './seal.server.ts';

type ShelfSettings = Pick<
  Settings,
  | 'BACKUP_DIR'
  | 'BACKUP_S3_BUCKET'
  | 'BACKUP_KEY'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
>;

/** Where backups lie: a folder or a bucket, encrypted with BACKUP_KEY. */
export interface Shelf {
  store: Storage;
  put(name: string, body: Readable): Promise<void>;
  /** The content of an object, decrypted. @throws AppError `not-found` */
  read(name: string): Promise<Readable>;
  /** Whether an object with this many bytes of content lies there. */
  has(name: string, size: number): Promise<boolean>;
  /** Names of complete backups, oldest first. */
  stamps(): Promise<string[]>;
}

export const isPlanned = ({ BACKUP_DIR, BACKUP_S3_BUCKET }: ShelfSettings): boolean =>
  BACKUP_DIR !== undefined || BACKUP_S3_BUCKET !== undefined;

/** Every object of a backup is below this. */
export const folderOf = (stamp: string): string => `backups/${stamp}/`;
/** Holds the site's files once for all backups. */
export const pooled = (key: string): string => `pool/${key}`;

/** @throws SettingsError when no place is set, or the bucket's keys are missing */
export async function openShelf(settings: ShelfSettings): Promise<Shelf> {
  const store = await openStore(settings);
  const key = settings.BACKUP_KEY;
  return {
    store,

    async put(name, body) {
      const sealed = key ? body.compose(sealing(key, name)) : body;
      await store.put(name, sealed as Readable, { mime: 'application/octet-stream' });
    },

    async read(name) {
      const facts = await store.stat(name);
      if (!facts) throw notFound();
      const stored = await openAll(store, name, facts.size);
      return key ? (stored.compose(opening(key, name)) as Readable) : stored;
    },

    async has(name, size) {
      return (await store.stat(name))?.size === (key ? sealedSize(size) : size);
    },

    async stamps() {
      const found: string[] = [];
      for await (const { key: name } of store.list('backups/')) {
        const [, stamp = '', file] = name.split('/');
        if (file === manifestName && isStamp(stamp)) found.push(stamp);
      }
      return found.sort();
    },
  };
}

async function openFolder(path: string): Promise<Storage> {
  try {
    return await openDiskStorage({ DATA_DIR: path });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'erro';
    throw new SettingsError(
      `BACKUP_DIR: não consigo escrever em ${path} (${code}). Confira o dono da pasta e se o disco está montado.`,
      { cause },
    );
  }
}

async function openStore(settings: ShelfSettings): Promise<Storage> {
  const { BACKUP_DIR, BACKUP_S3_BUCKET, S3_ENDPOINT, S3_REGION } = settings;
  if (BACKUP_DIR) return openFolder(BACKUP_DIR);
  if (!BACKUP_S3_BUCKET)
    throw new SettingsError('Defina BACKUP_DIR ou BACKUP_S3_BUCKET para guardar backups.');
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (!accessKeyId || !secretAccessKey)
    throw new SettingsError('BACKUP_S3_BUCKET precisa de S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY.');
  const { openS3Storage } = await import('#platform/storage/s3.server.ts');
  const place = { endpoint: S3_ENDPOINT, region: S3_REGION, bucket: BACKUP_S3_BUCKET, publicUrl: undefined };
  return openS3Storage({ ...place, accessKeyId, secretAccessKey });
}
