import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** @param accepted the request's Accept-Encoding */
export function encodingOf(accepted = ''): Encoding {
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** Bytes below which another thread costs more than the compression. */
const small = 32_768;

/** @param effort 1 to 9, with brotli to 11 */
export async function compress(
  bytes: Buffer<ArrayBuffer>,
  encoding: Encoding,
  effort: number,
): Promise<Buffer<ArrayBuffer>> {
  const isSmall = bytes.length < small;
  if (encoding === 'br') {
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: effort } };
    return isSmall ? brotliCompressSync(bytes, options) : brotli(bytes, options);
  }
  if (encoding === 'gzip')
    return isSmall ? gzipSync(bytes, { level: effort }) : zip(bytes, { level: effort });
  return bytes;
}
