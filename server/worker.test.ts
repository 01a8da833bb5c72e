import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { batchLength } from '#db/batches.ts';
import { largestBatch } from '#tests/batches.ts';
import { sunday, workloadsOf } from '#tests/job-workloads.ts';
import { wholeSite } from '#tests/whole-site.ts';
import { jobHandlers } from './worker.ts';

const folder = await mkdtemp(join(tmpdir(), 'sonoteca-worker-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { app } = await wholeSite({ BACKUP_DIR: folder, SLOW_QUERY_MS: '0' });
const clock = { now: () => sunday };
/** It reads the disk alone. */
const withoutRows = ['sweep-temporary'];
const scheduled = jobHandlers({ ...app, clock }).filter(
  ({ definition: { cron, name } }) => cron && !withoutRows.includes(name),
);
const workloads = await workloadsOf(app.db, 1.2 * batchLength);

it('every scheduled job has a workload', () => {
  expect(scheduled.map(({ definition }) => definition.name).sort()).toEqual(Object.keys(workloads).sort());
});

it.each(scheduled)(
  '$definition.name reads any number of rows in batches',
  async ({ definition: { name }, run }) => {
    for (const statement of workloads[name] ?? []) await app.db.execute(statement);
    // cast: jobs that only the clock starts have no payload
    const night = () => run({} as never, AbortSignal.timeout(60_000));
    expect(await largestBatch(night)).toBeLessThanOrEqual(batchLength);
  },
);
