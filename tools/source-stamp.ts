import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const parts = ['src', 'server', 'public'];
const files = ['package-lock.json', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json'];

export const stampFile = (root: string): string => join(root, 'build/source-stamp');

/** A hash over all inputs of the build: with an equal stamp no build is needed. */
export function sourceStamp(root: string): string {
  const hash = createHash('sha256');
  const paths = parts.flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  // The build's plugins are among the tools.
  const tools = readdirSync(join(root, 'tools')).filter((name) => name.endsWith('.ts'));
  paths.push(...tools.map((name) => join(root, 'tools', name)));
  for (const path of [...paths, ...files.map((file) => join(root, file))].sort()) {
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
