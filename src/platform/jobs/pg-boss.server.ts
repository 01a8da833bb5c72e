import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import {
  type Db,
  type DrizzleTransactionLike,
  fromDrizzle,
  type JobResult,
  type JobWithMetadata,
  PgBoss,
  type QueueOptions,
} from 'pg-boss';
import { AppError, GatewayError } from '#platform/errors.ts';
import type { Logger } from '#platform/log.server.ts';
import { messageOf } from '../redact.ts';
import { currentTrace, tracedAs } from '../trace.server.ts';
import { countJobs, countWaiting } from './count.server.ts';
import type { JobDefinition, JobHandler, Jobs } from './jobs.server.ts';
import { joinWaiting } from './join.server.ts';

/** Holds copies of jobs that have used up their retries. */
const deadQueue = 'dead-jobs';
/** Milliseconds that running jobs get to finish when the program stops. */
const patience = 10_000;
/** The key of exclusive jobs that are sent without one. */
const noKey = 'all';

/** Where a payload carries the trace of its sender; the job's own schema does not see it. */
const traceKey = '$trace';
interface Traced {
  [traceKey]?: unknown;
}
const withTrace = (data: object): object => {
  const trace = currentTrace();
  return trace ? { ...data, [traceKey]: trace } : data;
};

type QueueFacts = Omit<JobDefinition<unknown>, 'schema'>;

/**
 * Opens the queue on the program's own database. Before `work` this process only sends, over the pool and one
 * connection for queue metadata; working adds a few connections.
 */
export async function openJobs(options: {
  connectionString: string;
  db: DrizzleTransactionLike;
  log: Logger;
}): Promise<Jobs> {
  const { connectionString, db, log } = options;
  // Metadata reads happen inside a caller's transaction: over the pool they could deadlock.
  const sender = openBoss({ connectionString, max: 1, supervise: false, schedule: false }, log);
  await sender.start();
  await sender.createQueue(deadQueue);
  let worker: PgBoss | null = null;
  const ending = new AbortController();
  const queues = new Map<string, Promise<void>>();
  const secretKinds = new Set<string>();

  /** Erases a finished job's payload before the queue archives it. */
  async function blank({ name, id }: JobWithMetadata<object>): Promise<void> {
    const statement = 'update pgboss.job set data = null where name = $1 and id = $2';
    await fromDrizzle(db, sql).executeSql(statement, [name, id]);
  }

  /** Creates a kind's queue once per process. */
  function ensureQueue(job: QueueFacts): Promise<void> {
    const known = queues.get(job.name);
    if (known) return known;
    const made = (async () => {
      const policy = job.exclusive ? 'stately' : 'standard';
      await sender.createQueue(job.name, {
        ...queueOptions(job),
        policy,
        deadLetter: deadQueue,
        notify: true,
      });
      await sender.updateQueue(job.name, queueOptions(job));
    })();
    made.catch(() => queues.delete(job.name));
    queues.set(job.name, made);
    return made;
  }

  const send: Jobs['send'] = async (job, payload, { tx, key, caller, startAfterSeconds } = {}) => {
    await ensureQueue(job);
    const data = withTrace(job.schema.parse(payload) as object);
    const connection: Db = fromDrizzle(tx ?? db, sql);
    const startAfter = startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds };
    if (!job.exclusive) {
      await sender.send(job.name, data, { db: connection, singletonKey: key, ...startAfter });
      return;
    }
    const target = exclusiveTarget(key, caller);
    // A job of this key already waits: it takes over the payload and waits for this transaction, so that it sees the
    // sender's writes. If it has just started, another is queued behind it.
    for (let attempt = 0; attempt < 10; attempt++) {
      if (await sender.send(job.name, data, { db: connection, ...target, ...startAfter })) return;
      const sooner = startAfterSeconds ? {} : { startAfter: 0 };
      const change = { db: connection, singletonKey: target.singletonKey, ...sooner };
      if ((await sender.update(job.name, data, change)).updated > 0) return;
    }
    throw new Error(`job ${job.name} could not be queued`);
  };

  return {
    send,

    async sendAll(job, orders, { tx, startAfterSeconds } = {}) {
      await ensureQueue(job);
      // Sorted, so that senders of the same keys cannot deadlock.
      const wanted = orders
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ payload, key }) => ({
          ...exclusiveTarget(key),
          id: randomUUID(),
          data: withTrace(payload as object),
          startAfter: startAfterSeconds,
        }));
      const options = { db: fromDrizzle(tx ?? db, sql), returnId: true };
      const added = new Set((await sender.insert(job.name, wanted, options)) ?? []);
      const left = wanted.filter(({ id }) => !added.has(id));
      const joined = await joinWaiting(job.name, left, { isNow: !startAfterSeconds, on: tx ?? db });
      for (const { singletonKey, data } of left) {
        if (joined.has(singletonKey)) continue;
        // cast: the schema of the job, checked above, is not known by its name
        await send(job, data as never, { tx, key: singletonKey, startAfterSeconds });
      }
    },

    async work(handlers) {
      if (worker) throw new Error('work may be called once');
      worker = openBoss({ connectionString, max: 1, useListenNotify: true }, log);
      await worker.start();
      await worker.work(
        deadQueue,
        { includeMetadata: true, pollingIntervalSeconds: 5 },
        async (jobs: JobWithMetadata<object>[]) => {
          for (const job of jobs) {
            logDead(job, log);
            if (secretKinds.has(job.sourceName ?? '')) await blank(job);
          }
        },
      );
      for (const handler of handlers) await startHandler(worker, handler);
      await keepSchedules(worker, handlers);
      // cast: each schema has a default for all that it holds, as for cron
      for (const { definition } of handlers) if (definition.atStart) await send(definition, {} as never);
    },

    async stop() {
      const timer = setTimeout(() => ending.abort(), patience - 1000);
      await worker?.stop({ timeout: patience });
      clearTimeout(timer);
      await sender.stop({ timeout: 1000 });
    },

    async check() {
      await sender.schemaVersion();
    },

    count: () => countJobs(db),
    countWaiting: (kinds) => countWaiting(db, kinds),
  };

  async function startHandler(boss: PgBoss, handler: JobHandler<never>): Promise<void> {
    const { definition } = handler;
    await ensureQueue(definition);
    if (definition.secret) secretKinds.add(definition.name);
    const runAndForget = async (job: JobWithMetadata<object>) => {
      const result = await runOne(handler, job, ending.signal, log);
      const isOver = result.status !== 'failed' || job.retryCount >= job.retryLimit;
      if (definition.secret && isOver) await blank(job);
      return result;
    };
    for (let each = 0; each < (definition.concurrency ?? 1); each++) {
      const id = await boss.work(
        definition.name,
        {
          includeMetadata: true,
          perJobResults: true,
          pollingIntervalSeconds: 0.5,
          notifyPollingIntervalSeconds: 5,
          batchSize: definition.batch ?? 1,
          groupConcurrency: definition.exclusive ? 1 : undefined,
        },
        async (jobs: JobWithMetadata<object>[]) => {
          // When these are done it looks for more at once, instead of at its next poll.
          boss.notifyWorker(id);
          return Promise.all(jobs.map(runAndForget));
        },
      );
    }
  }
}

