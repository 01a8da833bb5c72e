import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { sourceStamp, stampFile } from './source-stamp.ts';

/** Text formats; pictures and fonts are compressed already. */
const packed = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);

/** Builds the browser and server parts, compresses the browser's files with brotli and writes the build stamp. */
export function build(root: string): void {
  execFileSync(process.execPath, [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const client = join(root, 'build/client');
  for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !packed.has(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), quality));
  }
  writeFileSync(stampFile(root), sourceStamp(root));
}

/** Builds when something that is built from has changed since. */
export function buildIfNeeded(root: string): void {
  const stamp = stampFile(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceStamp(root)) return;
  console.error('Construindo o site (só na primeira vez e depois de mudanças)…');
  build(root);
}

/** `npm run build`: builds anew, whatever is there. */
if (import.meta.main) build(join(import.meta.dirname, '..'));
