import type { DrizzleTransactionLike } from 'pg-boss';
import type { z } from 'zod';

/** A kind of work done in the background: its name, its payload and how it may be repeated. */
export interface JobDefinition<T> {
  name: string;
  schema: z.ZodType<T>;
  /** Tries after the first failure; each waits twice as long. */
  retries?: number;
  /** Seconds after which a running job counts as dead. */
  timeoutSeconds?: number;
  /** Jobs of one key run one after the other, and only one waits (unique among waiting jobs). */
  exclusive?: boolean;
  /** Cron expression in America/Sao_Paulo: the job also runs by the clock, with payload `{}`. */
  cron?: string;
  /** Jobs of this kind that one process runs side by side. */
  concurrency?: number;
  /** The payload holds a secret (a link of a mail): it leaves the queue's tables with the job's end. */
  secret?: boolean;
  /** Short jobs are taken from the queue so many at a time, and run side by side. */
  batch?: number;
}

/** A job with its handler, registered with the worker. */
export interface JobHandler<T = unknown> {
  definition: JobDefinition<T>;
  run(payload: T, signal: AbortSignal): Promise<void>;
}

/** The queue. A job sent with a transaction exists only if that transaction commits. */
export interface Jobs {
  send<T>(
    job: JobDefinition<T>,
    payload: T,
    options?: { tx?: DrizzleTransactionLike; key?: string; startAfterSeconds?: number },
  ): Promise<void>;
  /** Sends many jobs of an exclusive kind, each with a key of its own, for little more than one costs. */
  sendAll<T>(
    job: JobDefinition<T>,
    orders: { payload: T; key: string }[],
    options?: { tx?: DrizzleTransactionLike; startAfterSeconds?: number },
  ): Promise<void>;
  /** Starts running handlers in this process. */
  work(handlers: JobHandler<never>[]): Promise<void>;
  /** Lets running jobs end, 10 s at most. */
  stop(): Promise<void>;
  /** Throws when the queue cannot be reached. */
  check(): Promise<void>;
}
