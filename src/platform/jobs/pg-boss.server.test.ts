import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { GatewayError } from '#platform/errors.ts';
import { openLog } from '#platform/log.server.ts';
import { testDatabase } from '#tests/database.ts';
import { handles, type JobDefinition, type JobHandler, type Jobs } from './jobs.server.ts';
import { openJobs } from './pg-boss.server.ts';

const { db, pool, connectionString, log } = await testDatabase();

const payloadSchema = z.object({ n: z.number() });
type Payload = z.infer<typeof payloadSchema>;
const kind = (name: string, rest: Partial<JobDefinition<Payload>> = {}): JobDefinition<Payload> => ({
  name,
  schema: payloadSchema,
  ...rest,
});

const opened: Jobs[] = [];
async function open(): Promise<Jobs> {
  const jobs = await openJobs({ connectionString, db, log });
  opened.push(jobs);
  return jobs;
}
// After each test, because all tests share sixty connections.
afterEach(() => Promise.all(opened.splice(0).map((jobs) => jobs.stop())));

function recorder(definition: JobDefinition<Payload>, run: (payload: Payload) => unknown = () => {}) {
  const done: number[] = [];
  const handler: JobHandler<Payload> = {
    definition,
    async run(payload) {
      await run(payload);
      done.push(payload.n);
    },
  };
  return { done, handler: handler as JobHandler<never> };
}

