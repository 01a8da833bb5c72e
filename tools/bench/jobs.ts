import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobFigures } from './jobs-child.ts';
import { type Figure, most } from './report.ts';

const sizes = { few: 10_000, many: 200_000 };

/** Every scheduled job on 10,000 rows of its tables and on 200,000, in a process of its own: its memory must not grow. */
export function benchJobs(root: string): Figure[] {
  const few = new Map(runAll(root, sizes.few).map((job) => [job.name, job]));
  const many = runAll(root, sizes.many);
  const grown = many.map((job) => ({ ...job, grown: job.heap - (few.get(job.name)?.heap ?? 0) }));
  const worst = grown.toSorted((a, b) => b.grown - a.grown)[0];
  const how = `${many.length} jobs, live heap at most; most ${worst?.name}`;
  return [
    most('scheduled jobs: memory on 200,000 rows, beside 10,000', worst?.grown ?? Infinity, 'MB', 10, how),
  ];
}

function runAll(root: string, rows: number): JobFigures[] {
  const folder = mkdtempSync(join(tmpdir(), 'sonoteca-bench-jobs-'));
  try {
    const node = join(root, 'node_modules/.bin/node');
    const program = join(root, 'tools/bench/jobs-child.ts');
    const run = spawnSync(node, ['--expose-gc', program, folder, String(rows)], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (run.status !== 0) throw new Error(`the jobs on ${rows} rows ended with ${run.status}`);
    const jobs = run.stdout.split('\n').filter((line) => line.startsWith('{'));
    return jobs.map((line) => {
      const job = JSON.parse(line) as JobFigures;
      console.log(
        `jobs, ${rows} rows, ${job.name}: ${job.seconds.toFixed(1)} s, ${job.heap.toFixed(1)} MB in use`,
      );
      return job;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
