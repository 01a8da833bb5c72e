import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};

/** What `npm start` runs once the site is built, so that tests and benchmarks run the deployed program: for a shell. */
export const startCommand = scripts.start.slice(scripts.start.indexOf('exec '));
