import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** @param accepted the request's Accept-Encoding */
export function encodingOf(accepted: string | null | undefined): Encoding {
  return accepted?.includes('br') ? 'br' : accepted?.includes('gzip') ? 'gzip' : 'identity';
}

/** Quick, and with brotli still smaller than gzip's usual 6. */
const quick = 2;
/** Bytes below which compression does not pay. */
const leastCompressed = 1024;

/**
 * Compresses the whole body of an answer to one request and says so in its headers. At once: handing 60 KB to another
 * thread takes longer than their compression. @param accepted the request's Accept-Encoding @returns the bytes to send
 */
export function compressQuickly(
  bytes: Buffer<ArrayBuffer>,
  headers: Headers,
  accepted: string | null | undefined,
): Buffer<ArrayBuffer> {
  const encoding = bytes.length < leastCompressed ? 'identity' : encodingOf(accepted);
  const sent =
    encoding === 'br'
      ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quick } })
      : encoding === 'gzip'
        ? gzipSync(bytes, { level: quick })
        : bytes;
  headers.set('Vary', 'Accept-Encoding');
  headers.set('Content-Length', String(sent.length));
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  return sent;
}

/** For a page of many requests, by other threads: small, and slow to make. */
export async function compressWell(bytes: Buffer<ArrayBuffer>): Promise<Record<Encoding, Buffer>> {
  const [br, gz] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    zip(bytes, { level: 9 }),
  ]);
  return { br, gzip: gz, identity: bytes };
}
