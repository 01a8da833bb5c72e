import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from './build.ts';
import { sourceStamp, stampFile } from './source-stamp.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const stamp = stampFile(root);
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourceStamp(root)) {
  console.error('Construindo o site (só na primeira vez e depois de mudanças)…');
  build(root);
}
