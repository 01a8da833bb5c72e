import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export interface Source {
  /** From the project's root, with slashes. */
  path: string;
  text: string;
  /** Paths of our own files that it imports. */
  imports: string[];
  packages: string[];
}

const folders = ['server', 'src', 'tests', 'tools'];
const aliases: Record<string, string> = {
  features: 'src/features',
  routes: 'src/routes',
  ui: 'src/ui',
  platform: 'src/platform',
  db: 'src/db',
  server: 'server',
  tests: 'tests',
  tools: 'tools',
};
const pattern =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Reads all our TypeScript files below the root. */
export function readSources(root: string): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => {
        const path = relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
        return readSource(path, readFileSync(join(root, path), 'utf8'));
      }),
  );
}

/** Reads one file's imports; exported for the check's own tests. */
export function readSource(path: string, text: string): Source {
  const source: Source = { path, text, imports: [], packages: [] };
  for (const match of text.matchAll(pattern)) {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    const [, alias, rest] = /^#([a-z]+)\/(.+)$/.exec(target) ?? [];
    if (alias) source.imports.push(`${aliases[alias] ?? alias}/${rest}`);
    else if (target.startsWith('.')) source.imports.push(relative('/', resolve('/', dirname(path), target)));
    else source.packages.push(target);
  }
  return source;
}
