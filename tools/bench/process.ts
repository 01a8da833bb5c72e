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

/** The processes of the machine: each with its parent and command line. */
function processes(): { pid: number; parent: number; command: string }[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return { pid: Number(pid), parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
      } catch {
        return []; // has ended
      }
    });
}

/** These processes and all that they have started. */
function withDescendants(pids: number[], all = processes()): number[] {
  const children = all.filter(({ pid, parent }) => pids.includes(parent) && !pids.includes(pid));
  if (children.length === 0) return pids;
  return withDescendants([...pids, ...children.map(({ pid }) => pid)], all);
}

/** The site's Node processes: those of the roles and the one that reads files from outside. */
export function nodeProcessesOf({ pid }: Site): number[] {
  const all = processes();
  const ours = new Set(withDescendants([pid], all));
  return all
    .filter((one) => ours.has(one.pid) && one.command.includes('build/server/'))
    .map((one) => one.pid);
}

/** The site's Node processes and every process of its embedded PostgreSQL. */
function processesOf(site: Site): number[] {
  const postgres = processes().filter(({ command }) => command.includes(postgresData(site)));
  return [...new Set([...nodeProcessesOf(site), ...withDescendants(postgres.map(({ pid }) => pid))])];
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
