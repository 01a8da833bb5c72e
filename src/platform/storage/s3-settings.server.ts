import { type Settings, SettingsError } from '../env.server.ts';

export interface S3Settings {
  /** The server's address; undefined: Amazon's for the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Origin of a CDN before the bucket; undefined: the server's own. */
  publicUrl: string | undefined;
}

type Given = Pick<
  Settings,
  'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_PUBLIC_URL'
> &
  Partial<Pick<Settings, 'BACKUP_S3_BUCKET'>>;

/** The settings of the bucket, or null. @throws SettingsError that names a missing one */
export function readS3Settings(settings: Given): S3Settings | null {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_ENDPOINT, S3_PUBLIC_URL } = settings;
  const isNamed = S3_BUCKET ?? S3_ACCESS_KEY_ID ?? S3_SECRET_ACCESS_KEY ?? S3_ENDPOINT ?? S3_PUBLIC_URL;
  if (isNamed === undefined) return null;
  // The keys are for the backups' bucket alone.
  if (S3_BUCKET === undefined && settings.BACKUP_S3_BUCKET !== undefined) return null;
  const need = (name: string, value: string | undefined): string => {
    if (value) return value;
    throw new SettingsError(
      `${name} não foi definida: para guardar os arquivos em S3 são precisas S3_BUCKET, S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY.`,
    );
  };
  return {
    endpoint: S3_ENDPOINT,
    region: settings.S3_REGION,
    bucket: need('S3_BUCKET', S3_BUCKET),
    accessKeyId: need('S3_ACCESS_KEY_ID', S3_ACCESS_KEY_ID),
    secretAccessKey: need('S3_SECRET_ACCESS_KEY', S3_SECRET_ACCESS_KEY),
    publicUrl: S3_PUBLIC_URL,
  };
}
