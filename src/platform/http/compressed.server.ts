import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** @param accepted the request's Accept-Encoding */
export function encodingOf(accepted = ''): Encoding {
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** Quick, and with brotli still smaller than gzip's usual 6. */
const quick = 2;

/** For a page of one request. At once: handing 60 KB to another thread takes longer than their compression. */
export function compressQuickly(bytes: Buffer<ArrayBuffer>, encoding: Encoding): Buffer<ArrayBuffer> {
  if (encoding === 'br')
    return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quick } });
  return encoding === 'gzip' ? gzipSync(bytes, { level: quick }) : bytes;
}

/** For a page of many requests, by other threads: small, and slow to make. */
export async function compressWell(bytes: Buffer<ArrayBuffer>): Promise<Record<Encoding, Buffer>> {
  const [br, gz] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    zip(bytes, { level: 9 }),
  ]);
  return { br, gzip: gz, identity: bytes };
}
