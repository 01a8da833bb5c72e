import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressQuickly } from './compressed.server.ts';

const page = Buffer.from('trilha para o jornal da manhã\n'.repeat(100));

it.each([
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['zstd;q=0, br; q=0.0, gzip;q=0.5', 'gzip', gunzipSync],
  [undefined, null, (sent: Buffer) => sent],
])('a browser that accepts %s gets %s, and reads the same page', (accepted, encoding, unpack) => {
  const headers = new Headers();
  const sent = compressQuickly(page, headers, accepted);
  expect(unpack(sent)).toEqual(page);
  expect(headers.get('Content-Encoding')).toBe(encoding);
  expect(headers.get('Content-Length')).toBe(String(sent.length));
  expect(headers.get('Vary')).toBe('Accept-Encoding');
});

it('leaves alone what is too short to gain by it', () => {
  const headers = new Headers();
  expect(compressQuickly(page.subarray(0, 1000), headers, 'br, zstd')).toHaveLength(1000);
  expect(headers.get('Content-Encoding')).toBeNull();
});
