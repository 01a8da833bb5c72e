import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openPool } from '#db/open.server.ts';
import { LingeringResponse } from '#platform/http/lingering.server.ts';
import { handles } from '#platform/jobs/jobs.server.ts';
import { openLog } from '#platform/log.server.ts';
import { traced } from '#platform/trace.server.ts';
import { wholeSite } from '#tests/whole-site.ts';
import { timeAnswer } from './metrics.ts';

const lines: string[] = [];
const log = openLog('info', { write: (line) => void lines.push(line) });
const site = await wholeSite({}, log);
// Before the first look: figures of the database are remembered for ten seconds.
await site.app.jobs.send({ name: 'never-worked', schema: z.object({}) }, {});
const metrics = async () => (await site.ask('/metrics')).text();

it('tells requests by route and status, and never an address of a stranger', async () => {
  await (await site.ask('/termos')).text();
  await (await site.ask('/package/nenhum')).text();
  await (await site.ask('/.env')).text();
  const told = await metrics();
  expect(told).toMatch(/sonoteca_http_request_seconds_count\{route="\/termos",method="GET",status="200"\} 1/);
  expect(told).toMatch(/_count\{route="\/package\/:id",method="GET",status="\d+"\} 1/);
  expect(told).toMatch(/_count\{route="unknown",method="GET",status="404"\} 1/);
  expect(told).not.toContain('.env');
});

it('times an answer until it begins: a sound or events last as long as the caller wants', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const req = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/audio/x' });
    const res = new LingeringResponse(req);
    const times: number[] = [];
    timeAnswer({ answered: (_, seconds) => times.push(seconds) }, (path) => path, req, res);
    vi.advanceTimersByTime(20);
    res.writeHead(200);
    vi.advanceTimersByTime(60_000);
    res.emit('close');
    expect(times).toEqual([0.02]);
  } finally {
    vi.useRealTimers();
  }
});

it('tells the queue, the pool, unsettled webhooks and what is stored', async () => {
  const told = await metrics();
  expect(told).toMatch(/sonoteca_jobs\{job="never-worked",state="waiting"\} 1/);
  expect(told).toMatch(/sonoteca_jobs_oldest_seconds\{job="never-worked",state="waiting"\} \d/);
  expect(told).toMatch(/sonoteca_database_pool\{state="idle"\} \d/);
  expect(told).toMatch(/sonoteca_cache_reads_total\{cache="viewer",result="hit"\} \d/);
  expect(told).toMatch(/sonoteca_webhooks_unsettled 0/);
  expect(told).toMatch(/sonoteca_day\{what="plays"\} 0/);
  expect(told).toMatch(/sonoteca_storage_bytes 0/);
});

it('a job bears the trace of the request that sent it, in the log', async () => {
  const trace = randomBytes(16).toString('hex');
  const job = { name: 'traced', schema: z.object({ word: z.string() }) };
  const done = new EventTarget();
  const over = once(done, 'done');
  await traced(`00-${trace}-${'1'.repeat(16)}-01`, () => site.app.jobs.send(job, { word: 'olá' }));
  const run = async (payload: { word: string }) => {
    log.info(payload, 'tarefa de teste');
    done.dispatchEvent(new Event('done'));
  };
  await site.app.jobs.work([handles(job, run)]);
  await over;
  const line = lines.find((each) => each.includes('tarefa de teste')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ trace, word: 'olá' });
  expect(line).not.toContain('$trace');
});

it('a slow statement is logged without its values', async () => {
  const { pool } = openPool(site.app.settings.DATABASE_URL ?? '', log, 50);
  await pool.query('select pg_sleep($1::float8), $2::text', [0.06, 'segredo']);
  await pool.query('select 1');
  await pool.end();
  const slow = lines.filter((line) => line.includes('consulta lenta'));
  expect(slow).toHaveLength(1);
  expect(slow[0]).toContain('select pg_sleep($1::float8), $2::text');
  expect(slow[0]).not.toContain('segredo');
});
