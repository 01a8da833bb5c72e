import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import { readSettings } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { openApp } from '#server/app.ts';
import { jobHandlers } from '#server/worker.ts';
import { sunday, workloadsOf } from '#tests/job-workloads.ts';

export interface JobFigures {
  name: string;
  seconds: number;
  /** Megabytes in use at most, after collections. */
  heap: number;
}

/** Milliseconds between two collections. */
const pause = 250;

/**
 * A process that runs every scheduled job of a new site on so many rows, and writes a line of JSON for each: `node
 * --expose-gc tools/bench/jobs-child.ts {data folder} {rows}`.
 */
const [folder = '', rows = ''] = process.argv.slice(2);
const given = { DATA_DIR: folder, BACKUP_DIR: `${folder}/backups`, ALLOW_SIMULATED_PAYMENTS: 'true' };
const { app, close } = await openApp(readSettings(given, folder), openLog('silent'));
try {
  const workloads = await workloadsOf(app.db, Number(rows));
  const clock = { now: () => sunday };
  // Without the site's limit of time: many rows are many foreign keys to look up.
  const client = new Client({ connectionString: app.connectionString });
  await client.connect();
  const db = drizzle(client);
  for (const { definition, run } of jobHandlers({ ...app, clock })) {
    const { name, cron } = definition;
    if (!cron) continue;
    for (const statement of workloads[name] ?? []) await db.execute(statement);
    let heap = 0;
    const look = () => {
      gc?.();
      heap = Math.max(heap, process.memoryUsage().heapUsed / 1e6);
    };
    const timer = setInterval(look, pause);
    const begun = performance.now();
    // cast: jobs that only the clock starts have no payload
    await run({} as never, new AbortController().signal);
    const seconds = (performance.now() - begun) / 1000;
    clearInterval(timer);
    look();
    console.log(JSON.stringify({ name, seconds, heap } satisfies JobFigures));
  }
  await client.end();
} finally {
  await close();
}
