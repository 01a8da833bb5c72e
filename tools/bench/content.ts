import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Site } from './site.ts';

/** `--packages` and `--tracks`: the size of a generated catalogue. */
export interface CatalogueSize {
  packages?: string | undefined;
  tracks?: string | undefined;
}

interface Size {
  packages: number;
  tracks: number;
}

/** Null unless both are given. */
export const sizeOf = ({ packages, tracks }: CatalogueSize): Size | null =>
  packages && tracks ? { packages: Number(packages), tracks: Number(tracks) } : null;

/** Adds to a running site what `npm run demo` does with these arguments. @throws with its message */
export function addContent(root: string, site: Site, args: string[]): void {
  const run = spawnSync(join(root, 'node_modules/.bin/node'), ['build/server/main.js', 'demo', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: site.dataDir },
  });
  if (run.status !== 0) throw new Error(`demo ${args.join(' ')} failed: ${run.stderr}`);
}

/** Packages and tracks, and for each package a user, files, downloads and lines of the audit. */
export const addGenerated = (root: string, site: Site, { packages, tracks }: Size): void =>
  addContent(root, site, ['--packages', String(packages), '--tracks', String(tracks)]);