function openBoss(options: ConstructorParameters<typeof PgBoss>[0] & object, log: Logger): PgBoss {
  const boss = new PgBoss({ monitorIntervalSeconds: 30, superviseIntervalSeconds: 30, ...options });
  let lastError = 0;
  boss.on('error', (error) => {
    // While the database is away every poll of every queue fails: log one line in ten seconds.
    if (Date.now() - lastError < 10_000) return;
    lastError = Date.now();
    log.warn({ err: error }, 'a fila de tarefas não alcança o banco');
  });
  boss.on('warning', (warning) => log.debug({ warning }, 'aviso da fila de tarefas'));
  return boss;
}

/** Dead workers are noticed within a minute; finished jobs are kept for three days. */
function queueOptions(job: QueueFacts): QueueOptions {
  return {
    retryLimit: job.retries ?? 3,
    retryDelay: 1,
    retryBackoff: true,
    expireInSeconds: job.timeoutSeconds ?? 900,
    heartbeatSeconds: 30,
    deleteAfterSeconds: 3 * 86_400,
  };
}

const exclusiveTarget = (key = noKey, caller = key) => ({ singletonKey: key, group: { id: caller } });

/** Runs one job; a failure that a retry cannot mend goes to the dead queue at once. */
async function runOne(
  handler: JobHandler<never>,
  job: JobWithMetadata<object>,
  ending: AbortSignal,
  log: Logger,
): Promise<JobResult> {
  const about = { job: job.name, id: job.id, key: job.singletonKey, attempt: job.retryCount + 1 };
  const started = performance.now();
  try {
    const payload = handler.definition.schema.parse(job.data);
    await tracedAs((job.data as Traced | null)?.[traceKey], () =>
      handler.run(payload, AbortSignal.any([job.signal, ending])),
    );
    log.debug({ ...about, ms: Math.round(performance.now() - started) }, 'tarefa concluída');
    return { id: job.id, status: 'completed' };
  } catch (error) {
    log.warn({ ...about, err: error }, 'tarefa falhou');
    const output = { message: messageOf(error) };
    return { id: job.id, status: isLasting(error) ? 'deadletter' : 'failed', output };
  }
}

function isLasting(error: unknown): boolean {
  if (error instanceof GatewayError) return !error.retryable;
  if (error instanceof AppError) return error.kind !== 'unavailable' && error.kind !== 'rate-limited';
  return error instanceof Error && error.name === 'ZodError';
}

function logDead(job: JobWithMetadata<object>, log: Logger): void {
  const reason = (job.sourceOutput as { message?: unknown } | null)?.message;
  log.error({ job: job.sourceName, id: job.sourceId, key: job.singletonKey, reason }, 'tarefa abandonada');
}

/** Replaces the cron schedules by those of the definitions. */
async function keepSchedules(boss: PgBoss, handlers: JobHandler<never>[]): Promise<void> {
  const scheduled = handlers.flatMap(({ definition }) => (definition.cron ? [definition] : []));
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.some((definition) => definition.name === name)) await boss.unschedule(name);
  }
  for (const { name, cron = '', exclusive } of scheduled) {
    const target = exclusive ? exclusiveTarget() : {};
    await boss.schedule(name, cron, {}, { tz: 'America/Sao_Paulo', missed: 'once', ...target });
  }
}
