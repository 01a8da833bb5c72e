import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
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

interface Process {
  pid: number;
  parent: number;
  command: string;
  /** Milliseconds of processor time, with those of its children that have ended. */
  used: number;
}

/** Milliseconds of a tick, in which Linux counts processor time. */
const tick = 10;

/** The processes of the machine. */
function processes(): Process[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        // The name before the bracket may hold spaces.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return {
          pid: Number(pid),
          parent: Number(fields[1]),
          command: readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
          used: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tick,
        };
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

/** Megabytes of the whole site: its Node processes and its embedded PostgreSQL. */
export const memoryOfSite = (site: Site): number => memoryOf(processesOf(site));

/** The site's Node processes and every process of its embedded PostgreSQL. */
function processesOf(site: Site): number[] {
  const postgres = processes().filter(({ command }) => command.includes(postgresData(site)));
  return [...new Set([...nodeProcessesOf(site), ...withDescendants(postgres.map(({ pid }) => pid))])];
}

/** The data folder on the embedded server's command line; `postgres` may be a link to it. */
const postgresData = (site: Site): string => join(realpathSync(join(site.dataDir, 'postgres')), 'data');

/** Milliseconds of processor time: of the site's Node processes, of its PostgreSQL, and of this one, which asks. */
export interface Used {
  site: number;
  postgres: number;
  own: number;
}

/** What has been used so far. */
export function processorTime(site: Site): Used {
  const all = processes();
  const sum = (pids: number[]) =>
    all.filter(({ pid }) => pids.includes(pid)).reduce((total, { used }) => total + used, 0);
  const ours = nodeProcessesOf(site);
  const { user, system } = process.cpuUsage();
  return {
    site: sum(ours),
    postgres: sum(processesOf(site).filter((pid) => !ours.includes(pid))),
    own: (user + system) / 1000,
  };
}

/** Start time on an existing database, and memory at rest. */
export async function benchProcess(root: string, site: Site): Promise<Figure[]> {
  await site.stop();
  const again = await startSite(root, site.dataDir);
  await new Promise((resolve) => setTimeout(resolve, 5_000)); // at rest: memory that only the start needed is freed
  const idle = memoryOfSite(again);
  await again.stop();
  return [
    most('start on an existing database', again.startedIn / 1000, 's', 0.7, 'process start to first 200'),
    most('memory at rest', idle, 'MB', 170, 'PSS of Node and PostgreSQL, 5 s after start'),
  ];
}