function gate() {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

const states = async (name: string): Promise<string[]> =>
  (await pool.query('select state from pgboss.job where name = $1 order by created_on', [name])).rows.map(
    (row: { state: string }) => row.state,
  );

describe('sending', () => {
  it('works from a process that runs nothing itself, and is run by another', async () => {
    const web = await open();
    const job = kind('from-web');
    await web.send(job, { n: 1 });
    expect(await states(job.name)).toEqual(['created']);
    const worker = await open();
    const { done, handler } = recorder(job);
    await worker.work([handler]);
    await expect.poll(() => done).toEqual([1]);
    await web.send(job, { n: 2 });
    await expect.poll(() => done).toEqual([1, 2]);
  });

  it('exists only if the transaction commits', async () => {
    const jobs = await open();
    const job = kind('in-transaction');
    const rollback = db.transaction(async (tx) => {
      await jobs.send(job, { n: 1 }, { tx });
      throw new Error('rolled back');
    });
    await expect(rollback).rejects.toThrow('rolled back');
    expect(await states(job.name)).toEqual([]);
    await db.transaction((tx) => jobs.send(job, { n: 2 }, { tx }));
    expect(await states(job.name)).toEqual(['created']);
  });

  it('refuses a payload that its schema refuses', async () => {
    const jobs = await open();
    await expect(jobs.send(kind('strict'), { n: 'x' } as never)).rejects.toThrow();
  });

  it('A-134: counts what waits by what a payload holds', async () => {
    const jobs = await open();
    const job: JobDefinition<{ to: string; n: number }> = {
      name: 'letters',
      schema: z.object({ to: z.string(), n: z.number() }),
    };
    for (const to of ['a@x', 'a@x', 'b@x']) await jobs.send(job, { to, n: 1 });
    const of = (name: string, to: string) => jobs.countWaiting([{ name, holding: { to } }]);
    expect([await of('letters', 'a@x'), await of('letters', 'c@x'), await of('others', 'a@x')]).toEqual([
      2, 0, 0,
    ]);
  });

  it('waits as long as asked', async () => {
    const jobs = await open();
    const job = kind('later');
    await jobs.send(job, { n: 1 }, { startAfterSeconds: 3600 });
    const { rows } = await pool.query(
      `select extract(epoch from start_after - created_on)::int as wait from pgboss.job where name = 'later'`,
    );
    expect(rows).toEqual([{ wait: 3600 }]);
  });
});

describe('running', () => {
  it('goes on at once while others wait, without the pause between two polls', async () => {
    const jobs = await open();
    const job = kind('queue');
    for (let n = 1; n <= 5; n++) await jobs.send(job, { n });
    const { done, handler } = recorder(job);
    await jobs.work([handler]);
    await expect.poll(() => done, { timeout: 4_000 }).toEqual([1, 2, 3, 4, 5]);
  });

  it('begins with what is to be done at the start of a worker', async () => {
    let runs = 0;
    const definition = {
      name: 'at-start',
      schema: z.object({ after: z.string().default('') }),
      exclusive: true,
    };
    const handler = handles({ ...definition, atStart: true }, async ({ after }) => {
      if (after === '') runs++;
    });
    await (await open()).work([handler]);
    await expect.poll(() => runs).toBe(1);
  });

  it('tries again after a failure that may pass', async () => {
    const jobs = await open();
    let tries = 0;
    const job = kind('flaky', { retries: 2 });
    const { done, handler } = recorder(job, () => {
      if (++tries < 2) throw new GatewayError('the network is down', { retryable: true });
    });
    await jobs.work([handler]);
    await jobs.send(job, { n: 1 });
    await expect.poll(() => done).toEqual([1]);
    expect(tries).toBe(2);
  });

  it('gives up at once where another try cannot help, and keeps the dead', async () => {
    const jobs = await open();
    let tries = 0;
    const job = kind('refused', { retries: 5 });
    const { handler } = recorder(job, () => {
      tries++;
      throw new GatewayError('no such customer', { retryable: false });
    });
    await jobs.work([handler]);
    await jobs.send(job, { n: 1 });
    await expect.poll(() => states(job.name)).toEqual(['failed']);
    expect(tries).toBe(1);
    const { rows } = await pool.query(`select data from pgboss.job where source_name = 'refused'`);
    expect(rows).toEqual([{ data: { n: 1 } }]);
  });

  it.each([
    ['completed', () => {}],
    [
      'failed',
      () => {
        throw new GatewayError('no such address', { retryable: false });
      },
    ],
  ])('SEC-07: a secret leaves the tables when its job has %s', async (state, run) => {
    const jobs = await open();
    const job = kind(`secret-${state}`, { secret: true });
    await jobs.work([recorder(job, run).handler]);
    await jobs.send(job, { n: 1 });
    await expect.poll(() => states(job.name)).toEqual([state]);
    const kept = `select data from pgboss.job where $1 in (name, source_name)`;
    const { rows } = await pool.query(kept, [job.name]);
    expect(rows.map(({ data }: { data: unknown }) => data)).toEqual(rows.map(() => null));
    expect(rows.length).toBeGreaterThan(0);
  });

  it('F09: a statement that fails for good leaves none of its values in the log nor in the queue', async () => {
    const lines: string[] = [];
    const told = openLog('debug', { write: (line) => void lines.push(line) });
    const jobs = await openJobs({ connectionString, db, log: told });
    opened.push(jobs);
    const job = kind('personal', { retries: 0 });
    const [email, telephone] = ['maria@exemplo.com.br', '+55 (11) 99999-0000'];
    const failing = recorder(job, async ({ n }) => {
      if (n === 1) await db.execute(sql`select ${email}::uuid, ${telephone}::text`);
      throw new GatewayError(`refused {"to":"${email}","tel":"${telephone}"}`, { retryable: false });
    });
    await jobs.work([failing.handler]);
    await jobs.send(job, { n: 1 });
    await jobs.send(job, { n: 2 });
    await expect.poll(() => states(job.name)).toEqual(['failed', 'failed']);
    await expect.poll(() => lines.filter((line) => line.includes('tarefa abandonada')).length).toBe(2);
    const { rows } = await pool.query('select * from pgboss.job where $1 in (name, source_name)', [job.name]);
    expect(rows).toHaveLength(4);
    for (const kept of [JSON.stringify(rows), lines.join('')]) {
      expect(kept).toContain('Failed query: select $1::uuid');
      expect(kept).not.toMatch(/maria|99999/);
    }
  });

  it('does not run a payload that no longer fits', async () => {
    const jobs = await open();
    const job = kind('changed');
    await jobs.send(job, { n: 1 });
    await pool.query(`update pgboss.job set data = '{"n":"x"}' where name = 'changed'`);
    const { done, handler } = recorder(job);
    await jobs.work([handler]);
    await expect.poll(() => states(job.name)).toEqual(['failed']);
    expect(done).toEqual([]);
  });

  it('lets a running job end before it stops', async () => {
    const jobs = await open();
    const job = kind('slow');
    const begun = gate();
    const { done, handler } = recorder(job, async () => {
      begun.open();
      await pause(300);
    });
    await jobs.work([handler]);
    await jobs.send(job, { n: 1 });
    await begun.promise;
    await jobs.stop();
    expect(done).toEqual([1]);
    expect(await states(job.name)).toEqual(['completed']);
  });

  it('is scheduled by the clock of São Paulo, and no longer once the definition says so', async () => {
    const schedules = async () => (await pool.query('select name, cron, timezone from pgboss.schedule')).rows;
    const nightly = { name: 'nightly', schema: z.object({}), cron: '20 3 * * *', exclusive: true };
    const first = await open();
    await first.work([
      { definition: nightly, run: async () => {} } as JobHandler<object> as JobHandler<never>,
    ]);
    expect(await schedules()).toEqual([
      { name: 'nightly', cron: '20 3 * * *', timezone: 'America/Sao_Paulo' },
    ]);
    await first.stop();
    const second = await open();
    await second.work([]);
    expect(await schedules()).toEqual([]);
  });
});

describe('exclusive jobs', () => {
  it('sent many at once join those that wait, each key once', async () => {
    const jobs = await open();
    const job = kind('many', { exclusive: true });
    await jobs.send(job, { n: 1 }, { key: 'a' });
    const orders = ['c', 'a', 'b'].map((key, n) => ({ payload: { n: n + 10 }, key }));
    await Promise.all([jobs.sendAll(job, orders), jobs.sendAll(job, orders.toReversed())]);
    expect(await states(job.name)).toEqual(['created', 'created', 'created']);
    const { done, handler } = recorder(job);
    await jobs.work([handler]);
    await expect.poll(() => done.toSorted((a, b) => a - b)).toEqual([10, 11, 12]);
  });

  it('sent many at once let those that wait for a time begin now', async () => {
    const jobs = await open();
    const job = kind('sooner', { exclusive: true });
    const orders = (n: number) => ['a', 'b'].map((key) => ({ payload: { n }, key }));
    await jobs.sendAll(job, orders(1), { startAfterSeconds: 3600 });
    const { done, handler } = recorder(job);
    await jobs.work([handler]);
    await jobs.sendAll(job, orders(2));
    await expect.poll(() => done).toEqual([2, 2]);
  });

  it('of a crowd take over the payloads of those that wait, which do not begin before the commit, nor sooner', async () => {
    const jobs = await open();
    const job = kind('crowded', { exclusive: true });
    const orders = (from: number) => ['c', 'a', 'b'].map((key, n) => ({ payload: { n: from + n }, key }));
    const later = { startAfterSeconds: 3600 };
    await jobs.sendAll(job, orders(1).slice(0, 2), later);
    await Promise.all(
      [10, 20].map((from) => db.transaction((tx) => jobs.sendAll(job, orders(from), { tx, ...later }))),
    );
    const { rows } = await pool.query(
      `select singleton_key as key, data, start_after > now() + interval '50 minutes' as "isLater"
       from pgboss.job where name = $1 and state = 'created' order by 1`,
      [job.name],
    );
    expect(rows.map(({ key, isLater }) => [key, isLater])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ]);
    const payloads = rows.map(({ data }) => data.n as number);
    expect([
      [11, 12, 10],
      [21, 22, 20],
    ]).toContainEqual(payloads);
    await db
      .transaction(async (tx) => {
        await jobs.sendAll(job, orders(30), { tx, ...later });
        throw new Error('rolled back');
      })
      .catch(() => {});
    const after = await pool.query('select data from pgboss.job where name = $1 order by singleton_key', [
      job.name,
    ]);
    expect(after.rows.map(({ data }) => data.n)).toEqual(payloads);
  });

  it('can be sent in more transactions at once than the pool has connections', async () => {
    const jobs = await open();
    const job = kind('crowd', { exclusive: true });
    const sends = Array.from({ length: 30 }, (_, n) =>
      db.transaction((tx) => jobs.send(job, { n }, { tx, key: `k${n}` })),
    );
    await Promise.all(sends);
    expect(await states(job.name)).toHaveLength(30);
  });

  it('run one after the other per key, and only one waits; other keys are not held up', async () => {
    const jobs = await open();
    const job = kind('settle', { exclusive: true, concurrency: 3 });
    const hold = gate();
    let running = 0;
    const most = { running: 0 };
    const { done, handler } = recorder(job, async ({ n }) => {
      if (n < 10) most.running = Math.max(most.running, ++running);
      if (n === 1) await hold.promise;
      if (n < 10) running--;
    });
    const second = await open();
    await jobs.work([handler]);
    await second.work([handler]);
    await jobs.send(job, { n: 1 }, { key: 'a' });
    await expect.poll(() => running).toBe(1);
    for (const n of [2, 3, 4]) await jobs.send(job, { n }, { key: 'a' });
    await jobs.send(job, { n: 10 }, { key: 'b' });
    await expect.poll(() => done).toEqual([10]);
    expect((await states(job.name)).filter((state) => state === 'created')).toHaveLength(1);
    hold.open();
    await expect.poll(() => done).toEqual([10, 1, 4]);
    expect(most.running).toBe(1);
  });

  it('OPS-19: of one caller run one after the other, whatever their keys, and leave the other places to others', async () => {
    const jobs = await open();
    const job = kind('turns', { exclusive: true, concurrency: 3 });
    const hold = gate();
    const begun: number[] = [];
    const { done, handler } = recorder(job, async ({ n }) => {
      begun.push(n);
      if (n < 10) await hold.promise;
    });
    await jobs.work([handler]);
    for (const n of [1, 2, 3]) await jobs.send(job, { n }, { key: `k${n}`, caller: 'greedy' });
    await jobs.send(job, { n: 10 }, { key: 'k10', caller: 'other' });
    await expect.poll(() => done).toEqual([10]);
    expect(begun.filter((n) => n < 10)).toHaveLength(1);
    hold.open();
    await expect.poll(() => done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 10]);
  });

  it('a waiting job does not begin before the transaction that asked for it has committed', async () => {
    const jobs = await open();
    const job = kind('truth', { exclusive: true });
    await jobs.send(job, { n: 1 }, { key: 'a' });
    const { done, handler } = recorder(job);
    await db.transaction(async (tx) => {
      await jobs.send(job, { n: 2 }, { tx, key: 'a' });
      await jobs.work([handler]);
      await pause(800);
      expect(done).toEqual([]);
    });
    await expect.poll(() => done).toEqual([2]);
  });

  it('one that was to wait is brought forward by one that must not', async () => {
    const jobs = await open();
    const job = kind('forward', { exclusive: true });
    await jobs.send(job, { n: 1 }, { key: 'a', startAfterSeconds: 3600 });
    await jobs.send(job, { n: 2 }, { key: 'a', startAfterSeconds: 7200 });
    await jobs.send(job, { n: 3 }, { key: 'a' });
    const { done, handler } = recorder(job);
    await jobs.work([handler]);
    await expect.poll(() => done).toEqual([3]);
  });
});
