import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** @param accepted the request's Accept-Encoding */
export function encodingOf(accepted = ''): Encoding {
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** `effort` 1 to 9. */
export async function compress(
  bytes: Buffer<ArrayBuffer>,
  encoding: Encoding,
  effort: number,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'br') return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: effort } });
  if (encoding === 'gzip') return zip(bytes, { level: effort });
  return bytes;
}
