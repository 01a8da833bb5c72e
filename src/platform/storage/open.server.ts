import { type Settings, SettingsError } from '../env.server.ts';
import type { Logger } from '../log.server.ts';
import { openDiskStorage } from './disk.server.ts';
import { readS3Settings } from './s3-settings.server.ts';
import type { Storage } from './storage.ts';

export type StoreName = 'disk' | 's3';

/**
 * The store of the settings: the bucket when S3_BUCKET is set, else the disk. A bucket that is temporarily unreachable
 * does not stop the start. @throws SettingsError for an incomplete configuration, a missing bucket, or keys that do
 * not open it
 */
export async function openStorage(settings: Settings, log: Logger): Promise<Storage> {
  return openNamedStorage(readS3Settings(settings) ? 's3' : 'disk', settings, log);
}

/** A store by name, whichever the site uses. @throws SettingsError as `openStorage` */
export async function openNamedStorage(name: StoreName, settings: Settings, log: Logger): Promise<Storage> {
  if (name === 'disk') return openDiskStorage(settings);
  const bucket = readS3Settings(settings);
  if (!bucket) throw new SettingsError('S3_BUCKET não foi definida.');
  // The S3 library is large: installations on disk do not load it.
  const { checkBucket, openS3Storage } = await import('./s3.server.ts');
  const wrong = await checkBucket(bucket);
  if (wrong === 'missing') throw new SettingsError(`S3_BUCKET: o bucket “${bucket.bucket}” não existe.`);
  if (wrong === 'refused') {
    throw new SettingsError(
      `S3_ACCESS_KEY_ID: o servidor recusou estas chaves, ou S3_REGION não é a do bucket “${bucket.bucket}”.`,
    );
  }
  if (wrong === 'down') log.warn({ endpoint: bucket.endpoint }, 'o armazenamento S3 não responde');
  return openS3Storage(bucket);
}
