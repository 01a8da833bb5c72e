import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openAssets } from './assets.ts';

const folder = mkdtempSync(join(tmpdir(), 'sonoteca-assets-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'assets', 'a-1.js'), 'export {};');
writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
const { serve } = openAssets(folder);
const server = createServer((req, res) => serve(req, res, () => res.writeHead(404).end())).listen(
  0,
  '127.0.0.1',
);
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each(['/assets/a-1.js', '/favicon.svg'])(
  'SEC-06: %s carries the policies of every response',
  async (path) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const whole = await fetch(url);
    const again = await fetch(url, { headers: { 'If-None-Match': whole.headers.get('etag') ?? '' } });
    const failed = await fetch(url, { headers: { 'If-Match': '"other"' } });
    expect([whole.status, again.status, failed.status]).toEqual([200, 304, 412]);
    for (const { headers } of [whole, again, failed]) {
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
  },
);
