import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, zstdCompressSync } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Compress = (bytes: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer>;

/** Compressions for one request, the preferred first: zstd takes a quarter of brotli's time for fewer bytes. */
const quickly = {
  zstd: (bytes) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 2 } }),
  // At 2 still smaller than gzip's usual 6.
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
  gzip: (bytes) => gzipSync(bytes, { level: 2 }),
} satisfies Record<string, Compress>;
const quickOnes = Object.keys(quickly) as (keyof typeof quickly)[];

/** Bytes below which compression does not pay. */
const leastCompressed = 1024;

/** @param offered the preferred first @param accepted the request's Accept-Encoding; `q=0` refuses one */
export function encodingOf<Offered extends string>(
  offered: readonly Offered[],
  accepted: string | null | undefined,
): Offered | 'identity' {
  const entries = accepted?.toLowerCase().replaceAll(' ', '').split(',') ?? [];
  const isAccepted = (name: string) =>
    entries.some((entry) => entry.split(';')[0] === name && !/;q=0(\.0*)?$/.test(entry));
  return offered.find(isAccepted) ?? 'identity';
}

/**
 * Compresses the whole body of an answer to one request and says so in its headers. At once: handing 60 KB to another
 * thread takes longer than their compression. @param accepted the request's Accept-Encoding @returns the bytes to send
 */
export function compressQuickly(
  bytes: Buffer<ArrayBuffer>,
  headers: Headers,
  accepted: string | null | undefined,
): Buffer<ArrayBuffer> {
  const encoding = bytes.length < leastCompressed ? 'identity' : encodingOf(quickOnes, accepted);
  const sent = encoding === 'identity' ? bytes : quickly[encoding](bytes);
  headers.set('Vary', 'Accept-Encoding');
  headers.set('Content-Length', String(sent.length));
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  return sent;
}

/** Compressions of a cached page, the preferred first; it is also kept as it is. */
export const cachedEncodings = ['br', 'gzip'] as const;
export type CachedEncoding = (typeof cachedEncodings)[number] | 'identity';

/** For a page of many requests, by other threads: small, and slow to make. */
export async function compressWell(bytes: Buffer<ArrayBuffer>): Promise<Record<CachedEncoding, Buffer>> {
  const [br, gz] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    zip(bytes, { level: 9 }),
  ]);
  return { br, gzip: gz, identity: bytes };
}
