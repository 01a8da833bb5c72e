import { spawnSync } from 'node:child_process';

/** Responses per second of an address to 32 keep-alive connections of wrk, and how many were not 2xx. */
export function measureRate(
  url: string,
  options: { headers?: Record<string, string>; seconds?: number } = {},
) {
  const headers = Object.entries(options.headers ?? {}).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ]);
  const run = spawnSync('wrk', ['-t1', '-c32', `-d${options.seconds ?? 5}s`, ...headers, url], {
    encoding: 'utf8',
  });
  if (run.error) throw new Error('wrk was not found (Debian package wrk)');
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(run.stdout)![1]),
    refused: Number(/Non-2xx or 3xx responses: (\d+)/.exec(run.stdout)?.[1] ?? 0),
  };
}
