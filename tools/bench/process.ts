import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { measureRate } from './pages.ts';
import { type Figure, most } from './report.ts';
import { type Site, startSite } from './site.ts';

/** Memory of a process tree in MB: proportional set size, so that PostgreSQL's shared pages count once. */
export function memoryOf(pids: number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0; // the process has ended
    }
  });
  return kilobytes.reduce((sum, kb) => sum + kb, 0) / 1024;
}

/** The site's process and its Node children (the one that measures sounds). */
export function nodeProcessesOf({ pid }: Site): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const isNode = (child: string) =>
      readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('build/server/');
    return [pid, ...children.filter(isNode).map(Number)];
  } catch {
    return [pid]; // one of them has ended
  }
}

/** The site's Node process and every process of its embedded PostgreSQL. */
function processesOf(site: Site): number[] {
  const parents = new Map<number, number>();
  const postgres: number[] = [];
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(postgresData(site)))
        postgres.push(Number(name));
    } catch {
      // has ended
    }
  }
  const children = [...parents].filter(([, parent]) => postgres.includes(parent)).map(([pid]) => pid);
  return [...new Set([site.pid, ...postgres, ...children])];
}

/** The data folder on the embedded server's command line; `postgres` may be a link to it. */
const postgresData = (site: Site): string => join(realpathSync(join(site.dataDir, 'postgres')), 'data');

/** Start time on an existing database, memory at rest and after a minute of load. */
export async function benchProcess(root: string, site: Site): Promise<Figure[]> {
  await site.stop();
  const again = await startSite(root, site.dataDir);
  await new Promise((resolve) => setTimeout(resolve, 5_000)); // at rest: memory that only the start needed is freed
  const idle = memoryOf(processesOf(again));
  measureRate(`${again.url}/auth`, 60);
  const loaded = memoryOf(processesOf(again));
  await again.stop();
  return [
    most('start on an existing database', again.startedIn / 1000, 's', 1.5, 'process start to first 200'),
    most('memory at rest', idle, 'MB', 220, 'PSS of Node and PostgreSQL, 5 s after start'),
    most('memory after a minute of load', loaded, 'MB', 400, 'PSS, 60 s of wrk on a rendered page'),
  ];
}
