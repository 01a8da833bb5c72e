import type { DrizzleTransactionLike } from 'pg-boss';
import { z } from 'zod';

/** A kind of background job: its name, its payload and its retry policy. */
export interface JobDefinition<T> {
  name: string;
  schema: z.ZodType<T>;
  /** Retries after the first failure, with exponential backoff. */
  retries?: number;
  /** Seconds after which a running job counts as dead. */
  timeoutSeconds?: number;
  /** Jobs with the same key run one after the other, and at most one of them waits. */
  exclusive?: boolean;
  /** Cron expression in America/Sao_Paulo; these runs have the payload `{}`. */
  cron?: string;
  /** Also runs when a worker starts, with the payload `{}`: what an update left to do is not left until the next hour. */
  atStart?: boolean;
  /** Parallel jobs of this kind per process. */
  concurrency?: number;
  /** The payload holds a secret, such as a link of a mail: it is erased from the queue's tables when the job ends. */
  secret?: boolean;
  /** For short jobs: fetched in batches of this size and run in parallel. */
  batch?: number;
}

export interface JobHandler<T = unknown> {
  definition: JobDefinition<T>;
  run(payload: T, signal: AbortSignal): Promise<void>;
}

/** The handler of a kind of job. */
export const handles = <T>(definition: JobDefinition<T>, run: JobHandler<T>['run']): JobHandler<never> =>
  ({ definition, run }) as JobHandler<never>;

/** The same for a job that only cron starts. */
export const regularly = (
  definition: Omit<JobDefinition<object>, 'schema' | 'cron'> & { cron: string },
  run: (signal: AbortSignal) => Promise<void>,
): JobHandler<never> =>
  handles({ retries: 2, ...definition, schema: z.object({}) }, (_, signal) => run(signal));

export interface JobCount {
  name: string;
  state: 'waiting' | 'running' | 'failed';
  count: number;
  /** Since the oldest of them could run. */
  oldestSeconds: number;
}

/** Jobs of a kind whose payload holds these values. */
export interface WaitingJob {
  name: string;
  holding: Record<string, string>;
}

/** The queue. A job sent within a transaction exists only if that transaction commits. */
export interface Jobs {
  send<T>(
    job: JobDefinition<T>,
    payload: T,
    options?: {
      tx?: DrizzleTransactionLike;
      key?: string;
      /** Jobs of an exclusive kind with the same caller run one after the other, whatever their keys. */
      caller?: string;
      startAfterSeconds?: number;
    },
  ): Promise<void>;
  /** Sends many jobs of an exclusive kind, each with its own key, in one statement. */
  sendAll<T>(
    job: JobDefinition<T>,
    orders: { payload: T; key: string }[],
    options?: { tx?: DrizzleTransactionLike; startAfterSeconds?: number },
  ): Promise<void>;
  work(handlers: JobHandler<never>[]): Promise<void>;
  /** Waits up to 10 s for running jobs. */
  stop(): Promise<void>;
  /** @throws when the queue cannot be reached */
  check(): Promise<void>;
  /** Jobs by kind and state, those that are done left out. */
  count(): Promise<JobCount[]>;
  /** How many of these are to run, or running. */
  countWaiting(kinds: readonly WaitingJob[]): Promise<number>;
}
