import { spawnSync } from 'node:child_process';
import { type Figure, least } from './report.ts';
import type { Site } from './site.ts';

/** Loads an address with 32 connections of wrk. @returns responses per second @throws when some are not 2xx */
export function measureRate(url: string, seconds = 5): number {
  const headers = ['-H', 'Accept-Encoding: br'];
  const run = spawnSync('wrk', ['-t1', '-c32', `-d${seconds}s`, ...headers, url], { encoding: 'utf8' });
  if (run.error) throw new Error('wrk was not found (Debian package wrk)');
  if (run.stdout.includes('Non-2xx')) throw new Error(`${url} refused some requests:\n${run.stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(run.stdout)?.[1]);
}

/** Responses per second of the visitors' first page. */
export const benchPages = async (site: Site): Promise<Figure[]> => [
  least('landing page, visitors', measureRate(`${site.url}/`), 'answers/s', 10_000, 'wrk, 32 connections'),
];
