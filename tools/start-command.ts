import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};

/** What `npm start` runs, for tests and benchmarks: for a shell, which it replaces so that signals arrive. */
export const startCommand = `exec ${scripts.start}`;
